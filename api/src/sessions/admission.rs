//! Whether a user may have one more job, and the start of a search, which is found again where it is repeated.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use commands::jobs::Jobs;
use commands::limits::{Limited, Permit};
use domain::ids::SessionKey;
use domain::scrape_job::{JobKind, OpenJobs, Search};
use jiff::{SignedDuration, Timestamp};
use store::log::CommandRecord;

use super::source::{answered, cities_at, rows_at_most};
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::http::idempotency::Repeatable;
use crate::state::AppState;

/// For which unpaid jobs are counted.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The user may have one more job. Open jobs are counted one start at a time, so it is held until the views show the job.
pub(crate) struct Admission {
    pub(crate) open_jobs: OpenJobs,
    _permit: Permit,
}

impl Admission {
    /// 429 where the user's other starts take too long, or their searches end for nothing all day. How many jobs may be
    /// open is the aggregate's to judge.
    pub(crate) async fn of(state: &AppState, caller: &Caller) -> Result<Self, ApiError> {
        let services = &state.services;
        let (limits, user) = (&services.limits, caller.0.as_str());
        let permit = limits.permit(Limited::Starts, user).await?;
        let open = services.job_views.open_jobs(user).await?;
        let most = limits.most(Limited::OpenJobs);
        Ok(Self {
            open_jobs: OpenJobs { open, most },
            _permit: permit,
        })
    }

    /// The same for a search, which only services may answer that the user has not used up for today.
    async fn of_search(
        state: &AppState,
        caller: &Caller,
        search: &Search,
    ) -> Result<Self, ApiError> {
        let admission = Self::of(state, caller).await?;
        let services = &state.services;
        let limits = &services.limits;
        let now = services.clock.now();
        let yesterday = now.saturating_sub(DAY).unwrap_or(Timestamp::MIN);
        let unpaid = services
            .job_views
            .unpaid_since(caller.0.as_str(), yesterday);
        if unpaid.await? >= limits.most(Limited::UnpaidJobs) {
            return Err(limits.refusal(Limited::UnpaidJobs).into());
        }
        let parts = search
            .answering
            .iter()
            .flat_map(|answering| &answering.parts);
        let names = parts.map(|part| part.service.as_str());
        if let Some(message) = all_used_up(state, caller, names).await? {
            let wait = services.live.next_day_in().as_secs();
            let seconds = u32::try_from(wait).unwrap_or(u32::MAX);
            return Err(ApiError::too_many(message, seconds.saturating_add(1)));
        }
        Ok(admission)
    }
}

/// A search that the user starts, or has started before by the same call.
pub(crate) struct Start {
    record: Option<CommandRecord>,
    pub(crate) earlier: Option<SessionKey>,
}

/// A search with what will answer it.
pub(crate) struct Found {
    pub(crate) search: Search,
    /// How many rows there are at most, where the sources can tell.
    pub(crate) rows: Option<u64>,
    /// Cities that nothing covers.
    pub(crate) skipped_cities: Vec<String>,
    /// Cities that nobody knows.
    pub(crate) unknown_cities: Vec<String>,
}

impl Start {
    /// Looks for the same start before. `record` makes it repeatable.
    pub(crate) async fn of(jobs: &Jobs, record: Option<CommandRecord>) -> Result<Self, ApiError> {
        let earlier = jobs.first_session(record.as_ref()).await?;
        Ok(Self {
            earlier: earlier.map(|(session, _)| session),
            record,
        })
    }

    /// What answers the search; refused where nothing does, where not one row could be paid, or where the plan has no
    /// facts to `enrich` its rows with. What was started before stays started, whatever covers it now.
    pub(crate) async fn find(
        &self,
        state: &AppState,
        caller: &Caller,
        search: Search,
        enrich: bool,
    ) -> Result<Found, ApiError> {
        let services = &state.services;
        if self.earlier.is_none() {
            // Before the search is looked up, which costs more.
            services.jobs.may_start(&caller.0, enrich).await?;
        }
        match answered(services, caller, search.clone()).await {
            Ok((search, answers)) => Ok(Found {
                rows: rows_at_most(services, caller, &answers, &search).await,
                skipped_cities: cities_at(&search, &answers.uncovered),
                unknown_cities: cities_at(&search, &answers.unknown),
                search,
            }),
            Err(_) if self.earlier.is_some() => Ok(Found {
                search,
                rows: None,
                skipped_cities: Vec::new(),
                unknown_cities: Vec::new(),
            }),
            Err(refused) => Err(refused),
        }
    }

    /// Queues the search where the user may have one more job, and waits until the views show it.
    pub(crate) async fn queue(
        self,
        state: &AppState,
        caller: &Caller,
        search: Search,
        kind: JobKind,
        enrich: bool,
    ) -> Result<SessionKey, ApiError> {
        if let Some(earlier) = self.earlier {
            return Ok(earlier);
        }
        let services = &state.services;
        let admission = Admission::of_search(state, caller, &search).await?;
        let open_jobs = admission.open_jobs;
        let jobs = &services.jobs;
        let started = jobs.start(&caller.0, search, kind, enrich, open_jobs, self.record);
        let (session, cursor) = started.await?;
        projections::caught_up(&services.subscriptions, cursor).await;
        Ok(session)
    }
}

impl<S> FromRequestParts<S> for Start
where
    S: Send + Sync,
    Jobs: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Ok(Repeatable(record)) = Repeatable::from_request_parts(parts, state).await;
        Self::of(&Jobs::from_ref(state), record).await
    }
}

/// What the caller is told where each of these services is live and used up for today.
pub(crate) async fn all_used_up(
    state: &AppState,
    caller: &Caller,
    services: impl Iterator<Item = &str>,
) -> Result<Option<String>, ApiError> {
    let mut refused = None;
    for service in services {
        match state.services.live.used_up(&caller.0, service).await? {
            None => return Ok(None),
            Some(used_up) => refused = Some((used_up, service)),
        }
    }
    Ok(refused.map(|(used_up, service)| {
        let source = state.services.sources.by_name(service);
        let name = source.map_or_else(|| service.to_owned(), |source| source.descriptor().label);
        format!(
            "{name} cannot be searched any more today: {used_up}. Nothing was started or charged. Try again \
             tomorrow (days begin at midnight UTC), or choose another source."
        )
    }))
}
