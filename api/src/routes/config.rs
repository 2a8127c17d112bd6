//! What the browser's app needs to know before anybody signs in.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(config))
}

/// The browser's configuration.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClientConfig {
    /// The issuer as tokens name it, with its closing slash.
    #[schema(example = "http://127.0.0.1:8080/dev-idp/")]
    issuer: String,
    /// The issuer as the sign-in library is given it.
    domain: String,
    /// The app's client id.
    client_id: String,
    /// The API's identifier, to be asked for.
    audience: String,
    /// The organization to sign in to.
    #[serde(skip_serializing_if = "Option::is_none")]
    organization: Option<String>,
    /// Is the development sign-in at work?
    dev_sign_in: bool,
    /// Map tiles, as a Leaflet URL template; maps have no background without.
    #[serde(skip_serializing_if = "Option::is_none")]
    tile_url: Option<String>,
    /// The credit line of the tiles.
    tile_attribution: String,
    /// The analytics property; no analytics without.
    #[serde(skip_serializing_if = "Option::is_none")]
    analytics_id: Option<String>,
}

/// What the browser's app needs at its start. Needs no token.
#[utoipa::path(
    get, path = "/api/config", operation_id = "getConfig", tag = "server", security(()),
    responses((status = 200, description = "The browser's configuration", body = ClientConfig))
)]
async fn config(State(state): State<AppState>) -> Json<ClientConfig> {
    let client = (*state.client).clone();
    let config = ClientConfig {
        issuer: client.issuer,
        domain: client.domain,
        client_id: client.client_id,
        audience: client.audience,
        organization: client.organization,
        dev_sign_in: client.dev_sign_in,
        tile_url: client.tile_url,
        tile_attribution: client.tile_attribution,
        analytics_id: client.analytics_id,
    };
    Json(config)
}
