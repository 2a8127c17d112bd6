//! The OpenAPI document: what the handlers say, what the server and the command line hand out, and the
//! copy in `docs/` that the browser's client is made from.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Install, Server, brewery_search};

fn of_the_handlers() -> String {
    let mut text = api::routes::openapi().to_pretty_json().unwrap();
    text.push('\n');
    text
}

#[test]
fn the_copy_in_docs_is_what_the_handlers_say() {
    let copy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/openapi.json");
    let copy = std::fs::read_to_string(copy).unwrap_or_default();
    assert!(
        copy == of_the_handlers(),
        "docs/openapi.json is stale: run make generate"
    );
}

#[test]
fn the_command_line_prints_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let install = Install::in_folder(&folder.path().join("data"));
    assert_eq!(install.succeed(&["openapi"]), of_the_handlers());
    assert!(
        !folder.path().join("data").exists(),
        "printing makes no files"
    );
}

#[tokio::test]
async fn the_server_hands_out_the_document_and_a_page_to_try_it() {
    let test = store::testing::Engine::Sqlite.storage().await.unwrap();
    let server = Server::empty(test).await;
    let served = server.anonymous.get("/api/openapi.json").await.json();
    let said: Value = serde_json::from_str(&of_the_handlers()).unwrap();
    assert_eq!(served, said);
    assert_eq!(
        said["components"]["securitySchemes"]["bearer"]["scheme"],
        "bearer"
    );
    let page = server.anonymous.get("/api/docs/").await;
    assert_eq!(page.status, 200);
    for elsewhere in ["src=\"http", "href=\"http", "src=\"//"] {
        assert!(
            !page.text.contains(elsewhere),
            "everything comes from this server: {}",
            page.text
        );
    }
    assert!(
        page.text.contains("<title>DemandAtlas API</title>"),
        "{}",
        page.text
    );
    let start = server
        .anonymous
        .get("/api/docs/swagger-initializer.js")
        .await;
    assert!(start.text.contains("\"filter\": true"), "{}", start.text);
    let bearer = &said["components"]["securitySchemes"]["bearer"]["description"];
    assert!(
        bearer
            .as_str()
            .unwrap()
            .contains("demandatlas token --email"),
        "{bearer}"
    );
    server.stop().await;
}

/// What stands in examples for a session and for a saved company.
const SESSION: &str = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c";
const COMPANY: &str = "a-company-id";

/// "Try it out" fills a body in with the document's example: that works as it stands, but for ids.
#[tokio::test]
async fn every_body_has_an_example_that_works() {
    let server = Server::start(store::testing::Engine::Sqlite.storage().await.unwrap()).await;
    let user = server.user("ada@example.com", "enterprise");
    let (session, _) = user.run(&brewery_search()).await;
    let saved = json!({"session_id": session, "rows": [0]});
    assert_eq!(user.post("/api/save-companies", &saved).await.status, 200);
    let companies = user.get("/api/saved-companies").await.json();
    let company = companies["companies"][0]["company_id"].as_str().unwrap();
    let schedule = json!({"every": "day", "at": "06:00", "zone": "UTC"});
    let monitor =
        json!({"session_key": session, "schedule": schedule, "budget": 10, "first": "known"});
    let monitor = user.post("/api/monitors", &monitor).await;
    assert_eq!(monitor.status, 201, "{}", monitor.text);
    let monitor = monitor.json();
    let monitor = monitor["id"].as_str().unwrap();

    let document: Value = serde_json::from_str(&of_the_handlers()).unwrap();
    let mut tried = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let Some(name) = schema["$ref"].as_str() else {
                assert!(schema.is_null(), "{method} {path}: {schema}");
                continue;
            };
            let name = name.rsplit('/').next().unwrap();
            let example = &document["components"]["schemas"][name]["example"];
            assert!(
                example.is_object(),
                "{method} {path}: {name} has no example"
            );
            // It would take the user away from the others.
            if path == "/api/account/erase" {
                continue;
            }
            let body = example
                .to_string()
                .replace(SESSION, &session)
                .replace(COMPANY, company)
                // One that the tests' servers know.
                .replace("proxy.example.com", "proxy.example");
            let path = path
                .replace("{userId}", &user.sub_in_path())
                .replace("{monitorId}", monitor);
            let body: Value = serde_json::from_str(&body).unwrap();
            let method: Method = method.to_uppercase().parse().unwrap();
            let answer = user.send(user.request(method, &path).json(&body)).await;
            // What is understood, and has nothing to work on here.
            let nothing = match path.as_str() {
                // These breweries have no websites, and this server no page to test with.
                "/api/websites/estimate" | "/api/websites/read" | "/api/proxy/test" => Some(409),
                // Only an e-mail has a link's token, and this server sends none.
                "/api/mail/confirm" | "/api/mail/start" | "/api/mail/stop" => Some(404),
                "/api/notices/mail" => Some(409),
                _ => None,
            };
            assert!(
                (200..300).contains(&answer.status) || Some(answer.status) == nothing,
                "{path} {body}: {} {}",
                answer.status,
                answer.text
            );
            tried += 1;
        }
    }
    assert!(tried >= 10, "{tried}");
    server.stop().await;
}
