//! The browser's app, from inside the binary: hashed assets for ever, the page itself never cached,
//! every other path the app's (it has its own not-found page) where a page is asked for.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../ui/dist"]
#[allow_missing = true]
struct Assets;

/// Shown where the binary was built without the browser's app.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>DemandAtlas</title><h1>DemandAtlas</h1>\
    <p>The server runs, but this binary was built without its pages. Run <code>make build</code>, \
    or use the API: <a href=\"/api/docs\">/api/docs</a>.</p></html>";
/// Files whose names change with their content.
const HASHED: &str = "assets/";
/// The one page that a frame may hold, of ours alone: the issuer answers a silent sign-in there.
const FRAMED: &str = "silent-callback.html";
const FRAMED_POLICY: &str =
    "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'self'";

/// Answers what no route of the API answers.
pub(crate) async fn serve(request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match asset(request.uri()) {
        Some(answer) => answer,
        None if request.uri().path() == "/" || prefers_html(&request) => page(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Does the caller want a page rather than data? Browsers name text/html first.
pub(crate) fn prefers_html(request: &Request) -> bool {
    let accept = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let position = |kind: &str| accept.find(kind);
    match (position("text/html"), position("application/json")) {
        (Some(html), Some(json)) => html < json,
        (html, _) => html.is_some(),
    }
}

/// The app's page.
pub(crate) fn page() -> Response {
    let html =
        Assets::get("index.html").map_or_else(|| NOT_BUILT.as_bytes().into(), |file| file.data);
    (
        [
            (
                header::CONTENT_TYPE,
                HeaderValue::from_static("text/html; charset=utf-8"),
            ),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        ],
        html,
    )
        .into_response()
}

fn asset(uri: &Uri) -> Option<Response> {
    let path = uri.path().trim_start_matches('/');
    if path.is_empty() || path == "index.html" {
        return None;
    }
    let file = Assets::get(path)?;
    let cache = if path.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let kind = HeaderValue::from_str(file.metadata.mimetype())
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let mut answer = (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, HeaderValue::from_static(cache)),
        ],
        file.data,
    )
        .into_response();
    if path == FRAMED {
        let headers = answer.headers_mut();
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(FRAMED_POLICY),
        );
        headers.insert(
            header::X_FRAME_OPTIONS,
            HeaderValue::from_static("SAMEORIGIN"),
        );
    }
    Some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn asked(accept: &str) -> bool {
        let request = Request::builder()
            .header(header::ACCEPT, accept)
            .body(Body::empty());
        prefers_html(&request.unwrap())
    }

    #[test]
    fn a_browser_gets_pages_and_a_program_gets_data() {
        assert!(asked(
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        ));
        assert!(!asked("application/json"));
        assert!(!asked("application/json, text/html"));
        assert!(!asked("*/*"));
    }
}
