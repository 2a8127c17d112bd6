//! What a run asks about the businesses that the owner knows, and notes of those that it leaves out.

use std::sync::Arc;

use domain::ids::UserId;
use store::known::Digest;

use super::job::{JobRun, RunError};
use crate::known::KnownBusinesses;

impl JobRun<'_> {
    /// The businesses that the owner knows.
    pub(super) async fn known_by(
        &self,
        owner: &UserId,
    ) -> Result<Option<Arc<KnownBusinesses>>, RunError> {
        self.in_time(self.ports.known.of(owner)).await
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
}
