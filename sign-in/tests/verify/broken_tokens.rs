//! No broken token gets in (quality section 3).

use axum::http::StatusCode;
use serde_json::json;

use crate::support::{RemoteIssuer, Signer, app, call, claims, now, patient, with};
use crate::tokens::broken_tokens;

#[tokio::test]
// AUTH-05
async fn auth_05_every_broken_token_is_refused_alike() {
    let (signer, foreign) = (Signer::new(), Signer::new());
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let url = issuer.url();
    let app = app(issuer.verifier(patient()));
    let good = call(&app, &signer.sign(&claims(&url))).await;
    assert_eq!(
        good.status,
        StatusCode::OK,
        "the valid token is accepted: {}",
        good.body
    );

    for (name, token) in &broken_tokens(&url, &signer, &foreign) {
        let answer = call(&app, token).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{name}");
        assert!(
            answer.challenge.contains(r#"error="invalid_token""#),
            "{name}: {}",
            answer.challenge
        );
        assert!(
            !answer.body.to_string().contains(&signer.kid),
            "{name}: the reason is not revealed"
        );
    }
    assert_eq!(
        issuer.fetches().await,
        1,
        "no broken token made the server fetch"
    );
    let again = call(&app, &signer.sign(&claims(&url))).await;
    assert_eq!(
        again.status,
        StatusCode::OK,
        "and the valid one is still accepted"
    );
}

#[tokio::test]
// AUTH-05
async fn auth_05_a_token_of_another_issuer_is_told_which_one_is_expected() {
    let (signer, foreign) = (Signer::new(), Signer::new());
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let app = app(issuer.verifier(patient()));
    let other = "https://id.elsewhere.example/";
    for token in [signer.sign(&claims(other)), foreign.sign(&claims(other))] {
        let answer = call(&app, &token).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        let text = answer.body.to_string();
        assert!(text.contains(&issuer.url()), "{text}");
        assert!(!text.contains(other), "{text}");
    }
    let forged = call(&app, &foreign.sign(&claims(&issuer.url()))).await;
    assert_eq!(forged.status, StatusCode::UNAUTHORIZED);
    assert!(
        !forged.body.to_string().contains(&issuer.url()),
        "{}",
        forged.body
    );
}

#[tokio::test]
// AUTH-05
async fn auth_05_clocks_may_differ_by_a_minute() {
    let signer = Signer::new();
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let app = app(issuer.verifier(patient()));
    for changes in [json!({"exp": now() - 50}), json!({"nbf": now() + 50})] {
        let token = signer.sign(&with(&issuer.url(), &changes));
        assert_eq!(call(&app, &token).await.status, StatusCode::OK, "{changes}");
    }
    let late = call(
        &app,
        &signer.sign(&with(&issuer.url(), &json!({"exp": now() - 70}))),
    )
    .await;
    assert!(late.challenge.contains("expired"), "{}", late.challenge);
    let early = call(
        &app,
        &signer.sign(&with(&issuer.url(), &json!({"nbf": now() + 70}))),
    )
    .await;
    assert!(
        early.challenge.contains("not valid yet"),
        "{}",
        early.challenge
    );
}
