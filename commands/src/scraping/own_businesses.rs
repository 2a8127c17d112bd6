//! What a run asks about the businesses that the owner knows or has saved, and notes of those that it meets.

use std::sync::Arc;

use domain::ids::UserId;
use store::known::Digest;

use super::job::{JobRun, RunError};
use crate::companies::MetListings;
use crate::known::KnownBusinesses;

impl JobRun<'_> {
    /// The businesses that the owner knows.
    pub(super) async fn known_by(
        &self,
        owner: &UserId,
    ) -> Result<Option<Arc<KnownBusinesses>>, RunError> {
        self.in_time(self.ports.known.of(owner)).await
    }

    /// Begins to meet listings of what the owner has saved; none if that is nothing.
    pub(super) async fn saved_by(&self, owner: &UserId) -> Result<Option<MetListings>, RunError> {
        self.in_time(self.ports.listing_changes.of(owner)).await
    }

    /// Notes how those that were met differ from what was saved. If that fails, the next run does.
    pub(super) async fn note_changes(&self, met: &MetListings) {
        if let Err(error) = self.ports.listing_changes.note(met).await {
            tracing::warn!(job = %self.session, %error, "changes of saved companies are not noted yet");
        }
    }

    /// What the job has left out in the cities before one, whichever run did.
    pub(super) async fn left_out_before(&self, city: u32) -> Result<Vec<Digest>, RunError> {
        let noted = &self.ports.left_out;
        self.in_time(noted.before(self.session, city)).await
    }

    /// Notes what was left out in a city, before it is done.
    pub(super) async fn note_left_out(
        &self,
        owner: &UserId,
        city: u32,
        businesses: &[Digest],
    ) -> Result<(), RunError> {
        let noted = &self.ports.left_out;
        self.in_time(noted.note(owner, self.session, city, businesses))
            .await
    }

    /// Forgets it once the job has ended. If that fails, it is erased with its user.
    pub(super) async fn forget_left_out(&self) {
        let forgotten = self.in_time(self.ports.left_out.forget(self.session)).await;
        if let Err(error) = forgotten {
            tracing::warn!(job = %self.session, %error, "what a search left out is kept");
        }
    }
}
