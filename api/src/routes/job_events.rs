//! A job as it goes on: server-sent events, each with the whole state.
//!
//! Since every event is a whole state, its id is a digest of it: whoever comes back with the last id misses
//! nothing and hears nothing twice, whichever process answers. A slow reader is not queued for: the state is
//! read when there is room to send it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use domain::ids::SessionKey;
use futures::Stream;
use futures::stream::unfold;
use projections::jobs::{Job, changes};
use store::subscriptions::Progress;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::entity_tag;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiPath;
use crate::sessions::job_body::JobBody;
use crate::sessions::owned_job;
use crate::sessions::rows::json;
use crate::state::AppState;
use commands::user_places::UserPlace;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(job_events))
}

/// Between two looks at a job at least.
const PACE: Duration = Duration::from_millis(250);
/// A job is looked at after that long, even where nothing says that it has changed: another version's table
/// may answer.
const LOOK: Duration = Duration::from_secs(2);
/// When a browser comes back after its stream broke.
const RETRY: Duration = Duration::from_secs(2);

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Proxies that understand it pass each event on at once.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The header, for the API's document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only its shape is used")]
struct LastEventHeader {
    /// The id of the last event that came: the same state is not sent again.
    #[param(rename = "Last-Event-ID", required = false)]
    id: String,
}

/// Where a job stands, whenever that changes. Each event has the whole body of the job as its data and an id:
/// `job` while the job or the enrichment of its rows is under way, `end` as the last one. A stream that breaks
/// without `end` is to be opened again, with the last id.
#[utoipa::path(
    get, path = "/api/jobs/{jobId}/events", operation_id = "followJob", tag = "jobs",
    params(
        ("jobId" = String, Path, description = "The job's id"),
        LastEventHeader
    ),
    responses(
        (status = 200, description = "Events, each with the job's body", body = String, content_type = "text/event-stream"),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody),
        (status = 429, description = "Too many open streams", body = ErrorBody)
    )
)]
async fn job_events(
    State(state): State<AppState>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let job = owned_job(&state, &caller, &job_id).await?;
    let streams = &state.services.streams;
    let place = streams.open(caller.0.as_str())?;
    let settings = *streams.settings();
    let last = headers.get(LAST_EVENT_ID);
    let following = Following {
        changes: changes(&state.services.subscriptions),
        job_id: job.job_id,
        first: Some(job),
        caller,
        seen: last.and_then(|id| id.to_str().ok()).map(str::to_owned),
        look_at: Instant::now(),
        end_at: Instant::now() + settings.longest,
        is_over: false,
        _place: place,
        state,
    };
    let alive = KeepAlive::new().interval(settings.heart_beat);
    let headers = [(header::CACHE_CONTROL, "no-store"), (ACCEL_BUFFERING, "no")];
    Ok((headers, Sse::new(following.events()).keep_alive(alive)).into_response())
}

/// A job on its way to somebody who follows it.
struct Following {
    state: AppState,
    caller: Caller,
    job_id: SessionKey,
    /// The job as it was found.
    first: Option<Job>,
    changes: Option<watch::Receiver<Progress>>,
    /// The id of the state that the reader has.
    seen: Option<String>,
    look_at: Instant,
    end_at: Instant,
    is_over: bool,
    _place: UserPlace,
}

impl Following {
    fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        unfold(Box::new(self), |mut following| async {
            let streams = Arc::clone(&following.state.services.streams);
            let event = tokio::select! {
                () = streams.closed() => None,
                () = sleep_until(following.end_at) => None,
                event = following.next() => event,
            };
            event.map(|event| (Ok(event), following))
        })
    }

    /// The next event; nothing after the end, or where the job cannot be read: the reader comes back.
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        loop {
            sleep_until(self.look_at).await;
            if let Some(changes) = &mut self.changes {
                changes.mark_unchanged();
            }
            self.look_at = Instant::now() + PACE;
            let body = self.body().await?;
            let data = json(&body);
            let id = entity_tag::digest(data.as_bytes());
            self.is_over = body.is_over();
            if self.is_over || self.seen.as_ref() != Some(&id) {
                let name = if self.is_over { "end" } else { "job" };
                self.seen = Some(id.clone());
                return Some(Event::default().event(name).id(id).retry(RETRY).data(data));
            }
            self.changed().await;
        }
    }

    /// Until the job may have changed.
    async fn changed(&mut self) {
        let Some(changes) = &mut self.changes else {
            return tokio::time::sleep(LOOK).await;
        };
        // Where the views have stopped, the process is about to: the look tells.
        let _changed_or_due = timeout(LOOK, changes.changed()).await;
    }

    async fn body(&mut self) -> Option<JobBody> {
        let job = match self.first.take() {
            Some(job) => job,
            None => self.job().await?,
        };
        JobBody::of(&self.state, job).await.ok()
    }

    async fn job(&self) -> Option<Job> {
        let jobs = &self.state.services.job_views;
        let owned = jobs.owned(self.caller.0.as_str(), self.job_id).await;
        owned
            .inspect_err(|error| tracing::warn!(job = %self.job_id, %error, "a stream of events ends: its job cannot be read"))
            .ok()
            .flatten()
    }
}
