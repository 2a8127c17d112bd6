//! Suspensions and ended sessions.

use super::*;

fn suspend(reason: &str) -> CreditCommand {
    CreditCommand::Suspend {
        reason: reason.into(),
        now: start(),
    }
}

fn suspended() -> CreditEvent {
    AccountSuspended {
        reason: "ticket 1".into(),
    }
    .into()
}

#[test]
fn a_suspended_account_reserves_nothing_and_settles_what_is_reserved() {
    let given = [opened(Tier::Basic), vec![held(0, 20), suspended()]].concat();
    Accounts::with(())
        .given(given.clone())
        .when(hold(20, 20))
        .then_expect_error(CreditRefusal::Suspended);
    Accounts::with(())
        .given(given.clone())
        .when(settle(0, 20))
        .then_expect_events(vec![debited(0, 20)]);
    Accounts::with(())
        .given([given, vec![AccountResumed {}.into()]].concat())
        .when(hold(20, 20))
        .then_expect_events(vec![held(20, 20)]);
}

#[test]
fn a_suspension_begins_once_and_ends_once() {
    let resume = CreditCommand::Resume { now: start() };
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(suspend("ticket 1"))
        .then_expect_events(vec![suspended()]);
    Accounts::with(())
        .given([opened(Tier::Basic), vec![suspended()]].concat())
        .when(suspend("ticket 2"))
        .then_expect_events(vec![]);
    Accounts::with(())
        .given([opened(Tier::Basic), vec![suspended()]].concat())
        .when(resume.clone())
        .then_expect_events(vec![AccountResumed {}.into()]);
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(resume)
        .then_expect_events(vec![]);
}

#[test]
fn the_latest_end_of_sessions_counts() {
    let end = |at: &str| CreditCommand::EndSessions {
        now: at.parse().unwrap(),
    };
    let ended = |at: &str| {
        CreditEvent::from(SessionsEnded {
            not_before: at.parse().unwrap(),
        })
    };
    let (first, second) = ("2026-02-01T09:00:00Z", "2026-02-01T09:00:01Z");
    Accounts::with(())
        .given([opened(Tier::Basic), vec![ended(first)]].concat())
        .when(end(second))
        .then_expect_events(vec![ended(second)]);
    Accounts::with(())
        .given([opened(Tier::Basic), vec![ended(second)]].concat())
        .when(end(first))
        .then_expect_events(vec![]);
}
