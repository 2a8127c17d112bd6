//! Issuers other than Auth0: their discovery documents, and how their tokens differ.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use sign_in::verify::{JwksSettings, TokenPolicy};
use wiremock::ResponseTemplate;

use crate::support::{RemoteIssuer, Signer, app, call, claims, eventually, patient, policy, with};

const DOCUMENT: &str = "/realms/atlas/.well-known/openid-configuration";
const KEYS: &str = "/realms/atlas/certs";
const NEW_KEYS: &str = "/keys/of/tomorrow";

/// An issuer whose name has a path and no trailing slash, and whose keys are served elsewhere.
struct Keycloak {
    issuer: RemoteIssuer,
    signer: Signer,
}

impl Keycloak {
    async fn start() -> Self {
        let signer = Signer::new();
        let issuer = RemoteIssuer::publishing(&json!({"keys": []})).await;
        let keycloak = Self { issuer, signer };
        keycloak.says(keycloak.document(KEYS)).await;
        keycloak.publishes(KEYS, &keycloak.signer).await;
        keycloak
    }

    fn name(&self) -> String {
        format!("{}realms/atlas", self.issuer.url())
    }

    fn document(&self, keys: &str) -> Value {
        let base = self.issuer.server.uri();
        json!({
            "issuer": self.name(),
            "authorization_endpoint": format!("{base}/realms/atlas/auth"),
            "token_endpoint": format!("{base}/realms/atlas/token"),
            "jwks_uri": format!("{base}{keys}"),
            "end_session_endpoint": format!("{base}/realms/atlas/logout"),
        })
    }

    async fn says(&self, document: Value) {
        let answer = ResponseTemplate::new(200).set_body_json(document);
        self.issuer.answers_at(DOCUMENT, answer).await;
    }

    async fn publishes(&self, at: &str, signer: &Signer) {
        let answer = ResponseTemplate::new(200).set_body_json(&signer.jwks);
        self.issuer.answers_at(at, answer).await;
    }

    /// Removes all answers.
    async fn is_silent(&self) {
        self.issuer.server.reset().await;
    }

    fn app(&self, settings: JwksSettings) -> axum::Router {
        self.app_with(policy(&self.name()), settings)
    }

    fn app_with(&self, policy: TokenPolicy, settings: JwksSettings) -> axum::Router {
        app(self.issuer.verifier_with(policy, settings))
    }
}

fn impatient() -> JwksSettings {
    JwksSettings {
        min_interval: Duration::ZERO,
        failure_backoff: Duration::ZERO,
        ..patient()
    }
}

#[tokio::test]
// AUTH-05
async fn auth_05_an_issuer_is_taken_by_its_own_name_and_its_keys_from_where_it_says() {
    let keycloak = Keycloak::start().await;
    let app = keycloak.app(patient());
    let good = keycloak.signer.sign(&claims(&keycloak.name()));
    assert_eq!(call(&app, &good).await.status, StatusCode::OK);
    let slash = keycloak
        .signer
        .sign(&claims(&format!("{}/", keycloak.name())));
    assert_eq!(
        call(&app, &slash).await.status,
        StatusCode::UNAUTHORIZED,
        "to the letter"
    );
    assert_eq!(keycloak.issuer.asked(KEYS).await, 1);
}

#[tokio::test]
async fn keys_that_move_are_found_again() {
    let keycloak = Keycloak::start().await;
    let app = keycloak.app(impatient());
    let old = keycloak.signer.sign(&claims(&keycloak.name()));
    assert_eq!(call(&app, &old).await.status, StatusCode::OK);

    let new = Signer::new();
    keycloak.is_silent().await;
    keycloak.says(keycloak.document(NEW_KEYS)).await;
    keycloak.publishes(NEW_KEYS, &new).await;
    let token = new.sign(&claims(&keycloak.name()));
    assert_eq!(call(&app, &token).await.status, StatusCode::OK);
    assert_eq!(call(&app, &old).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_document_that_is_gone_does_not_undo_what_was_known() {
    let keycloak = Keycloak::start().await;
    let app = keycloak.app(impatient());
    let old = keycloak.signer.sign(&claims(&keycloak.name()));
    assert_eq!(call(&app, &old).await.status, StatusCode::OK);

    // 404 for the document: without the earlier one, Auth0's paths would be assumed.
    let new = Signer::new();
    keycloak.is_silent().await;
    keycloak.publishes(KEYS, &new).await;
    let token = new.sign(&claims(&keycloak.name()));
    assert_eq!(call(&app, &token).await.status, StatusCode::OK);
}

#[tokio::test]
async fn an_issuer_that_was_down_at_the_start_is_found_when_it_is_back() {
    let keycloak = Keycloak::start().await;
    keycloak.is_silent().await;
    let down = || ResponseTemplate::new(503);
    keycloak.issuer.answers_at(DOCUMENT, down()).await;
    let verifier = keycloak
        .issuer
        .verifier_with(policy(&keycloak.name()), impatient());
    assert!(verifier.discovery().await.is_none());
    let app = app(verifier.clone());
    let token = keycloak.signer.sign(&claims(&keycloak.name()));
    assert_eq!(
        call(&app, &token).await.status,
        StatusCode::SERVICE_UNAVAILABLE
    );

    keycloak.is_silent().await;
    keycloak.says(keycloak.document(KEYS)).await;
    keycloak.publishes(KEYS, &keycloak.signer).await;
    eventually("the token gets in", || async {
        call(&app, &token).await.status == StatusCode::OK
    })
    .await;
    let found = verifier.known_discovery().unwrap();
    assert_eq!(found.issuer, keycloak.name());
    assert!(!found.has_auth0_paths(verifier.issuer()));
}

#[tokio::test]
async fn another_issuers_document_is_not_believed() {
    let keycloak = Keycloak::start().await;
    keycloak.is_silent().await;
    let mut document = keycloak.document(KEYS);
    document["issuer"] = json!("https://somebody.example/");
    keycloak.says(document).await;
    keycloak.publishes(KEYS, &keycloak.signer).await;
    let token = keycloak.signer.sign(&claims("https://somebody.example/"));
    let answer = call(&keycloak.app(impatient()), &token).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
// AUTH-05
async fn auth_05_audience_and_scopes_are_read_as_issuers_write_them() {
    let keycloak = Keycloak::start().await;
    let app = keycloak.app(patient());
    let name = keycloak.name();
    let audience = crate::support::AUDIENCE;
    for (aud, expected) in [
        (json!(audience), StatusCode::OK),
        (json!(["account", audience]), StatusCode::OK),
        (json!(["account"]), StatusCode::UNAUTHORIZED),
        (json!([]), StatusCode::UNAUTHORIZED),
        (json!([[audience]]), StatusCode::UNAUTHORIZED),
        (json!({ "a": audience }), StatusCode::UNAUTHORIZED),
    ] {
        let token = keycloak.signer.sign(&with(&name, &json!({ "aud": aud })));
        assert_eq!(call(&app, &token).await.status, expected, "{aud}");
    }
    for scopes in [
        json!({"scope": "read write"}),
        json!({"scope": ["read", "write"]}),
        json!({"scope": null, "scp": ["read", "write"]}),
        json!({"scope": null, "scp": "read write"}),
    ] {
        let token = keycloak.signer.sign(&with(&name, &scopes));
        let answer = call(&app, &token).await;
        assert_eq!(answer.body["scopes"], json!(["read", "write"]), "{scopes}");
    }
}

#[tokio::test]
async fn the_tier_is_read_from_the_claim_that_the_operator_names() {
    let keycloak = Keycloak::start().await;
    let tier = async |claim: &str, changes: Value| {
        let policy = TokenPolicy {
            tier_claim: Some(claim.to_owned()),
            ..policy(&keycloak.name())
        };
        let app = keycloak.app_with(policy, patient());
        let token = keycloak.signer.sign(&with(&keycloak.name(), &changes));
        call(&app, &token).await.body["tier"].clone()
    };
    assert_eq!(tier("plan", json!({"plan": "Business"})).await, "business");
    let namespaced = "https://demandatlas.example/tier";
    assert_eq!(tier(namespaced, json!({ namespaced: "pro" })).await, "pro");
    let roles = json!({"realm_access": {"roles": ["offline_access", "pro", "business"]}});
    assert_eq!(
        tier("realm_access.roles", roles).await,
        "business",
        "the highest"
    );
    for nothing in [
        json!({}),
        json!({"plan": "gold"}),
        json!({"plan": 7}),
        json!({"plan": null}),
    ] {
        assert_eq!(
            tier("plan", nothing.clone()).await,
            Value::Null,
            "{nothing}"
        );
    }
    assert_eq!(
        tier("plan", json!({"tier": "enterprise"})).await,
        Value::Null,
        "no other claim counts"
    );
}

#[tokio::test]
// AUTH-05
async fn auth_05_an_organization_is_demanded_in_the_claim_that_is_configured() {
    let keycloak = Keycloak::start().await;
    let policy = TokenPolicy {
        organization: Some("Acme".to_owned()),
        organization_claim: Some("organization".to_owned()),
        ..policy(&keycloak.name())
    };
    let app = keycloak.app_with(policy, patient());
    for (changes, expected) in [
        (json!({"organization": "Acme"}), StatusCode::OK),
        (json!({"organization": ["Other", "Acme"]}), StatusCode::OK),
        (json!({"organization": "acme"}), StatusCode::UNAUTHORIZED),
        (json!({"org_name": "acme"}), StatusCode::UNAUTHORIZED),
        (json!({}), StatusCode::UNAUTHORIZED),
    ] {
        let token = keycloak.signer.sign(&with(&keycloak.name(), &changes));
        assert_eq!(call(&app, &token).await.status, expected, "{changes}");
    }
}

#[tokio::test]
async fn an_opaque_token_is_refused_with_the_setting_to_change() {
    let keycloak = Keycloak::start().await;
    let app = keycloak.app(patient());
    // Google's, and an encrypted one (five parts).
    for token in ["ya29.a0AfB_byC", "S0meRand0mReference", "a.b.c.d.e"] {
        let answer = call(&app, token).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        let said = answer.body.as_str().unwrap();
        assert!(said.contains("DEMANDATLAS_AUTH_API_BY"), "{said}");
    }
}
