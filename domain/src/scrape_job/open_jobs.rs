//! How many jobs a user may have open at once. What counts as open is said in `status`.

/// A user's open jobs, as whoever asks for another one has counted them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenJobs {
    /// Jobs that have not ended.
    pub open: u32,
    /// How many a user may have.
    pub most: u32,
}

impl OpenJobs {
    /// May there be another one?
    pub(super) const fn leave_room(self) -> bool {
        self.open < self.most
    }
}
