//! What needs no token (AUTH-12; L-f): how much of it there is for an address, and that large texts are compressed once.

use commands::limits::Limited;
use futures::future::join_all;
use reqwest::Method;
use store::testing::Engine;

use crate::support::Server;

/// The document and the columns of a row, as they were compressed once: with their length, and not at all to whoever
/// has them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_large_public_texts_are_kept_compressed() {
    let server = Server::without_worker(Engine::Sqlite.storage().await.unwrap()).await;
    let nobody = &server.anonymous;
    for path in [
        "/api/openapi.json",
        "/api/fields",
        "/api/docs/",
        "/api/docs/swagger-ui-bundle.js",
    ] {
        let plain = nobody.get(path).await;
        assert_eq!(plain.status, 200, "{path}");
        assert!(!plain.headers.contains_key("content-encoding"), "{path}");
        let tag = plain.header("etag").to_owned();
        assert!(!tag.is_empty(), "{path}");
        let ask = |name: &str, value: &str| nobody.request(Method::GET, path).header(name, value);
        let packed = nobody.send(ask("accept-encoding", "gzip")).await;
        assert_eq!(packed.header("content-encoding"), "gzip", "{path}");
        assert_eq!(packed.header("etag"), tag, "{path}");
        assert!(
            packed
                .header("vary")
                .to_lowercase()
                .contains("accept-encoding"),
            "{path}"
        );
        assert_eq!(
            packed.header("content-length"),
            packed.bytes.len().to_string(),
            "{path}"
        );
        assert!(packed.bytes.len() * 10 < plain.bytes.len() * 6, "{path}");
        let known = nobody.send(ask("if-none-match", &tag)).await;
        assert_eq!((known.status, known.bytes.len()), (304, 0), "{path}");
    }
    server.stop().await;
}

/// Too many calls without a token from one address are refused, whoever they claim to be from; health and users are
/// answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_public_routes_answer_an_address_so_often() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let change = |settings: &mut app::settings::Settings| {
        settings.user_limits[Limited::PublicCalls].most = 1;
    };
    let server = Server::with(test, change).await;
    let user = server.user("ada@example.com", "pro");
    user.credits().await;
    let nobody = &server.anonymous;
    let ask = async |path: &'static str, number: usize| {
        let claimed = format!("203.0.113.{number}");
        let request = nobody.request(Method::GET, path);
        nobody.send(request.header("X-Real-IP", claimed)).await
    };
    for path in [
        "/api/config",
        "/api/cities?state=OR",
        "/api/crm-fields",
        "/api/fields",
        "/api/plans",
        "/api/openapi.json",
        "/api/docs/",
    ] {
        // One in two seconds: it would take forty to answer them all.
        let answers = join_all((0..20).map(|number| ask(path, number))).await;
        let refused = answers.iter().find(|answer| answer.status == 429);
        let refused = refused.unwrap_or_else(|| panic!("{path}"));
        assert_ne!(refused.header("retry-after"), "", "{path}");
        assert_eq!(
            refused.error().2,
            "Too many calls from your network at once: at most 1 in 2 seconds.",
            "{path}"
        );
        let looks = join_all((0..20).map(|number| ask("/api/health", number))).await;
        assert!(looks.iter().all(|answer| answer.status == 200));
        user.credits().await;
    }
    server.stop().await;
}
