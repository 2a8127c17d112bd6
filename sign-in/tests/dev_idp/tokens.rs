//! `/oauth/token`: what it refuses, and the exchange of one token for another.

use axum::http::{Request, StatusCode, header};
use serde_json::json;

use crate::browser::{AUDIENCE, Browser, CALLBACK, CLIENT, ORIGIN, VERIFIER, claims_of};

const EXCHANGE: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN: &str = "urn:ietf:params:oauth:token-type:access_token";
const ID_TOKEN: &str = "urn:ietf:params:oauth:token-type:id_token";

#[tokio::test]
async fn a_code_is_worth_nothing_without_its_verifier() {
    let mut browser = Browser::new();
    let wrong = "b".repeat(43);
    for (name, value, error) in [
        ("code_verifier", wrong.as_str(), "invalid_grant"),
        ("code_verifier", "", "invalid_request"),
        ("code_verifier", "too-short", "invalid_request"),
        ("redirect_uri", ORIGIN, "invalid_grant"),
        ("redirect_uri", "", "invalid_grant"),
        ("client_id", "other", "invalid_client"),
        ("client_id", "", "invalid_client"),
        ("code", "guess", "invalid_grant"),
        ("code", "", "invalid_grant"),
        ("grant_type", "password", "unsupported_grant_type"),
        ("grant_type", "", "unsupported_grant_type"),
        ("audience", "https://other.example.com", "invalid_target"),
    ] {
        let code = browser.stranger().code(&[]).await;
        let answer = browser.redeem(&code, &[(name, value)]).await;
        assert!(
            answer.status.is_client_error(),
            "{name}={value}: {}",
            answer.status
        );
        assert_eq!(answer.json()["error"], error, "{name}={value}");
        assert!(answer.json()["error_description"].is_string());
        assert_eq!(answer.header(header::CACHE_CONTROL), "no-store");
    }
}

#[tokio::test]
async fn a_wrong_verifier_spends_the_code() {
    let mut browser = Browser::new();
    let code = browser.code(&[]).await;
    browser
        .redeem(&code, &[("code_verifier", &"b".repeat(43))])
        .await;
    let second = browser.redeem(&code, &[]).await;
    assert_eq!(
        second.json()["error"],
        "invalid_grant",
        "nobody can guess twice"
    );
}

#[tokio::test]
async fn a_code_used_twice_ends_what_it_gave() {
    let mut browser = Browser::new();
    let code = browser.code(&[]).await;
    let first = browser.redeem(&code, &[]).await.json();
    let second = browser.redeem(&code, &[]).await;
    assert_eq!(second.status, StatusCode::BAD_REQUEST);
    assert_eq!(second.json()["error"], "invalid_grant");
    let refreshed = browser
        .refresh(first["refresh_token"].as_str().unwrap())
        .await;
    assert_eq!(refreshed.json()["error"], "invalid_grant");
}

#[tokio::test]
async fn bodies_are_read_as_forms_and_as_json() {
    let mut browser = Browser::new();
    let code = browser.code(&[]).await;
    let body = json!({
        "grant_type": "authorization_code", "client_id": CLIENT, "code": code,
        "code_verifier": VERIFIER, "redirect_uri": CALLBACK,
    });
    let answer = browser.token_request_json(body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);

    for (kind, body) in [
        ("application/json", "{"),
        ("application/json", "\"text\""),
        ("text/plain", "grant_type=refresh_token"),
        (
            "application/x-www-form-urlencoded",
            "grant_type=a&grant_type=b",
        ),
    ] {
        let request = Request::post("/dev-idp/oauth/token").header(header::CONTENT_TYPE, kind);
        let answer = browser.send(request.body(body.into()).unwrap()).await;
        assert_eq!(answer.json()["error"], "invalid_request", "{kind} {body}");
    }
}

#[tokio::test]
async fn dead_and_invented_refresh_tokens_are_refused() {
    let mut browser = Browser::new();
    let tokens = browser.tokens().await;
    let living = tokens["refresh_token"].as_str().unwrap();
    for token in ["", "x", "x.y", &living[1..], &living.replace('.', "")] {
        let answer = browser.refresh(token).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{token}");
        assert_eq!(answer.json()["error"], "invalid_grant", "{token}");
    }
    assert_eq!(
        browser.refresh(living).await.status,
        StatusCode::OK,
        "wrong guesses revoke nothing"
    );
}

#[tokio::test]
async fn a_renewal_may_narrow_the_scope_and_never_widen_it() {
    let mut browser = Browser::new();
    let code = browser
        .code(&[("scope", "openid email offline_access")])
        .await;
    let tokens = browser.redeem(&code, &[]).await.json();
    let refresh = |token: &str, scope: &str| json!({"grant_type": "refresh_token", "client_id": CLIENT, "refresh_token": token, "scope": scope});
    let first = tokens["refresh_token"].as_str().unwrap();
    let narrowed = browser
        .token_request_json(refresh(first, "openid profile"))
        .await
        .json();
    assert_eq!(narrowed["scope"], "openid");
    assert_eq!(
        claims_of(narrowed["access_token"].as_str().unwrap())["scope"],
        "openid"
    );
    let next = narrowed["refresh_token"].as_str().unwrap();
    let whole = browser.refresh(next).await.json();
    assert_eq!(
        whole["scope"], "openid email offline_access",
        "the grant itself is unchanged"
    );
}

#[tokio::test]
// AUTH-04
async fn auth_04_an_access_token_is_exchanged_for_another() {
    let mut browser = Browser::new();
    let tokens = browser.tokens().await;
    let held = tokens["access_token"].as_str().unwrap();
    let fields = [
        ("grant_type", EXCHANGE),
        ("client_id", CLIENT),
        ("subject_token", held),
        ("subject_token_type", ACCESS_TOKEN),
        ("audience", AUDIENCE),
        ("scope", "openid profile email"),
    ];
    let answer = browser.token_request(&fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let new = answer.json();
    assert_eq!(new["issued_token_type"], ACCESS_TOKEN);
    assert_eq!(new["scope"], "openid profile email");
    assert_eq!(new.get("refresh_token"), None);
    let (before, after) = (
        claims_of(held),
        claims_of(new["access_token"].as_str().unwrap()),
    );
    for same in ["sub", "aud", "iss", "tier", "email", "name"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    assert_ne!(after["jti"], before["jti"]);
    assert_eq!(
        claims_of(new["id_token"].as_str().unwrap())["sub"],
        before["sub"]
    );
    let narrow = new["access_token"].as_str().unwrap();
    let widened = json!({
        "grant_type": EXCHANGE, "client_id": CLIENT, "subject_token": narrow,
        "subject_token_type": ACCESS_TOKEN, "scope": "openid offline_access",
    });
    assert_eq!(
        browser.token_request_json(widened).await.json()["scope"],
        "openid"
    );
}

#[tokio::test]
// AUTH-04
async fn auth_04_an_id_token_is_exchanged_for_an_access_token() {
    let mut browser = Browser::new();
    let tokens = browser.tokens().await;
    let id = tokens["id_token"].as_str().unwrap();
    let body = json!({
        "grant_type": EXCHANGE, "client_id": CLIENT, "subject_token": id, "subject_token_type": ID_TOKEN,
        "scope": "openid email offline_access admin",
    });
    let answer = browser.token_request_json(body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let new = answer.json();
    assert_eq!(new["scope"], "openid email offline_access");
    assert!(new["refresh_token"].is_string());
    let (before, after) = (
        claims_of(id),
        claims_of(new["access_token"].as_str().unwrap()),
    );
    for same in ["sub", "iss", "email", "name"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    assert_eq!(after["aud"], AUDIENCE);
    assert_eq!(
        after.get("tier"),
        None,
        "an ID token does not name the plan"
    );
}

#[tokio::test]
async fn nothing_but_a_valid_token_of_its_type_is_exchanged() {
    let mut browser = Browser::new();
    let tokens = browser.tokens().await;
    let (access, id) = (
        tokens["access_token"].as_str().unwrap(),
        tokens["id_token"].as_str().unwrap(),
    );
    let stranger = Browser::new().tokens().await;
    let foreign = stranger["access_token"].as_str().unwrap();
    let foreign_id = stranger["id_token"].as_str().unwrap();
    for (token, kind, error) in [
        (id, ACCESS_TOKEN, "invalid_grant"),
        (foreign, ACCESS_TOKEN, "invalid_grant"),
        ("garbage", ACCESS_TOKEN, "invalid_grant"),
        ("", ACCESS_TOKEN, "invalid_grant"),
        (access, ID_TOKEN, "invalid_grant"),
        (foreign_id, ID_TOKEN, "invalid_grant"),
        ("garbage", ID_TOKEN, "invalid_grant"),
        (access, "", "invalid_request"),
        (
            access,
            "urn:ietf:params:oauth:token-type:refresh_token",
            "invalid_request",
        ),
    ] {
        let body = json!({
            "grant_type": EXCHANGE, "client_id": CLIENT, "subject_token": token, "subject_token_type": kind,
        });
        let answer = browser.token_request_json(body).await;
        assert_eq!(answer.json()["error"], error, "{kind}");
    }
}

#[tokio::test]
async fn who_exchanges_a_code_has_signed_in_and_who_refreshes_has_not() {
    let mut browser = Browser::new();
    let code = browser.code(&[]).await;
    let first = browser.redeem(&code, &[]).await;
    let sub = claims_of(first.json()["access_token"].as_str().unwrap())["sub"].clone();
    assert_eq!(first.signed_in.as_deref(), sub.as_str());
    let refresh_token = first.json()["refresh_token"].as_str().unwrap().to_owned();
    let refreshed = browser.refresh(&refresh_token).await;
    assert_eq!(
        (refreshed.status, refreshed.signed_in),
        (StatusCode::OK, None)
    );
    let refused = browser.redeem(&code, &[]).await;
    assert_eq!(refused.signed_in, None);
}
