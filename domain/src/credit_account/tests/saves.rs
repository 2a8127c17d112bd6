//! How many companies an account may save.

use cqrs_es::Aggregate as _;

use super::*;

fn opened_with(tier: Tier, changes: &[(Tier, TierChangeReason)]) -> CreditAccount {
    let mut account = CreditAccount::default();
    for event in opened(tier) {
        account.apply(event);
    }
    for (to, reason) in changes {
        let from = account.tier();
        let effective = start();
        let (to, reason) = (*to, *reason);
        account.apply(
            TierChanged {
                from,
                to,
                reason,
                effective,
            }
            .into(),
        );
    }
    account
}

fn next_period(account: &CreditAccount) -> u32 {
    account
        .at("2026-02-28T09:00:00Z".parse().unwrap())
        .max_saves()
}

#[test]
// COUP-07
fn coup_07_how_many_are_saved_follows_how_the_plan_was_come_by() {
    use TierChangeReason::{ClaimedPlan, Coupon, PlanChange, SignInClaim};
    let now = |tier, changes: &[_]| opened_with(tier, changes).max_saves();
    // By a coupon.
    assert_eq!(now(Tier::Basic, &[(Tier::Business, Coupon)]), 10_000);
    assert_eq!(now(Tier::Basic, &[(Tier::Pro, Coupon)]), 25_000);
    assert_eq!(now(Tier::Basic, &[(Tier::Enterprise, Coupon)]), 1_000);
    // By a claim, at once or later, or by an operator.
    let all = [
        (Tier::Basic, 1_000),
        (Tier::Pro, 25_000),
        (Tier::Business, 50_000),
        (Tier::Enterprise, 100_000),
    ];
    for (tier, saves) in all {
        assert_eq!(now(tier, &[]), saves);
        assert_eq!(now(Tier::Basic, &[(tier, SignInClaim)]), saves);
        for reason in [PlanChange, ClaimedPlan] {
            let account = opened_with(Tier::Pro, &[(tier, reason)]);
            assert_eq!(account.max_saves(), 25_000);
            assert_eq!(next_period(&account), saves);
        }
    }
    // A coupon never lowers what one had, which a change of plan may.
    let raised = [(Tier::Enterprise, Coupon)];
    assert_eq!(now(Tier::Pro, &raised), 25_000);
    assert_eq!(now(Tier::Business, &raised), 50_000);
    let lowered = opened_with(Tier::Business, &[raised[0], (Tier::Pro, PlanChange)]);
    assert_eq!(
        (lowered.max_saves(), next_period(&lowered)),
        (50_000, 25_000)
    );
    // A period that begins takes nothing away.
    let account = opened_with(Tier::Basic, &[(Tier::Business, Coupon)]);
    assert_eq!(next_period(&account), 10_000);
}

#[test]
// COUP-07
fn coup_07_the_plan_that_a_coupon_gave_has_its_whole_room_once_it_is_ones_own() {
    use TierChangeReason::{ClaimedPlan, Coupon, PlanChange, SignInClaim};
    for reason in [PlanChange, ClaimedPlan, SignInClaim] {
        let changes = [(Tier::Business, Coupon), (Tier::Business, reason)];
        assert_eq!(opened_with(Tier::Basic, &changes).max_saves(), 50_000);
    }
    // The plan was to come anyway.
    let waiting = [(Tier::Business, PlanChange), (Tier::Business, Coupon)];
    assert_eq!(opened_with(Tier::Basic, &waiting).max_saves(), 50_000);
    let above = [(Tier::Enterprise, PlanChange), (Tier::Business, Coupon)];
    let account = opened_with(Tier::Basic, &above);
    assert_eq!(
        (account.max_saves(), next_period(&account)),
        (10_000, 100_000)
    );
}

#[test]
// COUP-07
fn coup_07_an_operator_can_give_the_plan_that_a_coupon_gave() {
    let by_coupon = tier_changed(
        Tier::Business,
        TierChangeReason::Coupon,
        "2026-01-31T09:00:00Z",
    );
    let given = [opened(Tier::Basic), vec![by_coupon]].concat();
    let change = CreditCommand::ChangePlan {
        to: Tier::Business,
        now: start(),
    };
    let own = CreditEvent::from(TierChanged {
        from: Tier::Business,
        to: Tier::Business,
        reason: TierChangeReason::PlanChange,
        effective: "2026-02-28T09:00:00Z".parse().unwrap(),
    });
    Accounts::with(())
        .given(given.clone())
        .when(change.clone())
        .then_expect_events(vec![own.clone()]);
    Accounts::with(())
        .given([given, vec![own]].concat())
        .when(change)
        .then_expect_events(vec![]);
}
