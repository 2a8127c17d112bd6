//! A monitor's run: everything that its sources have is compared with what the monitor knows, and what is new or has
//! changed is delivered slice by slice, new ones first, as far as the month's budget and the user's credits go.

mod delivering;
mod known;

use std::collections::HashSet;
use std::sync::Arc;

use domain::ids::UserId;
use domain::personal::Closed;
use domain::scrape_job::{CompletionReason, MonitorRun, RunFound, ScrapeJob, Search};
use places::Place;
use store::StoreError;
use store::monitors::{Known, Pending};
use store::user_keys::UserKey;

use super::job::{JobRun, RunError};
use super::search::{Answering, Takes, start, through_cities};
use super::takeover;
use crate::companies::MetListings;
use crate::known::KnownBusinesses;
use crate::monitors::{Asked, Comparison, Found, Releases, Results, ask, fold_open_runs};
use crate::session_end::SessionEnd;

/// Rows that are read at a time.
const PAGE: u32 = 500;

/// Takes the run from where the job is to its end.
pub(super) async fn watch(
    run: &JobRun<'_>,
    owner: &UserId,
    search: &Search,
    of: &MonitorRun,
) -> Result<(), RunError> {
    takeover::from_earlier_run(run, owner).await?;
    let job = run.job().await?;
    if !job.status().is_runnable() {
        return Err(RunError::ended(job.status()));
    }
    let (documents, log) = (&run.ports.monitors, run.ports.dispatcher.store());
    run.in_time(fold_open_runs(documents, log, of.monitor))
        .await?;
    let answering = match Answering::of(run, owner, &job, search) {
        Ok(answering) => answering,
        Err(reason) => return run.end(owner, SessionEnd::Failed(reason)).await,
    };
    let asked = match ask(&run.ports.sources, &*run.ports.facts, search).await {
        Ok(asked) => asked,
        Err(error) => return run.end(owner, SessionEnd::Failed(error.to_string())).await,
    };
    let source = start(run, &answering).await?;
    let key = run.key(owner).await?;
    let watching = Watching {
        run,
        owner,
        of,
        key: &key,
        enriches: job.wants_enrichment() && run.ports.facts.may_enrich(&source),
    };
    let found = match watching.found(&job, search, &answering, &asked).await? {
        Ok(found) => found,
        Err(reason) => return run.end(owner, SessionEnd::Failed(reason)).await,
    };
    let end = watching.deliver(&job, found, &asked.releases).await?;
    let may_enrich = run.ports.facts.may_enrich(&source);
    let end = SessionEnd::Completed {
        reason: end.reason,
        may_enrich,
        left_out: end.left_out,
        found: Some(end.found),
    };
    run.end(owner, end).await?;
    // Without it the next run begins with this.
    let folded = run
        .in_time(fold_open_runs(documents, log, of.monitor))
        .await;
    if let Err(error) = folded {
        tracing::warn!(job = %run.session, %error, "what a run found is noted by the next one");
    }
    Ok(())
}

/// What a run has to deliver and to note.
struct ToDeliver {
    results: Results,
    left_out: u32,
}

/// What came of it.
struct Delivered {
    reason: CompletionReason,
    left_out: u32,
    found: RunFound,
}

struct Watching<'r> {
    run: &'r JobRun<'r>,
    owner: &'r UserId,
    of: &'r MonitorRun,
    key: &'r UserKey,
    /// Whether each row costs another credit afterwards.
    enriches: bool,
}

/// Compares what sources give.
struct Comparing {
    comparison: Comparison,
    /// Keys of places, of which each counts once.
    seen: HashSet<String>,
    /// The businesses that the owner knows: they are not told.
    hidden: Option<Arc<KnownBusinesses>>,
    left_out: u32,
    /// The owner's saved companies.
    saved: Option<MetListings>,
}

impl Takes for Comparing {
    async fn take(
        &mut self,
        place: Place,
        part: Option<&str>,
    ) -> Result<Option<CompletionReason>, RunError> {
        if self.seen.insert(place.key.clone()) {
            let hidden = self
                .hidden
                .as_ref()
                .is_some_and(|known| known.knows(&place));
            self.left_out += u32::from(hidden);
            if let Some(saved) = &mut self.saved {
                saved.meet(&place);
            }
            self.comparison
                .take(place, part.unwrap_or_default(), hidden);
        }
        Ok(None)
    }

    async fn finish_city(&mut self, _city: u32, _found: u32) -> Result<(), RunError> {
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), RunError> {
        Ok(())
    }
}

impl Watching<'_> {
    /// What there is to deliver, or why the run fails.
    async fn found(
        &self,
        job: &ScrapeJob,
        search: &Search,
        answering: &Answering<'_>,
        asked: &Asked,
    ) -> Result<Result<ToDeliver, String>, RunError> {
        let (run, documents) = (self.run, &self.run.ports.monitors);
        let known = run.in_time(documents.known(self.of.monitor)).await?;
        if self.of.first.is_none() {
            let (last, waits) = run.in_time(documents.last_source(self.of.monitor)).await?;
            let last: Option<Releases> = last.and_then(|last| serde_json::from_str(&last).ok());
            if waits && last.is_some_and(|last| last.is_same_as(&asked.releases)) {
                return Ok(Ok(self.waiting(&known).await?));
            }
        }
        let hours = self.of.hours;
        let comparison = Comparison::new(self.key.clone(), hours, self.of.first, known);
        let mut comparing = Comparing {
            comparison: comparison.paid(&self.paid_rows().await?),
            seen: HashSet::new(),
            hidden: run.known_by(self.owner).await?,
            left_out: 0,
            saved: run.saved_by(self.owner).await?,
        };
        if let Err(reason) = through_cities(run, search, 0, answering, &mut comparing).await? {
            return Ok(Err(reason));
        }
        if let Some(saved) = &comparing.saved {
            run.note_changes(saved).await;
        }
        let session = run.session.to_string();
        let held = |part: &str, source: &str| self.held(job, part, source, &asked.releases);
        Ok(Ok(ToDeliver {
            results: comparing.comparison.finish(&session, held),
            left_out: comparing.left_out,
        }))
    }

    /// Whether a source answers for a part of the search, and with which release.
    fn held(
        &self,
        job: &ScrapeJob,
        part: &str,
        source: &str,
        releases: &Releases,
    ) -> Option<Option<String>> {
        let search = job.search()?;
        let position = search.parts().iter().position(|name| *name == part)?;
        let position = u32::try_from(position).ok()?;
        let answering = search.answering.as_ref()?.of_city(position)?;
        let answers = match answering.datasets.is_empty() {
            true => answering.service == source,
            false => answering.datasets.iter().any(|set| set == source),
        };
        answers.then(|| releases.of(source))
    }

    /// Rows of the earlier search that the monitor was made of.
    async fn paid_rows(&self) -> Result<Vec<Place>, RunError> {
        let Some(session) = self.run.known_from(self.of.monitor).await? else {
            return Ok(Vec::new());
        };
        self.run.rows_of(session, self.owner, PAGE).await
    }

    /// What an earlier run could not pay: nothing is searched.
    async fn waiting(&self, known: &[Known]) -> Result<ToDeliver, RunError> {
        let documents = &self.run.ports.monitors;
        let pending = self.run.in_time(documents.pending(self.of.monitor)).await?;
        let mut results = Results::default();
        for waits in pending {
            let is_new = waits.is_new();
            let found = self.waited(waits).map_err(RunError::from)?;
            match is_new {
                true => results.new.push(found),
                false => results.changed.push(found),
            }
        }
        let unchanged = known.len().saturating_sub(results.changed.len());
        results.unchanged = u32::try_from(unchanged).unwrap_or(u32::MAX);
        Ok(ToDeliver {
            results,
            left_out: 0,
        })
    }

    fn waited(&self, waits: Pending) -> Result<Found, StoreError> {
        let damaged = |_| StoreError::Damaged("a business that waits cannot be read".to_owned());
        let told = self.key.open(&Closed::new(waits.told.clone()));
        let told = told.map(|told| serde_json::from_str(&told));
        Ok(Found {
            place: serde_json::from_str(&waits.document).map_err(damaged)?,
            is_new: waits.is_new(),
            told: told.transpose().map_err(damaged)?.unwrap_or_default(),
            // What waits has a price.
            is_paid: false,
            known: Known {
                paid: true,
                ..waits.known
            },
        })
    }
}
