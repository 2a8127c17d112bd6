//! What runs have found, for their owners.

use domain::ids::{SessionKey, UserId};
use domain::personal::Closed;
use domain::scrape_job::{ScrapeJob, Search};
use store::StoreError;
use store::monitors::ChangeKind;

use super::kept::Told;
use super::start::Monitors;
use crate::error::CommandError;

/// Which changes of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangesOf {
    New,
    Changed,
    Gone,
}

impl ChangesOf {
    const fn kinds(self) -> &'static [ChangeKind] {
        match self {
            Self::New => &[ChangeKind::New],
            Self::Changed => &[ChangeKind::Changed],
            Self::Gone => &[ChangeKind::Missing, ChangeKind::Delisted],
        }
    }
}

impl Monitors {
    /// What a run of the user's has found, with numbers: of new and changed businesses, those of their rows. Those after
    /// a number, at most `limit`. What was erased is missing.
    pub async fn told(
        &self,
        user: &UserId,
        session: SessionKey,
        delivered: u32,
        (which, after, limit): (ChangesOf, Option<u32>, u32),
    ) -> Result<Vec<(u32, Told)>, StoreError> {
        let documents = &self.ports.documents;
        let told = documents.told(session, which.kinds(), delivered, after, limit);
        let told = told.await?;
        let Some(key) = self.ports.keys.find(user).await? else {
            return Ok(Vec::new());
        };
        let told = told.into_iter().filter_map(|change| {
            let text = key.open(&Closed::new(change.told))?;
            let told = serde_json::from_str(&text).ok()?;
            Some((u32::try_from(change.n).ok()?, told))
        });
        Ok(told.collect())
    }

    /// The search of one of the user's sessions.
    pub async fn search_of(
        &self,
        user: &UserId,
        session: SessionKey,
    ) -> Result<Search, CommandError> {
        let store = self.ports.dispatcher.store();
        let job = store.load::<ScrapeJob>(&session.to_string()).await?;
        let job = job.aggregate();
        let search = job.search().filter(|_| job.owner() == Some(user)).cloned();
        search.ok_or(CommandError::NotFound("search"))
    }
}
