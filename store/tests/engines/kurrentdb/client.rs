//! What the log does about the client's flaws can go once one of these fails.

use std::time::Duration;

use kurrentdb::{AppendToStreamOptions, BatchAppendOptions, Client, Error, EventData};
use store::log::double::Double;

fn client(double: &Double) -> Client {
    Client::new(double.url().parse().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_the_client_tells_of_a_missing_stream_at_its_first_event_only() {
    let double = Double::start().await;
    let read = client(&double)
        .read_stream("none", &kurrentdb::ReadStreamOptions::default())
        .await;
    let first = read.unwrap().next().await;
    assert!(matches!(first, Err(Error::ResourceNotFound)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_the_clients_batch_append_is_of_no_use_after_a_failure() {
    let double = Double::start().await;
    let client = client(&double);
    let batch = client
        .batch_append(&BatchAppendOptions::default())
        .await
        .unwrap();
    for _ in 0..2 {
        let event = EventData::json("Counted", &1).unwrap();
        let state = kurrentdb::StreamState::Any;
        let appended = batch.append_to_stream("a", state, vec![event]);
        let appended = tokio::time::timeout(Duration::from_millis(500), appended).await;
        assert!(
            !matches!(appended, Ok(Ok(_))),
            "the client is mended? The double fails the first batch only"
        );
    }
    // The same client's other calls go on.
    let event = EventData::json("Counted", &1).unwrap();
    client
        .append_to_stream("a", &AppendToStreamOptions::default(), event)
        .await
        .unwrap();
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_the_client_leaves_nagles_algorithm_on() {
    let double = Double::usual().await;
    let client = client(&double);
    let mut waited = 0;
    for _ in 0..40 {
        let event = EventData::json("Counted", &1).unwrap();
        let options = AppendToStreamOptions::default();
        let since = std::time::Instant::now();
        client.append_to_stream("a", &options, event).await.unwrap();
        waited += u32::from(since.elapsed() >= Duration::from_millis(38));
    }
    assert!(
        waited > 20,
        "the client is mended? {waited} of 40 calls waited"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_the_client_gives_up_for_ever_once_it_has_found_nobody() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = port.local_addr().unwrap();
    drop(port);
    let url = format!("esdb://{address}?tls=false&maxDiscoverAttempts=2&discoveryInterval=10");
    let client = Client::new(url.parse().unwrap()).unwrap();
    let ask = |client: Client, patience: u64| async move {
        let event = EventData::json("Counted", &1).unwrap();
        let options = AppendToStreamOptions::default();
        let asked = client.append_to_stream("a", &options, event);
        let asked = tokio::time::timeout(Duration::from_secs(patience), asked).await;
        matches!(asked, Ok(Ok(_)))
    };
    assert!(!ask(client.clone(), 2).await, "nobody is there");
    let _double = Double::at(address).await;
    assert!(!ask(client, 2).await, "the client is mended?");
    let another = Client::new(url.parse().unwrap()).unwrap();
    assert!(ask(another, 30).await, "somebody is there now");
}
