//! Given / when / then.

use cqrs_es::test::TestFramework;
use jiff::Timestamp;

use super::*;
use crate::ids::UserId;
use crate::tier::Tier;

type Coupons = TestFramework<Coupon>;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn user(name: &str) -> UserId {
    UserId::new(name).unwrap()
}

fn coupon(max_redemptions: u32) -> CouponIssued {
    CouponIssued {
        label: "spring fair".into(),
        credits: 50,
        tier: Some(Tier::Pro),
        max_redemptions,
        expires_at: Some(at("2026-06-30T23:59:59Z")),
    }
}

fn redeemed(name: &str) -> CouponEvent {
    CouponRedeemed {
        user: user(name),
        credits: 50,
        tier: Some(Tier::Pro),
    }
    .into()
}

fn redeem(name: &str, now: &str) -> CouponCommand {
    CouponCommand::Redeem {
        user: user(name),
        now: at(now),
    }
}

const IN_TIME: &str = "2026-06-30T23:59:59Z";
const TOO_LATE: &str = "2026-07-01T00:00:00Z";

#[test]
// COUP-08
fn coup_08_a_coupon_is_issued_once_and_gives_something() {
    Coupons::with(())
        .given_no_previous_events()
        .when(CouponCommand::Issue(coupon(1)))
        .then_expect_events(vec![coupon(1).into()]);
    Coupons::with(())
        .given(vec![coupon(1).into()])
        .when(CouponCommand::Issue(coupon(1)))
        .then_expect_error(CouponRefusal::AlreadyIssued);
    let nothing = [
        CouponIssued {
            credits: 0,
            ..coupon(1)
        },
        CouponIssued {
            credits: -5,
            ..coupon(1)
        },
        coupon(0),
    ];
    for coupon in nothing {
        Coupons::with(())
            .given_no_previous_events()
            .when(CouponCommand::Issue(coupon))
            .then_expect_error(CouponRefusal::GivesNothing);
    }
}

#[test]
// COUP-06
fn coup_06_it_is_redeemed_as_often_as_it_was_issued_for_and_once_per_user() {
    let issued: CouponEvent = coupon(2).into();
    Coupons::with(())
        .given(vec![issued.clone(), redeemed("u1")])
        .when(redeem("u2", IN_TIME))
        .then_expect_events(vec![redeemed("u2")]);
    Coupons::with(())
        .given(vec![issued.clone(), redeemed("u1")])
        .when(redeem("u1", IN_TIME))
        .then_expect_error(CouponRefusal::AlreadyRedeemed);
    Coupons::with(())
        .given(vec![issued, redeemed("u1"), redeemed("u2")])
        .when(redeem("u3", IN_TIME))
        .then_expect_error(CouponRefusal::UsedUp);
}

#[test]
// COUP-06
fn coup_06_unknown_expired_and_revoked_coupons_are_refused() {
    Coupons::with(())
        .given_no_previous_events()
        .when(redeem("u1", IN_TIME))
        .then_expect_error(CouponRefusal::Unknown);
    Coupons::with(())
        .given(vec![coupon(1).into()])
        .when(redeem("u1", TOO_LATE))
        .then_expect_error(CouponRefusal::Expired);
    Coupons::with(())
        .given(vec![coupon(1).into(), CouponRevoked {}.into()])
        .when(redeem("u1", IN_TIME))
        .then_expect_error(CouponRefusal::Revoked);
}

#[test]
// COUP-06
fn coup_06_its_redeemer_hears_so_even_after_its_end() {
    Coupons::with(())
        .given(vec![
            coupon(1).into(),
            redeemed("u1"),
            CouponRevoked {}.into(),
        ])
        .when(redeem("u1", TOO_LATE))
        .then_expect_error(CouponRefusal::AlreadyRedeemed);
}

#[test]
// COUP-08
fn coup_08_revoking_twice_is_revoking_once() {
    Coupons::with(())
        .given(vec![coupon(1).into()])
        .when(CouponCommand::Revoke)
        .then_expect_events(vec![CouponRevoked {}.into()]);
    Coupons::with(())
        .given(vec![coupon(1).into(), CouponRevoked {}.into()])
        .when(CouponCommand::Revoke)
        .then_expect_events(vec![]);
    Coupons::with(())
        .given_no_previous_events()
        .when(CouponCommand::Revoke)
        .then_expect_error(CouponRefusal::Unknown);
}
