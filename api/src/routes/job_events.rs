//! The progress of a job: server-sent events, each with the whole state.
//!
//! The id of an event is a digest of its state, so a client that reconnects with the last id misses nothing and gets
//! nothing twice, whichever process answers. Nothing is queued for slow readers: the state is read when it can be sent.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use commands::access::Access;
use commands::limits::{Limited, Limits};
use domain::ids::{SessionKey, UserId};
use futures::stream::{self, Stream, StreamExt as _};
use projections::jobs::Job;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::entity_tag;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiPath;
use crate::http::streams::Streams;
use crate::sessions::job_body::JobBody;
use crate::sessions::owned_job;
use crate::sessions::rows::json;
use crate::sessions::wait::looks;
use crate::state::{AppState, Sessions};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(job_events))
}

/// Minimum interval between two looks at a job.
const PACE: Duration = Duration::from_millis(250);
/// Maximum interval between two looks at a job, even if it is not known to have changed: another version's table may be
/// in use.
const LOOK: Duration = Duration::from_secs(2);
/// When a browser reconnects after its stream broke.
const RETRY: Duration = Duration::from_secs(2);

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Proxies that support it forward each event at once.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The header, for the API's document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only its shape is used")]
struct LastEventHeader {
    /// The id of the last event received: the same state is not sent again.
    #[param(rename = "Last-Event-ID", required = false)]
    id: String,
}

/// A job's status and progress, whenever they change. The data of each event is the whole body of the job: `job` while
/// the job or the enrichment of its rows is running, `end` as the last one. Reopen a stream that breaks without `end`,
/// with the last id.
#[utoipa::path(
    get, path = "/api/jobs/{jobId}/events", operation_id = "followJob", tag = "jobs",
    params(
        ("jobId" = String, Path, description = "The job's id"),
        LastEventHeader
    ),
    responses(
        (status = 200, description = "Events with the job's body", body = String, content_type = "text/event-stream"),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody),
        (status = 429, description = "Too many open streams", body = ErrorBody)
    )
)]
async fn job_events(
    State(sessions): State<Arc<Sessions>>,
    State(streams): State<Streams>,
    State(limits): State<Limits>,
    State(access): State<Access>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let looks = looks(&sessions.subscriptions, PACE, LOOK);
    let job = owned_job(&sessions, &caller, &job_id).await?;
    let user = caller.0.as_str();
    let permit = limits.try_permit(Limited::EventStreams, user)?;
    let settings = streams.settings;
    let last = headers.get(LAST_EVENT_ID);
    let last = last.and_then(|id| id.to_str().ok()).map(str::to_owned);
    let end = streams.closed.child_token();
    let Caller(user, issued_at) = caller;
    let follower = Arc::new(Follower {
        sessions,
        user: user.clone(),
        job_id: job.job_id,
    });
    let events = events(follower, job, looks, last, end.clone())
        .take_until(sleep(settings.longest))
        .take_until(end.cancelled_owned())
        .take_until(access.until_refused(user, issued_at))
        .map(move |event| {
            let _held = &permit;
            Ok::<_, Infallible>(event)
        });
    let alive = KeepAlive::new().interval(settings.heart_beat);
    // axum's event streams set `no-cache`.
    let headers = [(header::CACHE_CONTROL, "no-store"), (ACCEL_BUFFERING, "no")];
    Ok((headers, Sse::new(events).keep_alive(alive)).into_response())
}

/// A user who follows a job.
struct Follower {
    sessions: Arc<Sessions>,
    user: UserId,
    job_id: SessionKey,
}

impl Follower {
    /// The job's current body. `None` if it cannot be read, which ends the stream; the client reconnects.
    async fn body(&self) -> Option<JobBody> {
        let jobs = &self.sessions.job_views;
        let owned = jobs.owned(self.user.as_str(), self.job_id).await;
        let job = owned
            .inspect_err(|error| {
                tracing::warn!(job = %self.job_id, %error, "closing an event stream: could not read its job");
            })
            .ok()??;
        JobBody::of(&self.sessions, job).await.ok()
    }
}

/// The states of a job until it is over, which cancels `end`. The state that the client already has (`last`) is not sent
/// again.
fn events(
    follower: Arc<Follower>,
    job: Job,
    looks: impl Stream<Item = ()>,
    last: Option<String>,
    end: CancellationToken,
) -> impl Stream<Item = Event> {
    let first = {
        let follower = Arc::clone(&follower);
        stream::once(async move { JobBody::of(&follower.sessions, job).await.ok() })
    };
    let later = looks.then(move |()| {
        let follower = Arc::clone(&follower);
        async move { follower.body().await }
    });
    first
        .chain(later)
        .scan(last, move |seen, body| {
            let event = body.map(|body| {
                let data = json(&body);
                let id = entity_tag::digest(data.as_bytes());
                let is_over = body.is_over();
                if is_over {
                    end.cancel();
                } else if seen.as_ref() == Some(&id) {
                    return None;
                }
                *seen = Some(id.clone());
                let event = Event::default().event(if is_over { "end" } else { "job" });
                Some(event.id(id).retry(RETRY).data(data))
            });
            std::future::ready(event)
        })
        .filter_map(std::future::ready)
}
