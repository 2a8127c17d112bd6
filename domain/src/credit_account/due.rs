//! What falls due after an event without another one: the next period, or the expiry of a hold.

use jiff::{Span, Timestamp};

use super::events::{CreditEvent, CreditEventType};
use super::period::period_start;

/// The first moment at which a hold with that expiry is released.
pub(super) fn swept_from(expires_at: Timestamp) -> Timestamp {
    let next = expires_at.saturating_add(Span::new().microseconds(1));
    next.unwrap_or(expires_at)
}

impl CreditEvent {
    /// When the account must be checked because of the event, if at all. Periods after the first follow from the
    /// account itself.
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
            | Self::CreditsAdjusted(_)
            | Self::AccountSuspended(_)
            | Self::AccountResumed(_)
            | Self::SessionsEnded(_) => None,
        }
    }
}

impl CreditEventType {
    /// Whether [`CreditEvent::falls_due_at`] can be `Some` for events of this type.
    pub const fn falls_due(self) -> bool {
        match self {
            Self::AccountOpened | Self::CreditsHeld => true,
            Self::AllowanceGranted
            | Self::AllowanceLapsed
            | Self::TierChanged
            | Self::CreditsDebited
            | Self::HoldReleased
            | Self::CouponCredited
            | Self::CreditsAdjusted
            | Self::AccountSuspended
            | Self::AccountResumed
            | Self::SessionsEnded => false,
        }
    }
}
