use futures::FutureExt;

use super::*;

fn limits(change: impl FnOnce(&mut UserLimits)) -> Limits {
    let mut limits = UserLimits::default();
    change(&mut limits);
    Limits::new(limits)
}

#[test]
fn every_refusal_is_a_whole_sentence() {
    let limits = limits(|_| {});
    for limited in Limited::ALL.iter().copied() {
        let refusal = limits.refusal(limited);
        assert!(!refusal.message.contains('{'), "{limited:?}: {refusal:?}");
    }
}

#[test]
// JOB-11
fn job_11_what_a_user_may_have_where_the_operator_sets_nothing() {
    let limits = limits(|_| {});
    for (limited, most) in [
        (Limited::OpenJobs, 20),
        (Limited::UnpaidJobs, 200),
        (Limited::WaitingCalls, 8),
        (Limited::EventStreams, 4),
        (Limited::Screens, 2),
        (Limited::Downloads, 2),
        (Limited::Calls, 200),
    ] {
        assert_eq!(limits.most(limited), most, "{limited:?}");
    }
}

#[test]
// AUTH-12
fn auth_12_a_user_over_the_rate_hears_when_to_come_back_and_others_are_answered() {
    let limits = limits(|limits| limits[Limited::Calls].most = 10);
    for _ in 0..10 {
        limits.count(Limited::Calls, "a").unwrap();
    }
    let refused = limits.count(Limited::Calls, "a").unwrap_err();
    assert_eq!(
        refused.message,
        "Too many calls at once: at most 10 in 2 seconds."
    );
    assert_eq!(
        (refused.retry_after_s, refused.policy.as_deref()),
        (1, Some("q=10;w=2"))
    );
    limits.count(Limited::Calls, "b").unwrap();
}

#[test]
fn long_answers_count_for_more_of_those_that_are_kept() {
    let limits = limits(|limits| limits[Limited::KeptAnswers].most = 5);
    let keeps = |user, number| {
        limits.count_all(Limited::KeptAnswers, user, NonZeroU32::new(number).unwrap())
    };
    assert!(keeps("a", 1));
    assert!(!keeps("a", 5), "that would be six");
    assert!(keeps("a", 4));
    assert!(!keeps("a", 1) && keeps("b", 1));
    assert!(!keeps("c", u32::MAX));
}

#[tokio::test]
async fn calls_wait_for_a_permit_for_a_while_and_too_many_are_refused_at_once() {
    let limits = limits(|limits| limits[Limited::Downloads].patience = Duration::from_millis(1));
    let bulk = |user| limits.permit(Limited::BulkChanges, user);
    let first = bulk("a").await.unwrap();
    drop(bulk("b").await.unwrap());
    let mut waiting: Vec<_> = (0..15).map(|_| bulk("a").boxed()).collect();
    for one in &mut waiting {
        assert!(futures::poll!(one).is_pending());
    }
    let refused = bulk("a").now_or_never().expect("nobody else may wait");
    assert_eq!(refused.unwrap_err().retry_after_s, 5);
    drop(first);
    let second = waiting.remove(0).await.unwrap();
    assert!(futures::poll!(&mut waiting[0]).is_pending());
    drop((second, waiting));
    // For a while only.
    let file = || limits.permit(Limited::Downloads, "a");
    let _both = (file().await.unwrap(), file().await.unwrap());
    assert_eq!(file().await.unwrap_err().retry_after_s, 5);
}

#[tokio::test]
// AUTH-12
async fn auth_12_long_answers_wait_for_a_place_until_one_is_sent_or_given_up() {
    let limits = limits(|limits| limits[Limited::Downloads].patience = Duration::from_millis(1));
    let screen = || limits.permit(Limited::Screens, "a");
    let (first, _second) = (screen().await.unwrap(), screen().await.unwrap());
    let mut third = screen().boxed();
    assert!(futures::poll!(&mut third).is_pending());
    // Files have permits of their own, and so has everybody else.
    let file = || limits.permit(Limited::Downloads, "a");
    let _files = (file().await.unwrap(), file().await.unwrap());
    drop(limits.permit(Limited::Screens, "b").await.unwrap());
    drop(first);
    drop(third.await.unwrap());
    let refused = file().await.unwrap_err().message;
    assert_eq!(
        refused,
        "At most 2 long answers at once: wait for one to finish."
    );
}

#[tokio::test]
// JOB-11
async fn job_11_a_permit_is_free_again_when_it_is_dropped_and_others_have_their_own() {
    let semaphore = PerUserSemaphore::new(2);
    let first = semaphore.try_acquire("a").unwrap();
    let second = semaphore.try_acquire("a").unwrap();
    assert!(semaphore.try_acquire("a").is_none());
    let _other = semaphore.try_acquire("b").unwrap();
    let acquire = || semaphore.acquire("a", 1);
    assert!(acquire().now_or_never().is_none(), "it waits");
    drop(first);
    let third = acquire().now_or_never().flatten().expect("it is free");
    assert!(semaphore.try_acquire("a").is_none());
    drop((second, third));
    semaphore.forget_idle();
    assert_eq!(semaphore.users().len(), 1, "the other user's is held");
}

#[tokio::test]
// COUP-06
async fn coup_06_a_user_waits_after_twenty_unknown_codes_until_the_minute_is_over() {
    let usual = limits(|_| {});
    let guess = |user| usual.try_permit(Limited::CouponGuesses, user);
    for _ in 0..30 {
        // Right codes in between do not count.
        drop(guess("u").unwrap());
    }
    for _ in 0..20 {
        usual.spend(Limited::CouponGuesses, guess("u").unwrap());
    }
    assert_eq!(guess("u").unwrap_err().retry_after_s, 60);
    drop(guess("v").unwrap());

    let soon = Duration::from_millis(1);
    let brief = limits(|limits| limits[Limited::CouponGuesses].within = soon);
    for _ in 0..20 {
        let guess = brief.try_permit(Limited::CouponGuesses, "u").unwrap();
        brief.spend(Limited::CouponGuesses, guess);
    }
    let permits = &brief.counter(Limited::CouponGuesses).permits;
    drop(permits.acquire("u", 1).await.unwrap());
}

#[tokio::test]
// COUP-06
async fn coup_06_an_address_waits_after_three_hundred() {
    let limits = limits(|_| {});
    let guess = || limits.try_permit(Limited::AddressGuesses, "127.0.0.1");
    for _ in 0..300 {
        limits.spend(Limited::AddressGuesses, guess().unwrap());
    }
    assert_eq!(guess().unwrap_err().retry_after_s, 60);
}

#[tokio::test]
// RES-03
async fn res_03_a_users_workbooks_are_written_one_by_one_and_their_steps_in_turn() {
    let limits = limits(|_| {});
    let workbook = |user| limits.permit(Limited::Workbooks, user);
    let first = workbook("a").await.unwrap();
    let mut queue: Vec<_> = (0..8).map(|_| workbook("a").boxed()).collect();
    for waiting in &mut queue {
        assert!(futures::poll!(waiting).is_pending());
    }
    let refused = workbook("a").now_or_never().expect("no more may wait");
    assert_eq!(refused.unwrap_err().retry_after_s, 5);
    drop(workbook("b").await.unwrap());
    drop(first);
    drop(queue.remove(0).await.unwrap());

    let step = || limits.permit(Limited::WorkbookSteps, "");
    let (one, _other) = (step().await.unwrap(), step().await.unwrap());
    let (mut next, mut last) = (step().boxed(), step().boxed());
    assert!(futures::poll!(&mut next).is_pending() && futures::poll!(&mut last).is_pending());
    drop(one);
    // Whoever has had a turn waits behind those who have not.
    let mut again = step().boxed();
    assert!(futures::poll!(&mut again).is_pending());
    drop(next.await.unwrap());
    drop(last.await.unwrap());
    drop(again.await.unwrap());
}
