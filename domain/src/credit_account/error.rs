//! Why a credit account refuses a command: one variant per reason.

use crate::Credits;
use crate::ids::HoldId;

/// Most credits that one adjustment gives or takes.
pub const MAX_ADJUSTMENT: Credits = 1_000_000_000;

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreditRefusal {
    /// No account has been opened for the user.
    #[error("This user has no credit account yet: sign in once to open it.")]
    NotOpened,
    /// There is nothing left to reserve.
    #[error("No credits are left ({available} available).")]
    InsufficientCredits {
        /// What is available now.
        available: Credits,
    },
    /// An adjustment would take more than is available.
    #[error("Cannot take {wanted} credits: only {available} are available.")]
    TakesTooMuch {
        /// What was to be taken.
        wanted: Credits,
        /// What is available now.
        available: Credits,
    },
    /// An adjustment of nothing, or beyond any real balance.
    #[error("An adjustment gives or takes between 1 and {MAX_ADJUSTMENT} credits.")]
    AdjustmentRange,
    /// A change of plan while more monthly allowances are due than are granted unasked: they would be those of the new
    /// plan, for months that were before it.
    #[error(
        "Monthly allowances of more than a year are due. An operator grants them first: demandatlas accounts grant-due."
    )]
    AllowancesDue,
    /// A reservation of nothing, or of less.
    #[error("A hold needs at least one credit.")]
    EmptyHold,
    /// The hold is not open: it was settled, released, or never taken.
    #[error("Hold {0} is not open.")]
    HoldNotOpen(HoldId),
    /// More was delivered than was reserved.
    #[error("Hold {hold} reserved {held} credits, not {needed}.")]
    HoldExceeded {
        /// The hold.
        hold: HoldId,
        /// What it reserved.
        held: Credits,
        /// What the delivery would cost.
        needed: Credits,
    },
}
