//! What can be asked of a credit account. Every command carries the time, because periods roll
//! forward inside the first command after an anniversary.

use jiff::Timestamp;

use super::events::{DebitKind, ReleaseReason, TierChangeReason};
use crate::Credits;
use crate::ids::{HoldId, SessionKey};
use crate::tier::Tier;

/// A command to one user's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreditCommand {
    /// Opens the account with its first allowance; does nothing where it is open.
    OpenAccount {
        /// The plan to start with.
        tier: Tier,
        /// Time of the command.
        now: Timestamp,
    },
    /// Changes the tier at once; the allowance follows at the next period.
    ChangeTier {
        /// The new plan.
        to: Tier,
        /// Why.
        reason: TierChangeReason,
        /// Time of the command.
        now: Timestamp,
    },
    /// Reserves up to `wanted` credits: as many as are available, at least one.
    HoldCredits {
        /// Names the reservation.
        hold: HoldId,
        /// The job it is for.
        session: SessionKey,
        /// How many to reserve at most.
        wanted: Credits,
        /// When an abandoned reservation may be swept away.
        expires_at: Timestamp,
        /// Time of the command.
        now: Timestamp,
    },
    /// Debits one delivered slice and gives back what the hold has left.
    SettleHold {
        /// The reservation to settle.
        hold: HoldId,
        /// Results delivered; zero only gives back.
        results: u32,
        /// What the results are, which sets the price.
        kind: DebitKind,
        /// Time of the command.
        now: Timestamp,
    },
    /// Gives back every open hold of a job; does nothing where there is none.
    ReleaseSession {
        /// The job whose holds end.
        session: SessionKey,
        /// Why.
        reason: ReleaseReason,
        /// Time of the command.
        now: Timestamp,
    },
}

impl CreditCommand {
    /// The time that came in with the command.
    pub const fn now(&self) -> Timestamp {
        match self {
            Self::OpenAccount { now, .. }
            | Self::ChangeTier { now, .. }
            | Self::HoldCredits { now, .. }
            | Self::SettleHold { now, .. }
            | Self::ReleaseSession { now, .. } => *now,
        }
    }
}
