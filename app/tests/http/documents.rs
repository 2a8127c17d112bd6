//! The OpenAPI document: what the handlers say, what the server and the command line hand out, and the
//! copy in `docs/` that the browser's client is made from.

use std::path::Path;

use crate::support::{Install, Server};

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
    let said: serde_json::Value = serde_json::from_str(&of_the_handlers()).unwrap();
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
    server.stop().await;
}
