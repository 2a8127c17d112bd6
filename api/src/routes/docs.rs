//! The OpenAPI document and its interactive page; the page's files are in the binary.

use axum::Router;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::state::AppState;

pub(super) fn routes(document: OpenApi) -> Router<AppState> {
    SwaggerUi::new("/api/docs")
        .url("/api/openapi.json", document)
        .config(Config::default().validator_url("none"))
        .into()
}
