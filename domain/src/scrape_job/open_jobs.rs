//! How many jobs a user may have open at once. `status` defines what counts as open.

/// A user's open jobs, as counted by the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenJobs {
    pub open: u32,
    /// As many as the operator lets a user have.
    pub most: u32,
}

impl OpenJobs {
    /// Whether another job is allowed.
    pub(super) const fn leave_room(self) -> bool {
        self.open < self.most
    }
}
