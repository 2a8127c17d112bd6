//! The configuration of the browser's app, before sign-in.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use sign_in::verify::{Discovery, Issuer, TokenVerifier};
use url::Url;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::client::ClientSettings;
use crate::http::address::Anybody;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(config))
}

/// The browser's configuration.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClientConfig {
    /// The issuer, as named in its tokens.
    #[schema(example = "http://127.0.0.1:8080/dev-idp/")]
    issuer: String,
    /// The issuer's URL without a trailing slash.
    domain: String,
    /// The app's client id.
    client_id: String,
    /// The API's identifier.
    audience: String,
    /// The organization to sign in to.
    #[serde(skip_serializing_if = "Option::is_none")]
    organization: Option<String>,
    /// Is the development sign-in used?
    dev_sign_in: bool,
    /// How the app signs in.
    sign_in: SignInConfig,
    /// Map tiles, as a Leaflet URL template; without it, maps show the built-in map alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    tile_url: Option<String>,
    /// The credit line of the tiles.
    tile_attribution: String,
    /// Is the built-in map drawn below the tiles? Otherwise it is shown where they fail.
    built_in_map: bool,
    /// How users reach the operator, as a link: a page, or a `mailto:` address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "mailto:help@example.com")]
    contact: Option<String>,
    /// Analytics, if configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    analytics: Option<AnalyticsConfig>,
    /// Are websites read? Only where the operator has set a contact for it.
    reads_websites: bool,
}

/// How the app signs in.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SignInConfig {
    library: SignInLibrary,
    /// The scopes to request, separated by spaces.
    #[schema(example = "openid profile email offline_access")]
    scope: String,
    /// Parameters that request tokens for the API from the issuer.
    parameters: BTreeMap<String, String>,
    /// The claim that names the organization; if absent, `org_id` or `org_name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    organization_claim: Option<String>,
    /// The issuer's endpoints; absent while unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoints: Option<IssuerEndpoints>,
}

/// The library that the app signs in with.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SignInLibrary {
    /// For issuers with Auth0's paths.
    Auth0,
    /// For any other OpenID Connect issuer.
    Oidc,
    /// The issuer has not responded yet.
    Unavailable,
}

/// An issuer's endpoints, from its discovery document.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct IssuerEndpoints {
    authorization: String,
    token: String,
    /// Absent if the issuer cannot end its own session.
    #[serde(skip_serializing_if = "Option::is_none")]
    end_session: Option<String>,
}

/// A third party that counts page views and logins.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AnalyticsConfig {
    /// Its script.
    script: String,
    /// Its property id.
    id: String,
}

/// The configuration of the browser's app. Needs no token.
#[utoipa::path(
    get, path = "/api/config", operation_id = "getConfig", tag = "server", security(()),
    responses((status = 200, description = "The browser's configuration", body = ClientConfig))
)]
async fn config(
    _: Anybody,
    State(client): State<Arc<ClientSettings>>,
    State(verifier): State<TokenVerifier>,
) -> Json<ClientConfig> {
    let client = (*client).clone();
    let discovery = verifier.discovery().await;
    let configured = verifier.issuer();
    let config = ClientConfig {
        issuer: match &discovery {
            Some(discovery) => discovery.issuer.clone(),
            None => configured.as_str().to_owned(),
        },
        domain: configured.as_str().trim_end_matches('/').to_owned(),
        sign_in: SignInConfig {
            library: library(discovery.as_deref(), configured),
            scope: client.scope,
            parameters: client
                .api_parameter
                .map(|name| (name.to_owned(), client.audience.clone()))
                .into_iter()
                .collect(),
            organization_claim: client.organization_claim,
            endpoints: discovery.as_deref().map(endpoints),
        },
        client_id: client.client_id,
        audience: client.audience,
        organization: client.organization,
        dev_sign_in: client.dev_sign_in,
        tile_url: client.tile_url,
        tile_attribution: client.tile_attribution,
        built_in_map: client.built_in_map,
        contact: client.contact,
        reads_websites: client.reads_websites,
        analytics: client.analytics.map(|analytics| AnalyticsConfig {
            script: analytics.script.into(),
            id: analytics.id,
        }),
    };
    Json(config)
}

fn library(discovery: Option<&Discovery>, issuer: &Issuer) -> SignInLibrary {
    match discovery {
        None => SignInLibrary::Unavailable,
        Some(discovery) if discovery.has_auth0_paths(issuer) => SignInLibrary::Auth0,
        Some(_) => SignInLibrary::Oidc,
    }
}

fn endpoints(discovery: &Discovery) -> IssuerEndpoints {
    IssuerEndpoints {
        authorization: discovery.authorization_endpoint.to_string(),
        token: discovery.token_endpoint.to_string(),
        end_session: discovery.end_session_endpoint.as_ref().map(Url::to_string),
    }
}
