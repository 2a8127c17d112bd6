//! The refusals of a monitor.

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MonitorRefusal {
    #[error("There is no such schedule.")]
    Unknown,
    #[error("A schedule with this id already exists.")]
    AlreadyCreated,
    #[error("This schedule is paused: resume it first.")]
    Paused,
    #[error("The run before is not done.")]
    Running,
    #[error("Two of your schedules are running: wait for one to end.")]
    TooManyRunning,
    #[error("The budget is 1 to {MOST_BUDGET} credits a month.")]
    Budget,
}

/// The largest budget.
pub const MOST_BUDGET: u32 = 100_000;
