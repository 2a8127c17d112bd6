//! The refusals of a credit account.

use crate::Credits;
use crate::ids::HoldId;

/// The maximum of one adjustment, in either direction.
pub const MAX_ADJUSTMENT: Credits = 1_000_000_000;

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreditRefusal {
    #[error("This user has no credit account yet: sign in once to open it.")]
    NotOpened,
    /// Only what is reserved already is settled.
    #[error("This account is suspended: please ask whoever runs this service.")]
    Suspended,
    #[error("No credits are left ({available} available).")]
    InsufficientCredits { available: Credits },
    #[error("Cannot take {wanted} credits: only {available} are available.")]
    TakesTooMuch { wanted: Credits, available: Credits },
    /// An adjustment of 0, or beyond any real balance.
    #[error("An adjustment gives or takes between 1 and {MAX_ADJUSTMENT} credits.")]
    AdjustmentRange,
    /// A change of plan while more monthly allowances are due than are granted without an operator: they would be those
    /// of the new plan, for months before it.
    #[error(
        "Monthly allowances of more than a year are due. An operator grants them first: demandatlas accounts grant-due."
    )]
    AllowancesDue,
    /// A hold of 0 or fewer credits.
    #[error("A hold needs at least one credit.")]
    EmptyHold,
    /// It was settled, released, or never taken.
    #[error("Hold {0} is not open.")]
    HoldNotOpen(HoldId),
    #[error("Hold {hold} reserved {held} credits, not {needed}.")]
    HoldExceeded {
        hold: HoldId,
        held: Credits,
        needed: Credits,
    },
}
