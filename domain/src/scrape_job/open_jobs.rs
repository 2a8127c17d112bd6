//! How many jobs a user may have open at once. What counts as open is said in `status`.

/// Jobs of one user that may be open at once.
pub const MAX_OPEN_JOBS: u32 = 20;

/// May a user with this many open jobs have another one?
pub(super) const fn may_open_another(open_jobs: u32) -> bool {
    open_jobs < MAX_OPEN_JOBS
}
