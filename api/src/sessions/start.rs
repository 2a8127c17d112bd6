//! Starts of searches, which are found again if they are repeated.
//!
//! The caller holds the user's permit for starts ([`StartCaller`](crate::http::caller::StartCaller)) until the views
//! show the job, so that open jobs are counted for one start at a time.

use commands::limits::Limited;
use domain::ids::SessionKey;
use domain::scrape_job::{Answering, AnsweringPart, JobKind, OpenJobs, Search};
use jiff::{SignedDuration, Timestamp};
use places::{Answers, LiveLook, Question, SourceError, Sources, UsState};
use store::log::CommandRecord;

use super::answer_words::refusal;
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::Services;

/// The period in which unpaid jobs are counted.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// A search to start.
pub(crate) struct Start {
    pub(crate) search: Search,
    pub(crate) kind: JobKind,
    /// Enrich the rows afterwards.
    pub(crate) enrich: bool,
    /// Makes the start repeatable.
    pub(crate) record: Option<CommandRecord>,
}

/// A search that was started, now or by an earlier identical call.
pub(crate) struct Started {
    pub(crate) session: SessionKey,
    pub(crate) search: Search,
    /// What answers it; unknown for an earlier call, which stays started whatever answers it now.
    pub(crate) answers: Option<Answers>,
}

impl Start {
    /// Queues the search and waits until the views show it. Refused if not one row could be paid, the plan cannot
    /// `enrich`, nothing answers the search, or the user may not have one more job.
    pub(crate) async fn run(
        self,
        services: &Services,
        caller: &Caller,
    ) -> Result<Started, ApiError> {
        let Self {
            search,
            kind,
            enrich,
            record,
        } = self;
        let (jobs, user) = (&services.jobs, &caller.0);
        // Before the sources are determined, which costs more.
        if let Some(session) = jobs.may_start(user, enrich, record.as_ref()).await? {
            return Ok(Started {
                session,
                search,
                answers: None,
            });
        }
        let answers = answered(services, &search).await?;
        let open_jobs = open_jobs(services, caller).await?;
        unpaid_jobs_are_few(services, caller).await?;
        let parts = answers.parts.iter();
        let names: Vec<_> = parts.map(|part| part.source.descriptor().name).collect();
        if let Some(message) = all_used_up(services, caller, &names).await? {
            let wait = services.live.next_day_in().as_secs();
            let seconds = u32::try_from(wait).unwrap_or(u32::MAX);
            return Err(ApiError::too_many(message, seconds.saturating_add(1)));
        }
        let queued = search.clone().answered_by(answering(&answers));
        let queued = jobs.start(user, queued, kind, enrich, open_jobs, record);
        let (session, cursor) = queued.await?;
        projections::caught_up(&services.subscriptions, cursor).await;
        Ok(Started {
            session,
            search,
            answers: Some(answers),
        })
    }
}

/// What answers a search; refused if nothing covers any of its cities.
pub(crate) async fn answered(services: &Services, search: &Search) -> Result<Answers, ApiError> {
    let answers = answers(&services.sources, search, LiveLook::Look).await?;
    if answers.parts.is_empty() {
        return Err(ApiError::not_covered(refusal(search, &answers)));
    }
    Ok(answers)
}

/// The same as the log records it.
fn answering(answers: &Answers) -> Answering {
    let parts = answers.parts.iter().map(|part| AnsweringPart {
        service: part.source.descriptor().name,
        datasets: part.datasets.iter().map(|set| set.name.clone()).collect(),
        cities: part.cities.clone(),
    });
    Answering {
        parts: parts.collect(),
        unknown: answers.unknown.clone(),
    }
}

/// What would answer a search.
pub(crate) async fn answers(
    sources: &Sources,
    search: &Search,
    look: LiveLook,
) -> Result<Answers, ApiError> {
    let unreadable = |error: SourceError| {
        tracing::error!(%error, "could not determine the sources of a search");
        ApiError::unavailable("The listings cannot be read at the moment. Please try again.")
    };
    let state = UsState::from_code(search.state_code());
    if search.is_wide() {
        let answers = sources.answering_widely(&search.term, state).await;
        return answers.map_err(unreadable);
    }
    let question = Question {
        term: &search.term,
        state: state.ok_or_else(|| ApiError::invalid("Please enter a state code"))?,
        cities: &search.cities,
        source: search.source.as_deref(),
    };
    let answers = sources
        .answering(question, look)
        .await
        .map_err(unreadable)?;
    answers.ok_or_else(|| {
        let name = search.source.as_deref().unwrap_or_default();
        let all = sources.all().into_iter();
        let enabled: Vec<String> = all.map(|source| source.descriptor().name).collect();
        let enabled = enabled.join(", ");
        ApiError::invalid(if Sources::NAMES.contains(&name) {
            format!("The maps service '{name}' is not enabled here. Choose one of: {enabled}.")
        } else {
            format!("There is no maps service called '{name}'. Choose one of: {enabled}.")
        })
    })
}

/// How many jobs the user has open. How many one may have is for the aggregate to judge.
pub(crate) async fn open_jobs(services: &Services, caller: &Caller) -> Result<OpenJobs, ApiError> {
    let open = services.job_views.open_jobs(caller.0.as_str()).await?;
    let most = services.limits.most(Limited::OpenJobs);
    Ok(OpenJobs { open, most })
}

/// 429 for a user whose searches have ended without a row all day.
async fn unpaid_jobs_are_few(services: &Services, caller: &Caller) -> Result<(), ApiError> {
    let yesterday = services.clock.now().saturating_sub(DAY);
    let since = yesterday.unwrap_or(Timestamp::MIN);
    let unpaid = services.job_views.unpaid_since(caller.0.as_str(), since);
    if unpaid.await? >= services.limits.most(Limited::UnpaidJobs) {
        return Err(services.limits.refusal(Limited::UnpaidJobs).into());
    }
    Ok(())
}

/// Why none of these services can be asked for the user today; `None` if one can.
pub(crate) async fn all_used_up(
    services: &Services,
    caller: &Caller,
    names: &[String],
) -> Result<Option<String>, ApiError> {
    let mut refused = None;
    for name in names {
        match services.live.used_up(&caller.0, name).await? {
            None => return Ok(None),
            Some(used_up) => refused = Some((used_up, name)),
        }
    }
    Ok(refused.map(|(used_up, name)| {
        let source = services.sources.by_name(name);
        let name = source.map_or_else(|| name.clone(), |source| source.descriptor().label);
        format!(
            "{name} cannot be searched any more today: {used_up}. Nothing was started or charged. Try again \
             tomorrow (days begin at midnight UTC), or choose another source."
        )
    }))
}
