//! The OpenAPI document and its interactive page; the page's files are in the binary.

use axum::Router;
use axum::http::{HeaderValue, header};
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::state::AppState;

pub(super) fn routes(document: OpenApi) -> Router<AppState> {
    let docs: Router<AppState> = SwaggerUi::new("/api/docs")
        .url("/api/openapi.json", document)
        .config(Config::default().validator_url("none"))
        .into();
    // Public, and another with the next version.
    docs.layer(SetResponseHeaderLayer::if_not_present(
        header::CACHE_CONTROL,
        HeaderValue::from_static("no-cache"),
    ))
}
