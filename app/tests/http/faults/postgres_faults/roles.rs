//! One role owns the tables, another serves: what docs/operations.md makes of a database is enough for all that the product
//! does, and for nothing more.

use serde_json::json;
use sqlx::{Connection, PgConnection};
use testkit::OwnPostgres;

use super::documented::documented;
use crate::support::{Client, Install, brewery_search, made_up_listing};

/// What the role that serves must not do.
const FORBIDDEN: [&str; 10] = [
    "UPDATE events SET payload = payload",
    "DELETE FROM events",
    "TRUNCATE events",
    "ALTER TABLE events DISABLE TRIGGER USER",
    "DROP TRIGGER events_are_not_changed ON events",
    "DROP TABLE commands",
    "ALTER TABLE stream_heads ADD COLUMN more text",
    "CREATE TABLE public.other (id bigint)",
    "DROP FUNCTION append_events_v1",
    "DELETE FROM _sqlx_migrations",
];

async fn run(url: &str, script: &str) -> Result<(), sqlx::Error> {
    let mut connection = PgConnection::connect(url).await?;
    sqlx::raw_sql(script)
        .execute(&mut connection)
        .await
        .map(drop)
}

/// A bit of everything that is stored: accounts, jobs, rows, coupons, companies, texts, and an erasure.
async fn use_it(user: &Client, install: &Install) {
    let (job, _) = user.run(&brewery_search()).await;
    let issue = ["coupons", "issue", "--credits", "40", "--code", "FORTY"];
    install.succeed(&issue);
    assert_eq!(user.redeem("FORTY").await.json()["success"], true);
    let saved = json!({"session_id": job, "rows": [0]});
    assert_eq!(user.post("/api/save-companies", &saved).await.status, 200);
    let crm = json!({"sessionKey": job, "rowIdx": 0, "crmData": {"notes": "call them"}});
    assert_eq!(user.post("/api/crm-data", &crm).await.status, 200);
    let enriched = user.post("/enrich", &json!({"sessionKey": job})).await;
    assert_eq!(enriched.status, 200, "{}", enriched.text);
    install.succeed(&["accounts", "adjust", &user.sub, "5", "--reason", "a gift"]);
    install.succeed(&["accounts", "erase", &user.sub, "--yes"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ES-05
async fn es_05_a_role_serves_that_can_neither_change_events_nor_the_schema() {
    let Some(postgres) = OwnPostgres::start() else {
        return;
    };
    run(&postgres.url(), "CREATE DATABASE atlas").await.unwrap();
    let of = |role: &str| {
        let url = postgres.url().replace("demandatlas@", &format!("{role}@"));
        url.replace("/postgres", "/atlas")
    };
    let (owner, app) = (of("atlas_owner"), of("atlas_app"));
    let folder = tempfile::tempdir().unwrap();
    let install = Install::on_postgres(folder.path(), app.clone());
    let as_owner = Install::on_postgres(folder.path(), owner.clone());

    let superuser = of("demandatlas");
    run(&superuser, &documented("owner")).await.unwrap();
    as_owner.succeed(&["migrate"]);
    run(&superuser, &documented("app")).await.unwrap();
    run(&owner, &documented("rights")).await.unwrap();

    install.succeed(&["places", "import", made_up_listing().to_str().unwrap()]);
    let process = install.serve().await;
    let user = process.user("ada@example.com", "enterprise");
    use_it(&user, &install).await;
    let (credits, history) = (user.credits().await, user.history().await);
    for command in [
        &["projections", "rebuild", "--all"][..],
        &["projections", "verify"],
        &["projections", "status"],
        &["ledger", "verify", "--all"],
        &["events", "export"],
        &["events", "stats"],
        &["migrate"],
    ] {
        install.succeed(command);
    }
    assert_eq!(
        (user.credits().await, user.history().await),
        (credits, history)
    );
    process.kill();
    install.serve().await.kill();

    for statement in FORBIDDEN {
        let told = run(&app, statement).await.unwrap_err().to_string();
        assert!(
            told.contains("permission denied") || told.contains("must be owner"),
            "{statement}: {told}"
        );
    }
    // A version that brings a migration of its own.
    let older =
        "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)";
    run(&owner, older).await.unwrap();
    let refused = install.fail(&["serve", "--addr", "127.0.0.1:0"]);
    assert!(refused.contains("as the owner of the tables"), "{refused}");
    let elsewhere = "SELECT 1 / (SELECT count(*) FROM pg_tables WHERE schemaname = 'atlas_views' AND tablename = 'events')";
    let nothing_made = run(&app, elsewhere).await.unwrap_err().to_string();
    assert!(nothing_made.contains("division by zero"), "{nothing_made}");
}
