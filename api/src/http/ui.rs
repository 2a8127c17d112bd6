//! The browser's app, embedded in the binary: hashed assets are immutable, the page is revalidated each time, and every
//! other path leads to the app (which has its own not-found page) if a page is asked for. Files are sent as they were
//! compressed at build time.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::accepted_encoding::{Encoding, accepted};
use super::entity_tag;

#[derive(RustEmbed)]
#[folder = "../ui/dist"]
#[allow_missing = true]
struct Assets;

/// Shown if the binary was built without the browser's app.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>DemandAtlas</title><h1>DemandAtlas</h1>\
    <p>The server runs, but this binary was built without its pages. Run <code>make build</code>, \
    or use the API: <a href=\"/api/docs\">/api/docs</a>.</p></html>";
/// The app's page.
const PAGE: &str = "index.html";
/// The folder of files whose names change with their content.
const HASHED: &str = "assets/";
/// The only page that may be framed, by our own pages: the issuer answers a silent sign-in there.
const FRAMED: &str = "silent-callback.html";
const FRAMED_POLICY: &str =
    "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'self'";

/// Answers everything that no route of the API answers.
pub(crate) async fn serve(request: Request) -> Response {
    if is_of_api(request.uri().path()) {
        return StatusCode::NOT_FOUND.into_response();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let (path, headers) = (request.uri().path(), request.headers());
    match asset::<Assets>(path.trim_start_matches('/'), headers) {
        Some(answer) => answer,
        None if path == "/" || prefers_html(&request) => page(headers),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Below /api there is only the API, whatever the method, for browsers too.
fn is_of_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
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
pub(crate) fn page(headers: &HeaderMap) -> Response {
    Assets::get(PAGE).map_or_else(
        || {
            let about = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CACHE_CONTROL, "no-cache"),
            ];
            (about, NOT_BUILT).into_response()
        },
        |file| answer::<Assets>(PAGE, &file, headers),
    )
}

fn asset<Files: RustEmbed>(path: &str, headers: &HeaderMap) -> Option<Response> {
    // The page has its own addresses; names with a leading dot belong to the build.
    if path == PAGE || path.starts_with('.') || Encoding::is_compressed(path) {
        return None;
    }
    let file = Files::get(path)?;
    let mut answer = answer::<Files>(path, &file, headers);
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

/// The file in the smallest form that the client accepts, or 304 if the client has it already.
fn answer<Files: RustEmbed>(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let kept = if path.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let tag = entity_tag::of_hash(&file.metadata.sha256_hash());
    let is_known = entity_tag::is_known(headers, &tag);
    let about: [(HeaderName, String); 3] = [
        (header::CACHE_CONTROL, kept.to_owned()),
        (header::VARY, header::ACCEPT_ENCODING.to_string()),
        (header::ETAG, tag),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = [(header::CONTENT_TYPE, content_type(file.metadata.mimetype()))];
    let compressed = accepted(headers).find_map(|encoding| {
        let path = format!("{path}{}", encoding.suffix());
        Some((encoding, Files::get(&path)?))
    });
    match compressed {
        Some((encoding, smaller)) => {
            let encoded = [(header::CONTENT_ENCODING, encoding.name())];
            (about, kind, encoded, smaller.data).into_response()
        }
        None => (about, kind, file.data.clone()).into_response(),
    }
}

/// All texts are UTF-8.
fn content_type(kind: &str) -> String {
    if kind.starts_with("text/") || kind.ends_with("+xml") {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_owned()
    }
}

#[cfg(test)]
mod tests;
