//! What a run needs of its user besides: the key, and the rows of an earlier search.

use domain::ids::{MonitorId, SessionKey, UserId};
use domain::monitor::Monitor;
use domain::scrape_job::ScrapeJob;
use places::Place;
use store::user_keys::UserKey;

use crate::scraping::job::{JobRun, RunError};

impl JobRun<'_> {
    /// The user's key.
    pub(super) async fn key(&self, owner: &UserId) -> Result<UserKey, RunError> {
        let key = self.in_time(self.ports.keys.find_or_make(owner)).await?;
        // An erasure is under way.
        key.ok_or(RunError::Overtaken)
    }

    /// The earlier search that a monitor was made of.
    pub(super) async fn known_from(
        &self,
        monitor: MonitorId,
    ) -> Result<Option<SessionKey>, RunError> {
        let store = self.ports.dispatcher.store();
        let id = monitor.to_string();
        let loaded = self.in_time(store.load::<Monitor>(&id)).await?;
        let created = loaded.aggregate().created();
        Ok(created.and_then(|created| created.known_from))
    }

    /// The rows of one of the user's searches, `page` at a time; none if it is another user's.
    pub(super) async fn rows_of(
        &self,
        session: SessionKey,
        owner: &UserId,
        page: u32,
    ) -> Result<Vec<Place>, RunError> {
        let store = self.ports.dispatcher.store();
        let id = session.to_string();
        let job = self.in_time(store.load::<ScrapeJob>(&id)).await?;
        let mut places = Vec::new();
        if job.aggregate().owner() != Some(owner) {
            return Ok(places);
        }
        let delivered = job.aggregate().delivered();
        let mut first = 0;
        while first < delivered {
            let rows = self.ports.documents.read(session, first, page, delivered);
            let rows = self.in_time(rows).await?;
            places.extend(
                rows.iter()
                    .filter_map(|(_, row)| serde_json::from_str(row).ok()),
            );
            first = first.saturating_add(page);
        }
        Ok(places)
    }
}
