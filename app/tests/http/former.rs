//! This version on what a former one left behind: its data folder, its database, its export (ES-03, ES-05).

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use store::on_both_engines;
use store::testing::{Engine, Former, former_folder};

use crate::support::{Install, eventually};

/// Who signed in there, with the tier that the token claims.
const USERS: [(&str, &str); 3] = [
    ("ada@example.com", "pro"),
    ("ben@example.com", "basic"),
    ("cleo@example.com", "business"),
];

fn answers(former: &str) -> Vec<Value> {
    serde_json::from_str(former).unwrap()
}

/// What each account could spend when the former server answered.
fn assert_ledger(install: &Install, answers: &[Value]) {
    install.succeed(&["ledger", "verify", "--all"]);
    for answer in answers {
        let user = answer["credits"]["user_id"].as_str().unwrap();
        // Noted in whole seconds; nothing happened for long after it.
        let at: Timestamp = answer["at"].as_str().unwrap().parse().unwrap();
        let at = at
            .saturating_add(SignedDuration::from_secs(2))
            .unwrap()
            .to_string();
        let format = ["--until", &at, "--format", "json"];
        let lines = install.succeed(&[&["ledger", "show", user], &format[..]].concat());
        let lines: Vec<Value> = serde_json::from_str(&lines).unwrap();
        let available = &lines.last().unwrap()["available"];
        assert_eq!(*available, answer["credits"]["available_credits"], "{user}");
    }
}

async fn the_former_installation_goes_on(former: Former) {
    former.storage.storage.close().await;
    let install = Install::new(&former.storage);
    let answers = answers(&former.answers);
    let server = install.serve().await;
    // Beside the server: its read models are built by then.
    assert_ledger(&install, &answers);
    for ((email, tier), answer) in USERS.into_iter().zip(&answers) {
        let user = server.user(email, tier);
        let job = answer["job"]["job_id"].as_str().unwrap();
        // What was answered then is answered now; there may be more members.
        let now = user.job(job).await;
        for (member, value) in answer["job"].as_object().unwrap() {
            assert_eq!(&now[member], value, "{member} of {email}");
        }
        assert_eq!(
            user.rows(job).await.len() as u64,
            answer["job"]["results_count"].as_u64().unwrap()
        );
    }
    eventually("every read model is this version's", || async {
        let status = install.succeed(&["projections", "status"]);
        (!status.contains("meanwhile")).then_some(())
    })
    .await;
    install.succeed(&["projections", "verify"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ES-03, ES-05
async fn es_03_a_data_folder_of_a_former_version_goes_on_under_this_one() {
    the_former_installation_goes_on(Engine::Sqlite.former().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ES-03, ES-05
async fn es_03_a_postgresql_database_of_a_former_version_goes_on_under_this_one() {
    if let Some(former) = Engine::Postgres.former().await {
        the_former_installation_goes_on(former).await;
    }
}

on_both_engines! {
    // ES-05
    async fn es_05_an_export_of_a_former_version_is_imported(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        let left = former_folder();
        std::fs::copy(left.join("secret.key"), install.secret_key()).unwrap();
        let file = left.join("events.jsonl");
        let imported = install.succeed(&["events", "import", file.to_str().unwrap()]);
        let export = std::fs::read_to_string(&file).unwrap();
        let events = export.lines().count() - 1;
        assert!(imported.starts_with(&format!("{events} events imported")), "{imported}");
        let answers = std::fs::read_to_string(left.join("answers.json")).unwrap();
        assert_ledger(&install, &self::answers(&answers));
        // And it comes out as it went in.
        assert_eq!(install.succeed(&["events", "export"]), export);
    }
}
