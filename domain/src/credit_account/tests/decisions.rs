//! Given / when / then.

use super::*;

#[test]
// CRED-10
fn cred_10_opening_grants_the_first_allowance_once() {
    let open = CreditCommand::OpenAccount {
        tier: Tier::Pro,
        now: start(),
    };
    Accounts::with(())
        .given_no_previous_events()
        .when(open.clone())
        .then_expect_events(opened(Tier::Pro));
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(open)
        .then_expect_events(vec![]);
}

#[test]
fn every_command_but_opening_needs_an_open_account() {
    Accounts::with(())
        .given_no_previous_events()
        .when(hold(0, 20))
        .then_expect_error(CreditRefusal::NotOpened);
}

#[test]
// CRED-11
fn cred_11_a_hold_takes_what_is_there_and_never_more() {
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(hold(0, 20))
        .then_expect_events(vec![held(0, 20)]);
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 95)]].concat())
        .when(hold(95, 20))
        .then_expect_events(vec![held(95, 5)]);
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 100)]].concat())
        .when(hold(100, 20))
        .then_expect_error(CreditRefusal::InsufficientCredits { available: 0 });
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(hold(0, 0))
        .then_expect_error(CreditRefusal::EmptyHold);
}

#[test]
fn a_repeated_hold_is_the_same_hold() {
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 20)]].concat())
        .when(hold(0, 20))
        .then_expect_events(vec![]);
}

#[test]
// CRED-11
fn cred_11_settling_debits_the_delivered_rows_and_gives_back_the_rest() {
    let open_hold = [opened(Tier::Basic), vec![held(0, 20)]].concat();
    Accounts::with(())
        .given(open_hold.clone())
        .when(settle(0, 20))
        .then_expect_events(vec![debited(0, 20)]);
    Accounts::with(())
        .given(open_hold.clone())
        .when(settle(0, 7))
        .then_expect_events(vec![debited(0, 7), released(0, 13, ReleaseReason::Unused)]);
    Accounts::with(())
        .given(open_hold.clone())
        .when(settle(0, 0))
        .then_expect_events(vec![released(0, 20, ReleaseReason::Unused)]);
    Accounts::with(())
        .given(open_hold)
        .when(settle(0, 21))
        .then_expect_error(CreditRefusal::HoldExceeded {
            hold: hold_id(0),
            held: 20,
            needed: 21,
        });
}

#[test]
fn a_hold_settles_once() {
    let settled = [
        opened(Tier::Basic),
        vec![
            held(0, 20),
            debited(0, 7),
            released(0, 13, ReleaseReason::Unused),
        ],
    ]
    .concat();
    Accounts::with(())
        .given(settled)
        .when(settle(0, 7))
        .then_expect_error(CreditRefusal::HoldNotOpen(hold_id(0)));
}

#[test]
fn ending_a_job_releases_its_holds_and_no_others() {
    let other = CreditsHeld {
        hold: HoldId::for_slice(session(2), 0, 0),
        session: session(2),
        amount: 5,
        expires_at: start(),
    };
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 20), other.into()]].concat())
        .when(CreditCommand::ReleaseSession {
            session: session(1),
            reason: ReleaseReason::JobCancelled,
            now: start(),
        })
        .then_expect_events(vec![released(0, 20, ReleaseReason::JobCancelled)]);
}

#[test]
// CRED-10
fn cred_10_the_first_command_after_an_anniversary_grants_the_period_first() {
    let now = "2026-02-28T09:00:00Z".parse().unwrap();
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 100), debited(0, 100)]].concat())
        .when(CreditCommand::HoldCredits {
            hold: hold_id(100),
            session: session(1),
            wanted: 20,
            expires_at: now,
            now,
        })
        .then_expect_events(vec![
            AllowanceGranted {
                period: 1,
                starts_at: now,
                credits: 100,
            }
            .into(),
            held(100, 20).with_expiry(now),
        ]);
}

#[test]
fn a_claimed_tier_changes_at_once_and_the_same_tier_changes_nothing() {
    let change = |to| CreditCommand::ChangeTier {
        to,
        reason: TierChangeReason::SignInClaim,
        now: start(),
    };
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(change(Tier::Business))
        .then_expect_events(vec![
            TierChanged {
                from: Tier::Basic,
                to: Tier::Business,
                reason: TierChangeReason::SignInClaim,
                effective: start(),
            }
            .into(),
        ]);
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(change(Tier::Basic))
        .then_expect_events(vec![]);
}

#[test]
// COUP-07
fn coup_07_a_coupon_credits_once_and_raises_the_tier_but_never_lowers_it() {
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(credit_coupon(Some(Tier::Pro)))
        .then_expect_events(vec![
            coupon_credited(),
            tier_changed(Tier::Pro, TierChangeReason::Coupon, "2026-01-31T09:00:00Z"),
        ]);
    for offered in [None, Some(Tier::Basic), Some(Tier::Pro)] {
        Accounts::with(())
            .given(opened(Tier::Business))
            .when(credit_coupon(offered))
            .then_expect_events(vec![coupon_credited()]);
    }
    Accounts::with(())
        .given([opened(Tier::Basic), vec![coupon_credited()]].concat())
        .when(credit_coupon(Some(Tier::Pro)))
        .then_expect_events(vec![]);
}

#[test]
// CRED-10
fn cred_10_a_plan_change_waits_for_the_next_period() {
    let change = |to| CreditCommand::ChangePlan { to, now: start() };
    let waiting = tier_changed(
        Tier::Pro,
        TierChangeReason::PlanChange,
        "2026-02-28T09:00:00Z",
    );
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(change(Tier::Pro))
        .then_expect_events(vec![waiting.clone()]);
    let changed = [opened(Tier::Basic), vec![waiting]].concat();
    Accounts::with(())
        .given(changed.clone())
        .when(change(Tier::Pro))
        .then_expect_events(vec![]);
    let taken_back = tier_changed(
        Tier::Basic,
        TierChangeReason::PlanChange,
        "2026-02-28T09:00:00Z",
    );
    Accounts::with(())
        .given(changed.clone())
        .when(change(Tier::Basic))
        .then_expect_events(vec![taken_back]);
    let now = "2026-02-28T09:00:00Z".parse().unwrap();
    Accounts::with(())
        .given(changed)
        .when(CreditCommand::GrantDue { now })
        .then_expect_events(vec![
            AllowanceGranted {
                period: 1,
                starts_at: now,
                credits: 250,
            }
            .into(),
        ]);
}

#[test]
fn an_adjustment_takes_bought_credits_first_and_never_more_than_there_are() {
    let adjust = |credits| CreditCommand::Adjust {
        credits,
        by: "operator".into(),
        reason: "goodwill".into(),
        now: start(),
    };
    let adjusted = |credits, from_monthly| {
        CreditEvent::from(CreditsAdjusted {
            credits,
            from_monthly,
            by: "operator".into(),
            reason: "goodwill".into(),
        })
    };
    let given = [opened(Tier::Basic), vec![adjusted(30, 0)]].concat();
    for (credits, from_monthly) in [(10, 0), (-30, 0), (-45, -15), (-130, -100)] {
        Accounts::with(())
            .given(given.clone())
            .when(adjust(credits))
            .then_expect_events(vec![adjusted(credits, from_monthly)]);
    }
    Accounts::with(())
        .given(given.clone())
        .when(adjust(-131))
        .then_expect_error(CreditRefusal::TakesTooMuch {
            wanted: 131,
            available: 130,
        });
    for nonsense in [0, MAX_ADJUSTMENT + 1, -MAX_ADJUSTMENT - 1] {
        Accounts::with(())
            .given(given.clone())
            .when(adjust(nonsense))
            .then_expect_error(CreditRefusal::AdjustmentRange);
    }
}

#[test]
fn a_hold_that_ran_out_is_swept_and_no_other() {
    let later: Timestamp = "2026-01-31T09:30:00Z".parse().unwrap();
    let given = [
        opened(Tier::Basic),
        vec![held(0, 20), held(20, 20).with_expiry(later)],
    ]
    .concat();
    let sweep = |now| CreditCommand::SweepHolds { now };
    Accounts::with(())
        .given(given.clone())
        .when(sweep("2026-01-31T09:15:00Z".parse().unwrap()))
        .then_expect_events(vec![released(0, 20, ReleaseReason::Expired)]);
    Accounts::with(())
        .given(given)
        .when(sweep(start()))
        .then_expect_events(vec![]);
}

#[test]
fn an_adjustment_beyond_any_balance_is_refused() {
    for credits in [0, i64::MIN, i64::MIN + 1, i64::MAX, MAX_ADJUSTMENT + 1] {
        Accounts::with(())
            .given(opened(Tier::Basic))
            .when(CreditCommand::Adjust {
                credits,
                by: "operator".into(),
                reason: "test".into(),
                now: start(),
            })
            .then_expect_error(CreditRefusal::AdjustmentRange);
    }
}

#[test]
// COUP-07
fn coup_07_a_claim_is_remembered_where_a_coupon_was_first() {
    let raised = tier_changed(Tier::Pro, TierChangeReason::Coupon, "2026-01-31T09:00:00Z");
    let claim = |to| CreditCommand::ChangeTier {
        to,
        reason: TierChangeReason::SignInClaim,
        now: start(),
    };
    let claimed = |from, to| -> CreditEvent {
        TierChanged {
            from,
            to,
            reason: TierChangeReason::SignInClaim,
            effective: start(),
        }
        .into()
    };
    let given = [opened(Tier::Basic), vec![raised]].concat();
    let same = claimed(Tier::Pro, Tier::Pro);
    Accounts::with(())
        .given(given.clone())
        .when(claim(Tier::Pro))
        .then_expect_events(vec![same.clone()]);
    let given = [given, vec![same]].concat();
    Accounts::with(())
        .given(given.clone())
        .when(claim(Tier::Pro))
        .then_expect_events(vec![]);
    Accounts::with(())
        .given(given)
        .when(claim(Tier::Basic))
        .then_expect_events(vec![claimed(Tier::Pro, Tier::Basic)]);
}

#[test]
// CRED-10
fn cred_10_a_trusted_claim_of_another_plan_waits_for_the_next_period_and_counts_once() {
    let claim = |to| CreditCommand::ClaimPlan { to, now: start() };
    let claimed = |to| tier_changed(to, TierChangeReason::ClaimedPlan, "2026-02-28T09:00:00Z");
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(claim(Tier::Pro))
        .then_expect_events(vec![claimed(Tier::Pro)]);
    // The same claim again does nothing, even if an operator has changed the plan since.
    let operator = tier_changed(
        Tier::Business,
        TierChangeReason::PlanChange,
        "2026-02-28T09:00:00Z",
    );
    let since = [opened(Tier::Basic), vec![claimed(Tier::Pro), operator]].concat();
    Accounts::with(())
        .given(since.clone())
        .when(claim(Tier::Pro))
        .then_expect_events(vec![]);
    Accounts::with(())
        .given(since)
        .when(claim(Tier::Basic))
        .then_expect_events(vec![claimed(Tier::Basic)]);
}

#[test]
// COUP-07
fn coup_07_a_waiting_plan_change_does_not_take_back_what_a_coupon_gave() {
    let waiting = |to| tier_changed(to, TierChangeReason::PlanChange, "2026-02-28T09:00:00Z");
    let raised = tier_changed(
        Tier::Business,
        TierChangeReason::Coupon,
        "2026-01-31T09:00:00Z",
    );
    let now = "2026-02-28T09:00:00Z".parse().unwrap();
    let granted = |tier: Tier| {
        vec![
            AllowanceGranted {
                period: 1,
                starts_at: now,
                credits: tier.monthly_allowance(),
            }
            .into(),
        ]
    };
    // A lower pending plan is dropped; a higher one still comes.
    for (waits, then) in [
        (Tier::Pro, Tier::Business),
        (Tier::Enterprise, Tier::Enterprise),
    ] {
        let given = [opened(Tier::Basic), vec![waiting(waits), raised.clone()]].concat();
        Accounts::with(())
            .given(given)
            .when(CreditCommand::GrantDue { now })
            .then_expect_events(granted(then));
    }
}

impl CreditEvent {
    fn with_expiry(self, at: Timestamp) -> Self {
        match self {
            Self::CreditsHeld(held) => CreditsHeld {
                expires_at: at,
                ..held
            }
            .into(),
            other => other,
        }
    }
}

#[test]
// CRED-10
fn cred_10_plans_stay_while_allowances_wait_for_an_operator() {
    let now: Timestamp = "2029-02-01T00:00:00Z".parse().unwrap();
    let given = || Accounts::with(()).given(opened(Tier::Basic));
    let coupon = |tier| CreditCommand::CreditCoupon {
        coupon: CouponId::from_hash("c1"),
        label: "spring fair".into(),
        credits: 50,
        tier,
        now,
    };
    // The months that are due were not of that plan.
    given()
        .when(CreditCommand::ChangePlan { to: Tier::Pro, now })
        .then_expect_error(CreditRefusal::AllowancesDue);
    given()
        .when(coupon(Some(Tier::Pro)))
        .then_expect_error(CreditRefusal::AllowancesDue);
    given()
        .when(CreditCommand::ClaimPlan { to: Tier::Pro, now })
        .then_expect_events(vec![]);
    // Other commands still work.
    given()
        .when(coupon(None))
        .then_expect_events(vec![coupon_credited()]);
    given()
        .when(coupon(Some(Tier::Basic)))
        .then_expect_events(vec![coupon_credited()]);
}
