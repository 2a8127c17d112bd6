//! Commits of one group: what hinders one of them does not hinder the others.

use super::*;

/// In a runtime of one thread commits that are asked for at once are one group.
macro_rules! together {
    ($scene:expr, $($commit:expr),+) => { tokio::join!($($scene.appender.append($commit)),+) };
}

fn one(stream: &str, expected: u64, key: &str) -> Commit {
    commit(vec![counted(stream, expected, 1)], key)
}

fn large(stream: &str, bytes: usize) -> Commit {
    let payload = format!("\"{}\"", "x".repeat(bytes));
    commit(vec![append(stream, 0, &[payload])], "large")
}

/// A commit on both streams of which the first part alone was appended.
async fn leave_half(scene: &Scene, first: &str, second: &str, key: &str) {
    let lost = std::iter::repeat_n(Fault::Lost, TRIES);
    scene.double().fail_on(&stream(second), lost);
    let both = vec![counted(first, 0, 1), counted(second, 0, 1)];
    words(scene.append(both, key).await);
    assert!(scene.double().streams().contains(&stream(first)));
}

#[tokio::test]
async fn es_04_a_stream_that_is_gone_hinders_only_the_commits_that_touch_it() {
    let scene = Scene::new().await;
    for id in ["deleted", "for-ever"] {
        scene.append(vec![counted(id, 0, 3)], id).await.unwrap();
    }
    scene.double().delete(&stream("deleted"));
    scene.double().tombstone(&stream("for-ever"));
    for (id, other) in [("deleted", "a"), ("for-ever", "b")] {
        let (refused, stored) = together!(scene, one(id, 3, "k1"), one(other, 0, other));
        let said = words(refused);
        assert!(said.contains("was deleted or truncated"), "{id}: {said}");
        assert!(matches!(stored, Ok(Appended::Stored { .. })), "{stored:?}");
    }
    assert_eq!(scene.log.settle(Duration::ZERO).await.unwrap(), 0);
}

#[tokio::test]
async fn es_04_an_event_that_is_too_large_is_told_and_holds_nobody_up() {
    let scene = Scene::new().await;
    let (refused, stored) = together!(scene, large("a", 1_100_000), one("b", 0, "small"));
    let said = words(refused);
    assert!(said.contains("larger than KurrentDB takes"), "{said}");
    assert!(matches!(stored, Ok(Appended::Stored { .. })), "{stored:?}");
    assert_eq!(scene.log.settle(Duration::ZERO).await.unwrap(), 0);
    scene.append(vec![counted("a", 0, 1)], "k").await.unwrap();
    assert_eq!(scene.all().await.len(), 2);
}

#[tokio::test]
async fn es_04_what_a_server_refuses_beside_an_append_on_its_way_is_done_once_it_takes_it() {
    let scene = Scene::new().await;
    scene.double().take_at_most(2_000);
    let late = Fault::StoredLate(Duration::from_millis(500));
    scene.double().fail_on(&stream("slow"), [late]);
    let (slow, refused) = together!(scene, one("slow", 0, "k"), large("a", 5_000));
    for failed in [slow, refused] {
        let said = words(failed);
        assert!(said.contains("raise its MaxAppendSize"), "{said}");
    }
    // Others go on meanwhile.
    scene.append(vec![counted("b", 0, 1)], "b").await.unwrap();
    scene.double().take_at_most(1024 * 1024);
    assert_eq!(scene.log.settle(Duration::ZERO).await.unwrap(), 1);
    for again in [one("slow", 0, "k"), large("a", 5_000)] {
        let again = scene.appender.append(again).await;
        assert!(matches!(again, Ok(Appended::Repeated(_))), "{again:?}");
    }
    assert_eq!(scene.all().await.len(), 3);
}

#[tokio::test]
async fn es_04_what_cannot_go_on_holds_its_own_streams_and_commands_alone() {
    let scene = Scene::new().await;
    leave_half(&scene, "x", "y", "k").await;
    scene.double().write(&stream("y"));
    leave_half(&scene, "v", "w", "left").await;

    let told = scene.log.settle(Duration::ZERO).await.unwrap_err();
    assert!(told.to_string().contains("CreditAccount-y"), "{told}");
    let completed = scene.double().streams().contains(&stream("w"));
    assert!(completed, "what was left behind goes on");

    let (held, repeated, free) =
        together!(scene, one("x", 1, "k1"), one("q", 0, "k"), one("z", 0, "z"));
    for held in [held, repeated] {
        let said = words(held);
        assert!(said.contains("another program"), "{said}");
    }
    assert!(matches!(free, Ok(Appended::Stored { .. })), "{free:?}");
}

#[tokio::test]
async fn es_04_somebody_who_writes_between_two_calls_of_an_append_is_told() {
    let scene = Scene::new().await;
    let faults = std::iter::once(Fault::None).chain(std::iter::repeat_n(Fault::Lost, TRIES));
    scene.double().fail_on(&stream("a"), faults);
    let many = vec![format!("\"{}\"", "x".repeat(400_000)); 2];
    words(scene.append(vec![append("a", 0, &many)], "k").await);
    scene.double().write(&stream("a"));
    let settled = scene.log.settle(Duration::ZERO);
    let settled = tokio::time::timeout(Duration::from_secs(30), settled).await;
    let told = settled.expect("it comes to an end").unwrap_err();
    assert!(told.to_string().contains("CreditAccount-a"), "{told}");
}
