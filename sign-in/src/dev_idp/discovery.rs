//! What clients may read about the provider: OpenID discovery and its public key.

use axum::Json;
use axum::extract::State;
use jsonwebtoken::jwk::JwkSet;
use serde_json::{Value, json};

use super::provider::DevIdp;

/// `GET /.well-known/openid-configuration`
pub(super) async fn configuration(State(idp): State<DevIdp>) -> Json<Value> {
    let config = idp.config();
    Json(json!({
        "issuer": config.issuer().as_str(),
        "authorization_endpoint": config.endpoint("authorize"),
        "token_endpoint": config.endpoint("oauth/token"),
        "userinfo_endpoint": config.endpoint("userinfo"),
        "jwks_uri": config.endpoint(".well-known/jwks.json"),
        "end_session_endpoint": config.endpoint("v2/logout"),
        "scopes_supported": ["openid", "profile", "email", "offline_access"],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query", "web_message"],
        "grant_types_supported": [
            "authorization_code",
            "refresh_token",
            "urn:ietf:params:oauth:grant-type:token-exchange",
        ],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "claims_supported": ["iss", "sub", "aud", "exp", "iat", "nonce", "org_id", "name", "nickname", "email", "email_verified"],
    }))
}

/// `GET /.well-known/jwks.json`
pub(super) async fn jwks(State(idp): State<DevIdp>) -> Json<JwkSet> {
    Json(idp.keys().jwks().clone())
}
