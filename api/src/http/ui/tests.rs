use axum::body::{Body, to_bytes};

use super::*;

/// A file as it is, and as it is compressed.
#[derive(RustEmbed)]
#[folder = "src/http/ui/testdata"]
struct Built;

const SCRIPT: &str = "assets/app-1a2b3c.js";

fn asking(header: HeaderName, value: &'static str) -> HeaderMap {
    HeaderMap::from_iter([(header, HeaderValue::from_static(value))])
}

fn encoding(answer: &Response) -> Option<&str> {
    let value = answer.headers().get(header::CONTENT_ENCODING)?;
    value.to_str().ok()
}

async fn body(answer: Response) -> Vec<u8> {
    to_bytes(answer.into_body(), 1 << 16)
        .await
        .unwrap()
        .to_vec()
}

#[test]
fn a_browser_gets_pages_and_a_program_gets_data() {
    let asked = |accept: &str| {
        let request = Request::builder().header(header::ACCEPT, accept);
        prefers_html(&request.body(Body::empty()).unwrap())
    };
    assert!(asked(
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    ));
    assert!(!asked("application/json"));
    assert!(!asked("application/json, text/html"));
    assert!(!asked("*/*"));
}

#[tokio::test]
async fn a_file_goes_out_as_it_was_compressed_when_it_was_built() {
    for (accepted, expected) in [
        ("gzip, deflate, br", Some("br")),
        ("gzip", Some("gzip")),
        ("identity", None),
    ] {
        let headers = asking(header::ACCEPT_ENCODING, accepted);
        let answer = asset::<Built>(SCRIPT, &headers).unwrap();
        assert_eq!(encoding(&answer), expected, "{accepted}");
        assert_eq!(answer.headers()[header::VARY], "accept-encoding");
        assert_eq!(
            answer.headers()[header::CONTENT_TYPE],
            "text/javascript; charset=utf-8"
        );
        assert_eq!(
            answer.headers()[header::CACHE_CONTROL],
            "public, max-age=31536000, immutable"
        );
        let suffix = match expected {
            Some("br") => ".br",
            Some(_) => ".gz",
            None => "",
        };
        let built = Built::get(&format!("{SCRIPT}{suffix}")).unwrap();
        assert_eq!(body(answer).await, *built.data);
    }
}

#[tokio::test]
async fn what_was_not_compressed_goes_out_as_it_is() {
    let headers = asking(header::ACCEPT_ENCODING, "br, gzip");
    let answer = asset::<Built>("mark.svg", &headers).unwrap();
    assert_eq!(encoding(&answer), None);
    assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-cache");
    assert_eq!(
        answer.headers()[header::CONTENT_TYPE],
        "image/svg+xml; charset=utf-8"
    );
    assert!(body(answer).await.starts_with(b"<svg"));
}

#[tokio::test]
async fn what_the_client_has_already_is_not_sent_again() {
    let first = asset::<Built>("mark.svg", &HeaderMap::new()).unwrap();
    let mut headers = HeaderMap::new();
    headers.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
    let again = asset::<Built>("mark.svg", &headers).unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(again.headers()[header::ETAG], first.headers()[header::ETAG]);
    assert_eq!(again.headers()[header::CACHE_CONTROL], "no-cache");
    assert!(body(again).await.is_empty());

    let other = asking(header::IF_NONE_MATCH, "W/\"another\"");
    let changed = asset::<Built>("mark.svg", &other).unwrap();
    assert_eq!(changed.status(), StatusCode::OK);
}

#[test]
fn files_of_the_build_have_no_address_of_their_own() {
    for path in [
        format!("{SCRIPT}.br"),
        format!("{SCRIPT}.gz"),
        ".vite/manifest.json".to_owned(),
        "index.html".to_owned(),
    ] {
        assert!(Built::get(&path).is_some(), "{path} is there");
        assert!(asset::<Built>(&path, &HeaderMap::new()).is_none(), "{path}");
    }
}
