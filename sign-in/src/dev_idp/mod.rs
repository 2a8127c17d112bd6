//! The development identity provider: a real authorization-code + PKCE flow for `make run`, served
//! by this server under `/dev-idp`, so that signing in needs no account anywhere.
//!
//! Anybody who reaches it can sign in as anybody. Therefore it runs on loopback addresses only
//! ([`check_loopback`]), answers only at its one canonical host, and says on its page what it is.
//!
//! Invariants:
//! - answers go only to the web app's own origin (redirects, messages, logout);
//! - codes are single-use and bound to their PKCE verifier; using a code twice revokes its refresh
//!   tokens, and using a refresh token twice revokes all tokens from the same sign-in;
//! - secrets are stored as hashes, the signing key in a file that only its owner can read.
//!
//! Deliberately absent: passwords, consent, other clients, CORS (provider and app share an origin),
//! and revocation of access tokens, which live for an hour.

mod answer;
mod authorize;
mod config;
mod cookies;
mod discovery;
mod error;
mod exchange;
mod grants;
mod host;
mod keys;
mod logout;
mod page;
mod person;
mod provider;
mod request;
mod secrets;
mod token;
mod tokens;
mod userinfo;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{get, post};

pub use config::{DevIdpConfig, DevIdpConfigError, MOUNT, check_loopback};
pub use host::canonical_host;
pub use keys::{DevKeys, DevKeysError};
pub use person::{Person, PersonError};
pub use provider::DevIdp;
pub use token::SignedIn;
pub use tokens::{MintError, TOKEN_LIFE_S, mint_access_token};

/// The provider's routes, all under [`MOUNT`], to be merged into the server's router.
pub fn router(idp: DevIdp) -> Router {
    let routes = Router::new()
        .route(
            "/.well-known/openid-configuration",
            get(discovery::configuration),
        )
        .route("/.well-known/jwks.json", get(discovery::jwks))
        .route("/authorize", get(authorize::start).post(authorize::choose))
        .route("/oauth/token", post(token::exchange))
        .route("/userinfo", get(userinfo::show))
        .route("/v2/logout", get(logout::end))
        .route("/style.css", get(page::style))
        .fallback(page::not_found)
        .layer(map_response(with_safe_headers))
        .layer(from_fn_with_state(idp.clone(), host::own_host_only))
        .with_state(idp);
    Router::new().nest(MOUNT, routes)
}

/// Headers of every response here, unless the handler set its own.
async fn with_safe_headers(mut response: Response) -> Response {
    const SAFE: [(HeaderName, &str); 4] = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Stricter ones make browsers send `Origin: null` with our own form.
        (header::REFERRER_POLICY, "same-origin"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ];
    for (name, value) in SAFE {
        response
            .headers_mut()
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}
