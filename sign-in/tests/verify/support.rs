//! A small API behind the extractor, and issuers that sign whatever a test needs.

use std::path::Path;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use sign_in::verify::{
    Authenticated, Issuer, JwksSettings, KeySet, KeySource, RemoteKeys, TokenPolicy, TokenVerifier,
};
use tower::ServiceExt;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

pub(crate) use crate::tokens::{AUDIENCE, CLIENT, Signer, claims, now, with};

impl Signer {
    pub(crate) fn key_set(&self) -> KeySet {
        KeySet::from_jwks(self.jwks.to_string().as_bytes()).unwrap()
    }
}

pub(crate) fn policy(issuer: &str) -> TokenPolicy {
    TokenPolicy {
        issuer: Issuer::parse(issuer).unwrap(),
        audience: AUDIENCE.into(),
        organization: None,
        organization_claim: None,
        tier_claim: None,
    }
}

const JWKS: &str = "/.well-known/jwks.json";

/// An issuer on the network that publishes keys.
pub(crate) struct RemoteIssuer {
    pub(crate) server: MockServer,
}

impl RemoteIssuer {
    pub(crate) async fn publishing(jwks: &Value) -> Self {
        let issuer = Self {
            server: MockServer::start().await,
        };
        issuer
            .answers(ResponseTemplate::new(200).set_body_json(jwks))
            .await;
        issuer
    }

    pub(crate) fn url(&self) -> String {
        format!("{}/", self.server.uri())
    }

    /// Replaces the issuer's keys response and resets the counts. It has no discovery document.
    pub(crate) async fn answers(&self, answer: ResponseTemplate) {
        self.server.reset().await;
        self.answers_at(JWKS, answer).await;
    }

    /// Adds a response.
    pub(crate) async fn answers_at(&self, at: &str, answer: ResponseTemplate) {
        Mock::given(method("GET"))
            .and(path(at))
            .respond_with(answer)
            .mount(&self.server)
            .await;
    }

    /// How often its keys were fetched.
    pub(crate) async fn fetches(&self) -> usize {
        self.asked(JWKS).await
    }

    /// How often a path was requested.
    pub(crate) async fn asked(&self, at: &str) -> usize {
        let requests = self.server.received_requests().await.unwrap();
        requests
            .iter()
            .filter(|request| request.url.path() == at)
            .count()
    }

    pub(crate) fn verifier(&self, settings: JwksSettings) -> TokenVerifier {
        self.verifier_with(policy(&self.url()), settings)
    }

    pub(crate) fn verifier_with(
        &self,
        policy: TokenPolicy,
        settings: JwksSettings,
    ) -> TokenVerifier {
        let keys = RemoteKeys::new(&policy.issuer, settings).unwrap();
        TokenVerifier::new(policy, KeySource::Remote(keys))
    }
}

/// Minimum intervals of an hour: every fetch that a test sees was caused by a token.
pub(crate) fn patient() -> JwksSettings {
    let hour = Duration::from_secs(3600);
    JwksSettings {
        min_interval: hour,
        failure_backoff: hour,
        max_age: hour,
        ..JwksSettings::default()
    }
}

/// A server with one protected route, which returns the caller.
pub(crate) fn app(verifier: TokenVerifier) -> Router {
    let me = |Authenticated(caller): Authenticated| async move {
        Json(json!({
            "sub": caller.sub, "email": caller.email, "name": caller.name,
            "tier": caller.tier.map(|claim| claim.tier().as_str()), "scopes": caller.scopes,
        }))
    };
    Router::new().route("/me", get(me)).with_state(verifier)
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) challenge: String,
    pub(crate) retry_after: Option<u64>,
    pub(crate) body: Value,
}

pub(crate) async fn call(app: &Router, token: &str) -> Answer {
    let request = Request::get("/me").header(header::AUTHORIZATION, format!("Bearer {token}"));
    send(app, request.body(Body::empty()).unwrap()).await
}

pub(crate) async fn send(app: &Router, request: Request<Body>) -> Answer {
    let (head, body) = app.clone().oneshot(request).await.unwrap().into_parts();
    let text = |name| {
        head.headers
            .get(name)
            .map(|value| value.to_str().unwrap().to_owned())
    };
    let challenge = text(header::WWW_AUTHENTICATE).unwrap_or_default();
    let retry_after = text(header::RETRY_AFTER).map(|seconds| seconds.parse().unwrap());
    let body = to_bytes(body, 1 << 20).await.unwrap();
    Answer {
        status: head.status,
        challenge,
        retry_after,
        // Refusals are plain text; servers give them a body of their own.
        body: serde_json::from_slice(&body)
            .unwrap_or_else(|_| String::from_utf8_lossy(&body).into()),
    }
}

/// Waits until a condition holds; the test fails if it never does.
pub(crate) async fn eventually<F: Future<Output = bool>>(what: &str, condition: impl Fn() -> F) {
    for _ in 0..200 {
        if condition().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("never happened: {what}");
}

pub(crate) fn data_folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

pub(crate) fn dev_config(folder: &Path) -> sign_in::dev_idp::DevIdpConfig {
    let addr = "127.0.0.1:8080".parse().unwrap();
    sign_in::dev_idp::DevIdpConfig::for_addr(addr, folder, CLIENT, AUDIENCE).unwrap()
}
