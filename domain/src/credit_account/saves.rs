//! How many companies an account may save: that follows how its plan was come by.

use super::events::{CreditEvent, TierChangeReason, TierChanged};
use crate::tier::Tier;

/// The number after an event: `before` it, while the plan `waiting` was to come with the next period.
pub fn max_saves_after(before: u32, waiting: Option<Tier>, event: &CreditEvent) -> u32 {
    match event {
        CreditEvent::AccountOpened(opened) => opened.tier.max_saves(),
        CreditEvent::AllowanceGranted(_) => waiting.map_or(before, Tier::max_saves),
        CreditEvent::TierChanged(changed) => after_change(before, waiting, changed),
        CreditEvent::AllowanceLapsed(_)
        | CreditEvent::CreditsHeld(_)
        | CreditEvent::CreditsDebited(_)
        | CreditEvent::HoldReleased(_)
        | CreditEvent::CouponCredited(_)
        | CreditEvent::CreditsAdjusted(_)
        | CreditEvent::AccountSuspended(_)
        | CreditEvent::AccountResumed(_)
        | CreditEvent::SessionsEnded(_) => before,
    }
}

fn after_change(before: u32, waiting: Option<Tier>, changed: &TierChanged) -> u32 {
    let to = changed.to;
    match changed.reason {
        TierChangeReason::SignInClaim => to.max_saves(),
        // An operator or a claim names the plan that a coupon gave: there is nothing to wait for.
        TierChangeReason::PlanChange | TierChangeReason::ClaimedPlan if to == changed.from => {
            to.max_saves()
        }
        TierChangeReason::PlanChange | TierChangeReason::ClaimedPlan => before,
        // The coupon only brings forward what was to come, and with it the room that it has then.
        TierChangeReason::Coupon if waiting == Some(to) => to.max_saves().max(before),
        TierChangeReason::Coupon => to.max_saves_by_coupon().max(before),
    }
}
