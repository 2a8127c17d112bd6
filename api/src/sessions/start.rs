//! Starts of searches, which are found again if they are repeated.
//!
//! The caller holds the user's permit for starts ([`StartCaller`](crate::http::caller::StartCaller)) until the views
//! show the job, so that open jobs are counted for one start at a time.

use commands::monitors::answering;
use domain::ids::SessionKey;
use domain::scrape_job::{JobKind, Search};
use places::{Answers, LiveLook, Question, SourceError, Sources, UsState, Where};
use store::log::CommandRecord;

use super::admission::admit_start;
use super::answer_words::refusal;
use super::asked::Asked;
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::Starts;

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
    pub(crate) asked: Asked,
    /// What answers it; unknown for an earlier call, which stays started whatever answers it now.
    pub(crate) answers: Option<Answers>,
}

impl Start {
    /// Queues the search and waits until the views show it. Refused if not one row could be paid, the plan cannot
    /// `enrich`, nothing answers the search, or the user may not have one more job.
    pub(crate) async fn run(self, starts: &Starts, caller: &Caller) -> Result<Started, ApiError> {
        let Self {
            search,
            kind,
            enrich,
            record,
        } = self;
        let (jobs, user) = (&starts.jobs, &caller.0);
        // Before the sources are determined, which costs more.
        if let Some(session) = jobs.may_start(user, enrich, record.as_ref()).await? {
            return Ok(Started {
                session,
                asked: Asked::of(starts, search).await?,
                answers: None,
            });
        }
        let asked = Asked::of(starts, search).await?;
        let answers = answered(starts, &asked).await?;
        let open_jobs = admit_start(starts, caller, &answers).await?;
        let queued = asked.search.clone();
        let queued = queued.answered_by(answering(&answers.parts, answers.unknown.clone()));
        let queued = jobs.start(user, queued, kind, enrich, open_jobs, record);
        let (session, cursor) = queued.await?;
        projections::caught_up(&starts.subscriptions, cursor).await;
        Ok(Started {
            session,
            asked,
            answers: Some(answers),
        })
    }
}

/// What answers a search; refused if nothing covers any of its parts.
pub(crate) async fn answered(starts: &Starts, asked: &Asked) -> Result<Answers, ApiError> {
    let answers = answers(&starts.sources, asked, LiveLook::Look).await?;
    if answers.parts.is_empty() {
        return Err(ApiError::not_covered(refusal(&asked.search, &answers)));
    }
    Ok(answers)
}

/// What would answer a search.
pub(crate) async fn answers(
    sources: &Sources,
    asked: &Asked,
    look: LiveLook,
) -> Result<Answers, ApiError> {
    let search = &asked.search;
    let unreadable = |error: SourceError| {
        tracing::error!(%error, "could not determine the sources of a search");
        ApiError::unavailable("The listings cannot be read at the moment. Please try again.")
    };
    let state = UsState::from_code(search.state_code());
    if search.is_wide() {
        let answers = sources.answering_widely(&search.term, state).await;
        return answers.map_err(unreadable);
    }
    let place = if search.area.is_some() {
        Where::Regions(&asked.regions)
    } else {
        let state = state.ok_or_else(|| ApiError::invalid("Please enter a state code"))?;
        Where::Cities(state, &search.cities)
    };
    let question = Question {
        term: &search.term,
        place,
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
