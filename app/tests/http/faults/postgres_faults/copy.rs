//! A connection that breaks in the middle of COPY.

use store::db::DatabaseUrl;
use store::testing::Engine;
use testkit::Wire;

use crate::support::{Install, brewery_search, made_up_listing};

/// What a rebuild asks when it reads the log, and when it writes rows; and how many bytes of the answer come.
const COPIES: [(&str, usize); 2] = [("COPY (SELECT", 3_000), ("FROM STDIN", 0)];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ES-03
async fn es_03_a_rebuild_whose_connection_breaks_in_the_middle_of_copy_fails_and_changes_nothing() {
    let Some(test) = Engine::Postgres.storage().await else {
        return;
    };
    let install = Install::new(&test);
    let listing = made_up_listing();
    install.succeed(&["places", "import", listing.to_str().unwrap()]);
    let process = install.serve().await;
    let user = process.user("ada@example.com", "pro");
    user.run(&brewery_search()).await;
    let before = (user.credits().await, user.history().await);

    let DatabaseUrl::Postgres(url) = &test.url else {
        unreachable!("it was asked for")
    };
    let (server, database) = url.rsplit_once('/').unwrap();
    let (host, port) = server.rsplit_once(':').unwrap();
    let wire = Wire::to(port.parse().unwrap()).await;
    let broken = format!("{host}:{}/{database}", wire.port());
    let through_wire = Install::on_postgres(test.folder(), broken);
    for (number, (words, bytes)) in (1..).zip(COPIES) {
        wire.cut_off(words, bytes);
        let complaint = through_wire.fail(&["projections", "rebuild", "--all"]);
        assert_eq!(wire.cuts(), number, "{complaint}");
        assert_eq!((user.credits().await, user.history().await), before);
        install.succeed(&["projections", "verify"]);
    }
    through_wire.succeed(&["projections", "rebuild", "--all"]);
    assert_eq!((user.credits().await, user.history().await), before);
    install.succeed(&["projections", "verify"]);
}
