//! What falls due by itself after an event: the next period, or the end of a reservation.

use jiff::{Span, Timestamp};

use super::events::{CreditEvent, CreditEventType};
use super::period::period_start;

/// The first moment at which a hold that expires then is swept away.
pub(super) fn swept_from(expires_at: Timestamp) -> Timestamp {
    let next = expires_at.saturating_add(Span::new().microseconds(1));
    next.unwrap_or(expires_at)
}

impl CreditEvent {
    /// When the account must be looked at because of the event, if it must. The periods after the first
    /// follow from the account itself.
    pub fn falls_due_at(&self) -> Option<Timestamp> {
        match self {
            Self::AccountOpened(opened) => Some(period_start(opened.opened_at, 1)),
            Self::CreditsHeld(held) => Some(swept_from(held.expires_at)),
            Self::AllowanceGranted(_)
            | Self::AllowanceLapsed(_)
            | Self::TierChanged(_)
            | Self::CreditsDebited(_)
            | Self::HoldReleased(_)
            | Self::CouponCredited(_)
            | Self::CreditsAdjusted(_) => None,
        }
    }
}

impl CreditEventType {
    /// Has [`CreditEvent::falls_due_at`] an answer for such events?
    pub const fn falls_due(self) -> bool {
        match self {
            Self::AccountOpened | Self::CreditsHeld => true,
            Self::AllowanceGranted
            | Self::AllowanceLapsed
            | Self::TierChanged
            | Self::CreditsDebited
            | Self::HoldReleased
            | Self::CouponCredited
            | Self::CreditsAdjusted => false,
        }
    }
}
