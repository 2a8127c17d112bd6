//! What the tests of accounts have in common.

mod access;
mod decisions;
mod saves;
mod sums;

use cqrs_es::test::TestFramework;
use jiff::Timestamp;
use uuid::Uuid;

use super::*;
use crate::Credits;
use crate::ids::{CouponId, HoldId, SessionKey};
use crate::pricing::DebitKind;
use crate::tier::Tier;

type Accounts = TestFramework<CreditAccount>;

fn start() -> Timestamp {
    "2026-01-31T09:00:00Z".parse().unwrap()
}

fn session(n: u128) -> SessionKey {
    SessionKey::new(Uuid::from_u128(n))
}

fn hold_id(first_row: u32) -> HoldId {
    HoldId::for_slice(session(1), first_row, 0)
}

fn opened(tier: Tier) -> Vec<CreditEvent> {
    vec![
        AccountOpened {
            tier,
            opened_at: start(),
        }
        .into(),
        AllowanceGranted {
            period: 0,
            starts_at: start(),
            credits: tier.monthly_allowance(),
        }
        .into(),
    ]
}

fn held(first_row: u32, amount: Credits) -> CreditEvent {
    CreditsHeld {
        hold: hold_id(first_row),
        session: session(1),
        amount,
        expires_at: start(),
    }
    .into()
}

fn hold(first_row: u32, wanted: Credits) -> CreditCommand {
    CreditCommand::HoldCredits {
        hold: hold_id(first_row),
        session: session(1),
        wanted,
        expires_at: start(),
        now: start(),
    }
}

fn settle(first_row: u32, results: u32) -> CreditCommand {
    CreditCommand::SettleHold {
        hold: hold_id(first_row),
        results,
        kind: DebitKind::Standard,
        now: start(),
    }
}

fn debited(first_row: u32, amount: Credits) -> CreditEvent {
    CreditsDebited {
        hold: hold_id(first_row),
        session: session(1),
        amount,
        from_monthly: amount,
        results: u32::try_from(amount).unwrap(),
        kind: DebitKind::Standard,
    }
    .into()
}

fn released(first_row: u32, amount: Credits, reason: ReleaseReason) -> CreditEvent {
    HoldReleased {
        hold: hold_id(first_row),
        amount,
        reason,
    }
    .into()
}

fn credit_coupon(tier: Option<Tier>) -> CreditCommand {
    CreditCommand::CreditCoupon {
        coupon: CouponId::from_hash("c1"),
        label: "spring fair".into(),
        credits: 50,
        tier,
        now: start(),
    }
}

fn coupon_credited() -> CreditEvent {
    CouponCredited {
        coupon: CouponId::from_hash("c1"),
        label: "spring fair".into(),
        credits: 50,
    }
    .into()
}

fn tier_changed(to: Tier, reason: TierChangeReason, effective: &str) -> CreditEvent {
    TierChanged {
        from: Tier::Basic,
        to,
        reason,
        effective: effective.parse().unwrap(),
    }
    .into()
}
