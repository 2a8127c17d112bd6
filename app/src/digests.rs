//! What users' scheduled searches have found, for the e-mails about them.

use std::sync::Arc;

use async_trait::async_trait;
use commands::Clock;
use commands::mail::{DigestLine, DigestRun, DigestSource};
use commands::monitors::{ChangesOf, Monitors, Told};
use domain::ids::{MonitorId, SessionKey, UserId};
use jiff::Timestamp;
use places::Place;
use projections::credit_status::CreditStatusQuery;
use projections::jobs::JobsQuery;
use projections::monitor_runs::{MonitorRunsQuery, RunListed};
use projections::monitors::MonitorsQuery;
use store::StoreError;
use store::documents::Documents;

/// Businesses that are named of each kind.
const NAMED: u32 = 5;
/// Runs that are looked at.
const MOST: u32 = 200;

/// Runs as the read models and the documents have them.
pub(crate) struct Digests {
    pub(crate) monitors: Monitors,
    pub(crate) list: MonitorsQuery,
    pub(crate) runs: MonitorRunsQuery,
    pub(crate) jobs: JobsQuery,
    pub(crate) documents: Documents,
    pub(crate) credits: CreditStatusQuery,
    pub(crate) clock: Arc<dyn Clock>,
}

#[async_trait]
impl DigestSource for Digests {
    async fn since(&self, user: &UserId, after: Timestamp) -> Result<Vec<DigestRun>, StoreError> {
        let monitors = self.list.listed(user.as_str()).await?;
        let ids: Vec<MonitorId> = monitors.iter().map(|monitor| monitor.id).collect();
        let until = self.clock.now();
        let mut runs = self.runs.notices(&ids, (after, until), MOST).await?;
        runs.reverse();
        let mut told = Vec::new();
        for run in runs {
            let monitor = monitors.iter().find(|monitor| monitor.id == run.monitor);
            let Some((monitor, session)) = monitor.zip(run.session) else {
                continue;
            };
            told.push(DigestRun {
                monitor: run.monitor,
                name: monitor.created.search.name(),
                session,
                ended_at: run.ended_at.unwrap_or(run.at),
                new: run.new,
                changed: run.changed,
                gone: run.gone,
                paid: run.paid.into(),
                spent: run.spent.into(),
                budget: run.budget.into(),
                lines: self.lines(user, session, &run).await?,
            });
        }
        Ok(told)
    }

    async fn credits_left(&self, user: &UserId) -> Result<i64, StoreError> {
        let balance = self.credits.at(user.as_str(), self.clock.now()).await?;
        Ok(balance.map_or(0, |balance| balance.available()))
    }
}

impl Digests {
    async fn lines(
        &self,
        user: &UserId,
        session: SessionKey,
        run: &RunListed,
    ) -> Result<Vec<DigestLine>, StoreError> {
        let job = self.jobs.owned(user.as_str(), session).await?;
        let delivered = job.map_or(0, |job| job.delivered);
        let mut lines = Vec::new();
        if run.new > 0 {
            let rows = self
                .documents
                .read(session, 0, NAMED.min(run.new), delivered);
            let rows = rows.await?.into_iter();
            let places = rows.filter_map(|(_, row)| serde_json::from_str::<Place>(&row).ok());
            lines.extend(places.map(|place| DigestLine::Added {
                name: place.name,
                city: place.city.unwrap_or_default(),
            }));
        }
        if run.changed > 0 {
            let part = (ChangesOf::Changed, None, NAMED);
            let told = self.monitors.told(user, session, delivered, part).await?;
            lines.extend(told.into_iter().map(|(_, told)| changed(told)));
        }
        Ok(lines)
    }
}

fn changed(told: Told) -> DigestLine {
    let name = told.name;
    match told.fields.into_iter().next() {
        Some(field) => DigestLine::Changed {
            name,
            field: field.field.as_str().to_owned(),
            before: field.change.before,
            after: field.change.after,
        },
        None => DigestLine::Changed {
            name,
            field: "position".to_owned(),
            before: None,
            after: told.meters.map(|meters| format!("{meters} m away")),
        },
    }
}
