//! The OpenAPI document and its interactive page, whose files are embedded in the binary.

use axum::Router;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::state::AppState;

/// The page itself is short; what it loads is not read here.
const LONGEST_PAGE: usize = 1 << 20;

pub(super) fn routes(document: OpenApi) -> Router<AppState> {
    let docs: Router<AppState> = SwaggerUi::new("/api/docs")
        .url("/api/openapi.json", document)
        .config(Config::default().validator_url("none").filter(true))
        .into();
    // Public, but different in the next version.
    docs.layer(map_response(titled))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-cache"),
        ))
}

/// Replaces the page's title with ours.
async fn titled(answer: Response) -> Response {
    let kind = answer.headers().get(header::CONTENT_TYPE);
    if kind.is_none_or(|kind| !kind.as_bytes().starts_with(b"text/html")) {
        return answer;
    }
    let (mut head, body) = answer.into_parts();
    let Ok(page) = axum::body::to_bytes(body, LONGEST_PAGE).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let page = String::from_utf8_lossy(&page);
    let page = page.replace(
        "<title>Swagger UI</title>",
        "<title>DemandAtlas API</title>",
    );
    head.headers.remove(header::CONTENT_LENGTH);
    (head, page).into_response()
}
