//! A monitor's run: everything that its sources have is compared with what the monitor knows, and what is new or has
//! changed is delivered slice by slice, new ones first, as far as the month's budget and the user's credits go.

mod delivering;
mod known;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::ids::UserId;
use domain::personal::Closed;
use domain::scrape_job::{CompletionReason, MonitorRun, RunFound, Search};
use places::Place;
use store::StoreError;
use store::monitors::Pending;
use store::user_keys::UserKey;

use super::job::{JobRun, RunError};
use super::search::{Answering, Takes, start, through_cities};
use super::takeover;
use crate::companies::MetListings;
use crate::known::KnownBusinesses;
use crate::monitors::{Asked, Comparison, Releases, Results, Told, ask, fold_open_runs};
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
    let own = Some((run.session, run.lease()));
    run.in_time(fold_open_runs(documents, log, of.monitor, own))
        .await?
        .then_some(())
        .ok_or(RunError::LeaseLost)?;
    let asked = match ask(&run.ports.sources, &*run.ports.facts, search).await {
        Ok(asked) => asked,
        Err(error) => return run.end(owner, SessionEnd::Failed(error.to_string())).await,
    };
    // What answers now: at the slot it may have been away, or had another release.
    let search = &Search {
        answering: Some(asked.answering.clone()),
        ..search.clone()
    };
    let answering = match Answering::of(run, owner, &job, search) {
        Ok(answering) => answering,
        Err(reason) => return run.end(owner, SessionEnd::Failed(reason)).await,
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
    let found = match watching.found(search, &answering, &asked).await? {
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
        .in_time(fold_open_runs(documents, log, of.monitor, None))
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
        search: &Search,
        answering: &Answering<'_>,
        asked: &Asked,
    ) -> Result<Result<ToDeliver, String>, RunError> {
        let (run, documents) = (self.run, &self.run.ports.monitors);
        let known = run.in_time(documents.known(self.of.monitor)).await?;
        let pending = run.in_time(documents.pending(self.of.monitor)).await?;
        let comparison = Comparison::new(self.key.clone(), self.of.hours, self.of.first, known);
        let mut comparing = Comparing {
            comparison: comparison.paid(&self.paid_rows().await?).waiting(&pending),
            seen: HashSet::new(),
            hidden: run.known_by(self.owner).await?,
            left_out: 0,
            saved: None,
        };
        if !pending.is_empty() && self.has_nothing_newer(&asked.releases).await? {
            return Ok(Ok(self.waiting(comparing, pending).await?));
        }
        comparing.saved = run.saved_by(self.owner).await?;
        if let Err(reason) = through_cities(run, search, 0, answering, &mut comparing).await? {
            return Ok(Err(reason));
        }
        if let Some(saved) = &comparing.saved {
            run.note_changes(saved).await;
        }
        let session = run.session.to_string();
        let held = |part: &str, source: &str| held(search, part, source, &asked.releases);
        Ok(Ok(ToDeliver {
            results: comparing.comparison.finish(&session, held),
            left_out: comparing.left_out,
        }))
    }

    /// Whether the sources have what they had at the last run that completed.
    async fn has_nothing_newer(&self, releases: &Releases) -> Result<bool, RunError> {
        let (run, documents) = (self.run, &self.run.ports.monitors);
        let (last, _) = run.in_time(documents.last_source(self.of.monitor)).await?;
        let last: Option<Releases> = last.and_then(|last| serde_json::from_str(&last).ok());
        Ok(last.is_some_and(|last| last.is_same_as(releases)))
    }

    /// Rows of the earlier search that the monitor was made of.
    async fn paid_rows(&self) -> Result<Vec<Place>, RunError> {
        let Some(session) = self.run.known_from(self.of.monitor).await? else {
            return Ok(Vec::new());
        };
        self.run.rows_of(session, self.owner, PAGE).await
    }

    /// What an earlier run could not pay: nothing is searched. What this run has delivered of it before it was interrupted
    /// is known by now.
    async fn waiting(
        &self,
        mut comparing: Comparing,
        pending: Vec<Pending>,
    ) -> Result<ToDeliver, RunError> {
        let damaged = |_| StoreError::Damaged("a business that waits cannot be read".to_owned());
        let mut told = HashMap::new();
        for waits in pending {
            let place: Place = serde_json::from_str(&waits.document).map_err(damaged)?;
            if let Some(text) = self.key.open(&Closed::new(waits.told)) {
                let of_place: Told = serde_json::from_str(&text).map_err(damaged)?;
                told.insert(place.key.clone(), of_place);
            }
            comparing.take(place, Some(&waits.known.part)).await?;
        }
        Ok(ToDeliver {
            results: comparing.comparison.waited(told),
            left_out: comparing.left_out,
        })
    }
}

/// Whether a source answers for a part of the search, and with which release.
fn held(search: &Search, part: &str, source: &str, releases: &Releases) -> Option<Option<String>> {
    let position = search.parts().iter().position(|name| *name == part)?;
    let position = u32::try_from(position).ok()?;
    let answering = search.answering.as_ref()?.of_city(position)?;
    let answers = match answering.datasets.is_empty() {
        true => answering.service == source,
        false => answering.datasets.iter().any(|set| set == source),
    };
    answers.then(|| releases.of(source))
}
