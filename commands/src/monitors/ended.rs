//! The end of a run, in the commit that ends its job.

use async_trait::async_trait;
use domain::ids::{MonitorId, SessionKey};
use domain::monitor::{Monitor, MonitorCommand, RunOutcome, RunTotals};
use domain::scrape_job::{RunCounts, ScrapeJob, ScrapeJobCommand};
use store::aggregates::AggregateStore;

use crate::dispatcher::{CommandPart, Decision, PartError, on};

/// Ends the run of a monitor together with its job. What it came to is counted from the job as it is at that moment: the
/// job's own part of the command fails the commit if it has moved on since.
struct RunEnd {
    monitor: MonitorId,
    session: SessionKey,
    end: ScrapeJobCommand,
}

/// The monitor's part of a command that ends a job.
pub(crate) fn run_end(
    monitor: MonitorId,
    session: SessionKey,
    end: ScrapeJobCommand,
) -> Box<dyn CommandPart> {
    Box::new(RunEnd {
        monitor,
        session,
        end,
    })
}

impl RunEnd {
    /// `None` if the enrichment of its rows comes first.
    fn command(&self, job: &ScrapeJob) -> Option<MonitorCommand> {
        use domain::scrape_job::EnrichmentCommand as Enrichment;
        let mut counts: RunCounts = job.run_counts().clone();
        let (outcome, reason) = match &self.end {
            ScrapeJobCommand::Complete {
                found, may_enrich, ..
            } => {
                if *may_enrich && job.wants_enrichment() && job.delivered() > 0 {
                    return None;
                }
                counts.found.clone_from(found);
                (RunOutcome::Completed, None)
            }
            ScrapeJobCommand::Fail { reason } => (RunOutcome::Failed, Some(reason.clone())),
            ScrapeJobCommand::Cancel { .. } if job.status().is_end() => {
                // Only the enrichment of its rows is cancelled.
                (RunOutcome::Completed, None)
            }
            ScrapeJobCommand::Cancel { .. } => (RunOutcome::Cancelled, None),
            ScrapeJobCommand::Enrichment(Enrichment::Complete { .. } | Enrichment::Fail { .. }) => {
                (RunOutcome::Completed, None)
            }
            ScrapeJobCommand::Enrichment(
                Enrichment::Start { .. } | Enrichment::EnrichRows { .. },
            )
            | ScrapeJobCommand::Queue { .. }
            | ScrapeJobCommand::Start { .. }
            | ScrapeJobCommand::DeliverRows { .. }
            | ScrapeJobCommand::ReadWebsites { .. }
            | ScrapeJobCommand::DeliverChanges { .. }
            | ScrapeJobCommand::FinishCity { .. } => return None,
        };
        Some(MonitorCommand::EndRun {
            session: self.session,
            outcome,
            counts: Box::new(RunTotals {
                delivered: job.delivered(),
                counts,
            }),
            reason,
        })
    }
}

#[async_trait]
impl CommandPart for RunEnd {
    fn names(&self, tell: &mut dyn FnMut(&'static str, &'static str)) {
        tell("Monitor", "EndRun");
    }

    fn is_of_user(&self, _id: &str) -> bool {
        false
    }

    fn turn(&self, turns: usize) -> usize {
        on::<Monitor>(self.monitor.to_string(), Vec::new()).turn(turns)
    }

    async fn decide(
        &self,
        store: &AggregateStore,
        metadata: &str,
        fresh: bool,
    ) -> Result<Decision, PartError> {
        let id = self.session.to_string();
        let job = if fresh {
            store.refresh::<ScrapeJob>(&id).await
        } else {
            store.load::<ScrapeJob>(&id).await
        };
        let job = job.map_err(PartError::Store)?;
        let command = self.command(job.aggregate());
        let part = on::<Monitor>(
            self.monitor.to_string(),
            command.into_iter().collect::<Vec<_>>(),
        );
        part.decide(store, metadata, fresh).await
    }
}
