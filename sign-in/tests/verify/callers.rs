//! Who the caller is taken for, and what a request must carry.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use sign_in::verify::{KeySource, TokenPolicy, TokenVerifier};

use crate::support::{
    RemoteIssuer, Signer, app, call, claims, data_folder, dev_config, patient, policy, send, with,
};

const ISSUER: &str = "https://tenant.example.com/";

fn development_app(signer: &Signer) -> axum::Router {
    app(TokenVerifier::new(
        policy(ISSUER),
        KeySource::Development(signer.key_set()),
    ))
}

#[tokio::test]
// AUTH-12
async fn auth_12_a_call_needs_one_bearer_token_in_its_header() {
    let signer = Signer::new();
    let app = development_app(&signer);
    let token = signer.sign(&claims(ISSUER));
    let get = |values: &[&str], uri: &str| {
        let request = values.iter().fold(Request::get(uri), |r, value| {
            r.header(header::AUTHORIZATION, *value)
        });
        request.body(Body::empty()).unwrap()
    };
    let bearer = format!("Bearer {token}");
    let none = send(&app, get(&[], "/me")).await;
    assert_eq!(none.status, StatusCode::UNAUTHORIZED);
    assert_eq!(none.challenge, r#"Bearer realm="demandatlas""#);
    assert!(none.body.as_str().unwrap().contains("Sign in"));

    for refused in [
        vec!["Bearer"],
        vec!["Bearer "],
        vec!["Basic dTpw"],
        vec![&token],
        vec![&bearer, &bearer],
    ] {
        assert_eq!(
            send(&app, get(&refused, "/me")).await.status,
            StatusCode::UNAUTHORIZED,
            "{refused:?}"
        );
    }
    let in_url = send(&app, get(&[], &format!("/me?access_token={token}"))).await;
    assert_eq!(in_url.status, StatusCode::UNAUTHORIZED, "no token in a URL");
    for accepted in [
        bearer.clone(),
        format!("bearer {token}"),
        format!("BEARER  {token}"),
    ] {
        assert_eq!(
            send(&app, get(&[&accepted], "/me")).await.status,
            StatusCode::OK
        );
    }
}

#[tokio::test]
async fn the_tier_is_believed_from_the_development_issuer_only() {
    let signer = Signer::new();
    let from_development = call(&development_app(&signer), &signer.sign(&claims(ISSUER))).await;
    assert_eq!(from_development.body["tier"], "enterprise");
    assert_eq!(from_development.body["email"], "ada@example.com");
    assert_eq!(
        from_development.body["scopes"],
        json!(["openid", "profile"])
    );

    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let from_elsewhere = call(
        &app(issuer.verifier(patient())),
        &signer.sign(&claims(&issuer.url())),
    )
    .await;
    assert_eq!(from_elsewhere.status, StatusCode::OK);
    assert_eq!(from_elsewhere.body["tier"], Value::Null);
}

#[tokio::test]
async fn claims_that_only_decorate_never_lock_anybody_out() {
    let signer = Signer::new();
    let odd = json!({"email": 7, "name": ["x"], "tier": "gold", "org_id": {}, "scope": 1});
    let answer = call(&development_app(&signer), &signer.sign(&with(ISSUER, &odd))).await;
    assert_eq!(answer.status, StatusCode::OK);
    let nothing =
        json!({"sub": "auth0|u1", "email": null, "name": null, "tier": null, "scopes": []});
    assert_eq!(answer.body, nothing);
}

#[tokio::test]
// AUTH-05
async fn auth_05_a_configured_organization_is_demanded() {
    let signer = Signer::new();
    let cases = [
        ("org_1", json!({"org_id": "org_1"}), StatusCode::OK),
        (
            "org_1",
            json!({"org_id": "org_2"}),
            StatusCode::UNAUTHORIZED,
        ),
        (
            "org_1",
            json!({"org_name": "org_1"}),
            StatusCode::UNAUTHORIZED,
        ),
        ("org_1", json!({}), StatusCode::UNAUTHORIZED),
        ("Acme", json!({"org_name": "acme"}), StatusCode::OK),
        ("Acme", json!({"org_id": "Acme"}), StatusCode::UNAUTHORIZED),
    ];
    for (organization, changes, expected) in cases {
        let policy = TokenPolicy {
            organization: Some(organization.into()),
            ..policy(ISSUER)
        };
        let app = app(TokenVerifier::new(
            policy,
            KeySource::Development(signer.key_set()),
        ));
        let token = signer.sign(&with(ISSUER, &changes));
        assert_eq!(
            call(&app, &token).await.status,
            expected,
            "{organization} {changes}"
        );
    }
}

#[tokio::test]
async fn a_token_from_the_command_line_works_at_the_server_that_shares_its_folder() {
    let folder = data_folder();
    let config = dev_config(folder.path());
    let token =
        sign_in::dev_idp::mint_access_token(&config, "Ada@Example.com", Some("Pro")).unwrap();
    let idp = sign_in::dev_idp::DevIdp::open(config.clone()).unwrap();
    let app = app(idp.token_verifier());
    let answer = call(&app, &token).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    assert_eq!(answer.body["tier"], "pro");
    assert_eq!(answer.body["email"], "ada@example.com");

    let without_tier =
        sign_in::dev_idp::mint_access_token(&config, "ada@example.com", None).unwrap();
    let same_person = call(&app, &without_tier).await;
    assert_eq!(same_person.body["sub"], answer.body["sub"]);
    assert_eq!(same_person.body["tier"], Value::Null);
    let again = sign_in::dev_idp::mint_access_token(&config, "ada@example.com", None).unwrap();
    assert_ne!(
        again, without_tier,
        "two tokens issued in the same second differ (jti)"
    );

    assert!(sign_in::dev_idp::mint_access_token(&config, "ada", None).is_err());
    let unknown_tier =
        sign_in::dev_idp::mint_access_token(&config, "ada@example.com", Some("gold"));
    assert!(
        unknown_tier.unwrap_err().to_string().contains("enterprise"),
        "the message names the choices"
    );
}
