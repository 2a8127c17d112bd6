//! Streams of others on the same server.

use super::*;

const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_what_others_write_is_read_past_once_however_much_and_slow() {
    let scene = Scene::over(Double::start().await, "&defaultDeadline=1000").await;
    scene.append(vec![counted("a", 0, 1)], "k").await.unwrap();
    for _ in 0..300 {
        scene.double().write("Order-1");
    }
    // All of it takes longer than a call may.
    scene.double().find_slowly(Duration::from_millis(5));
    let at = scene.log.head().await.unwrap();
    let read = scene.log.read_all_after(at, 10).await.unwrap();
    assert!(read.is_empty(), "{read:?}");
    // Whoever asks again does not begin anew.
    let before = scene.double().calls().looked_at;
    assert!(scene.log.read_all_after(at, 10).await.unwrap().is_empty());
    assert_eq!(scene.log.head().await.unwrap(), at);
    let looked_at = scene.double().calls().looked_at - before;
    assert!(looked_at <= 4, "{looked_at}");

    scene.append(vec![counted("b", 0, 1)], "k2").await.unwrap();
    let read = scene.log.read_all_after(at, 10).await.unwrap();
    assert_eq!(read.len(), 1);
    assert_eq!(scene.log.head().await.unwrap(), read[0].cursor);
    assert_eq!(scene.all().await.len(), 2);
    assert_eq!(scene.log.read_last(5).await.unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_names_that_begin_like_the_logs_are_not_its_own() {
    let double = Double::start().await;
    let other_url = format!("{}&streamPrefix=demandatlas.b.", double.url());
    let scene = Scene::over(double, "").await;
    let beside = Engine::Sqlite.storage().await.unwrap();
    let other = beside.with_events_at(&other_url, None).await;
    let other_log = EventLog::new(&other.storage);
    let other_appender = Appender::start(other_log.clone());

    scene.double().write("demandatlas.settings");
    scene.append(vec![counted("a", 0, 1)], "k").await.unwrap();
    for number in 0..3 {
        let next = commit(vec![counted("b", number, 1)], &format!("k{number}"));
        other_appender.append(next).await.unwrap();
    }
    for _ in 0..5 {
        scene.double().write("demandatlas.settings");
    }
    let look = async {
        let first = scene.log.read_all_after(Cursor::START, 1).await.unwrap();
        assert_eq!(first.len(), 1);
        assert_eq!(first[0].aggregate_id, "a");
        assert_eq!(scene.log.head().await.unwrap(), first[0].cursor);
        assert_eq!(scene.log.read_last(1).await.unwrap(), first);
        let none = scene.log.read_all_after(first[0].cursor, 1).await.unwrap();
        assert!(none.is_empty(), "{none:?}");
        assert_eq!(scene.log.count_all().await.unwrap(), 1);
        assert_eq!(other_log.count_all().await.unwrap(), 3);
        assert_eq!(other_log.read_last(2).await.unwrap().len(), 2);
    };
    tokio::time::timeout(PATIENCE, look)
        .await
        .expect("it comes to an end");
}
