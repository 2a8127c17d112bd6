//! How the issuer's keys are fetched: rotation, the minimum interval between fetches, and failures.

use std::time::Duration;

use axum::http::StatusCode;
use jsonwebtoken::{Header, encode};
use serde_json::json;
use sign_in::verify::JwksSettings;
use wiremock::ResponseTemplate;

use crate::support::{RemoteIssuer, Signer, app, call, claims, eventually, patient};

fn impatient() -> JwksSettings {
    JwksSettings {
        min_interval: Duration::ZERO,
        failure_backoff: Duration::ZERO,
        ..patient()
    }
}

#[tokio::test]
async fn a_rotated_key_is_fetched_when_first_seen() {
    let (old, new) = (Signer::new(), Signer::new());
    let issuer = RemoteIssuer::publishing(&old.jwks).await;
    let app = app(issuer.verifier(impatient()));
    let old_token = old.sign(&claims(&issuer.url()));
    assert_eq!(call(&app, &old_token).await.status, StatusCode::OK);
    assert_eq!(call(&app, &old_token).await.status, StatusCode::OK);
    assert_eq!(
        issuer.fetches().await,
        1,
        "known keys are not fetched again"
    );

    issuer
        .answers(ResponseTemplate::new(200).set_body_json(&new.jwks))
        .await;
    assert_eq!(
        call(&app, &new.sign(&claims(&issuer.url()))).await.status,
        StatusCode::OK
    );
    assert_eq!(issuer.fetches().await, 1);
    let withdrawn = call(&app, &old_token).await;
    assert_eq!(
        withdrawn.status,
        StatusCode::UNAUTHORIZED,
        "cached tokens are dropped with their key"
    );
}

#[tokio::test]
async fn unknown_keys_cannot_make_it_fetch_without_limit() {
    let (signer, stranger) = (Signer::new(), Signer::new());
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let app = app(issuer.verifier(patient()));
    let attacks = (0..100).map(|n| {
        let header = Header {
            kid: Some(format!("unknown-{n}")),
            ..stranger.header()
        };
        let token = encode(&header, &claims(&issuer.url()), &stranger.key).unwrap();
        let app = app.clone();
        tokio::spawn(async move { call(&app, &token).await.status })
    });
    for attack in attacks.collect::<Vec<_>>() {
        assert_eq!(attack.await.unwrap(), StatusCode::UNAUTHORIZED);
    }
    assert_eq!(issuer.fetches().await, 1);
    assert_eq!(
        call(&app, &signer.sign(&claims(&issuer.url())))
            .await
            .status,
        StatusCode::OK
    );
    assert_eq!(issuer.fetches().await, 1);
}

#[tokio::test]
async fn after_the_floor_an_unknown_key_is_looked_for_once_more() {
    let (signer, stranger) = (Signer::new(), Signer::new());
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let floor = Duration::from_millis(300);
    let app = app(issuer.verifier(JwksSettings {
        min_interval: floor,
        ..patient()
    }));
    let token = stranger.sign(&claims(&issuer.url()));
    let started = std::time::Instant::now();
    assert_eq!(call(&app, &token).await.status, StatusCode::UNAUTHORIZED);
    eventually("a second fetch", || async {
        call(&app, &token).await;
        issuer.fetches().await == 2
    })
    .await;
    assert!(
        started.elapsed() >= floor,
        "not before the minimum interval: {:?}",
        started.elapsed()
    );
}

#[tokio::test]
async fn an_issuer_that_is_down_is_503_and_recovers() {
    let signer = Signer::new();
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    issuer.answers(ResponseTemplate::new(500)).await;
    let settings = JwksSettings {
        failure_backoff: Duration::from_millis(200),
        ..patient()
    };
    let app = app(issuer.verifier(settings));
    let token = signer.sign(&claims(&issuer.url()));
    for _ in 0..10 {
        let answer = call(&app, &token).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.body.as_str().unwrap().contains("try again"));
        assert_eq!(answer.retry_after, Some(1));
    }
    assert!(
        issuer.fetches().await <= 2,
        "a failing issuer is not hammered"
    );

    issuer
        .answers(ResponseTemplate::new(200).set_body_json(&signer.jwks))
        .await;
    eventually("the token gets in", || async {
        call(&app, &token).await.status == StatusCode::OK
    })
    .await;
}

#[tokio::test]
async fn a_failed_fetch_keeps_the_keys_already_known() {
    let (signer, stranger) = (Signer::new(), Signer::new());
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let app = app(issuer.verifier(impatient()));
    assert_eq!(
        call(&app, &signer.sign(&claims(&issuer.url())))
            .await
            .status,
        StatusCode::OK
    );
    issuer.answers(ResponseTemplate::new(500)).await;
    let unknown = call(&app, &stranger.sign(&claims(&issuer.url()))).await;
    assert_eq!(
        unknown.status,
        StatusCode::SERVICE_UNAVAILABLE,
        "it may be a new key, which cannot be known"
    );
    assert_eq!(
        call(&app, &signer.sign(&claims(&issuer.url())))
            .await
            .status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn an_answer_that_is_no_key_document_counts_as_a_failure() {
    let signer = Signer::new();
    let elsewhere = RemoteIssuer::publishing(&signer.jwks).await;
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let mut huge = signer.jwks.clone();
    huge["pad"] = json!("x".repeat(300 * 1024));
    let answers = [
        (
            "a page",
            ResponseTemplate::new(200).set_body_string("<html>"),
        ),
        (
            "no keys",
            ResponseTemplate::new(200).set_body_json(json!({"keys": []})),
        ),
        ("too large", ResponseTemplate::new(200).set_body_json(huge)),
        (
            "a redirect",
            ResponseTemplate::new(302).insert_header(
                "location",
                format!("{}.well-known/jwks.json", elsewhere.url()),
            ),
        ),
    ];
    for (name, answer) in answers {
        issuer.answers(answer).await;
        let app = app(issuer.verifier(impatient()));
        let status = call(&app, &signer.sign(&claims(&issuer.url())))
            .await
            .status;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{name}");
    }
    assert_eq!(elsewhere.fetches().await, 0, "redirects are not followed");
}

#[tokio::test]
async fn a_slow_issuer_is_given_up_on() {
    let signer = Signer::new();
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let slow = ResponseTemplate::new(200)
        .set_body_json(&signer.jwks)
        .set_delay(Duration::from_secs(30));
    issuer.answers(slow).await;
    let settings = JwksSettings {
        timeout: Duration::from_millis(100),
        ..patient()
    };
    let app = app(issuer.verifier(settings));
    let token = signer.sign(&claims(&issuer.url()));
    let waiting: Vec<_> = (0..20)
        .map(|_| {
            let (app, token) = (app.clone(), token.clone());
            tokio::spawn(async move { call(&app, &token).await.status })
        })
        .collect();
    let started = std::time::Instant::now();
    for answer in waiting {
        assert_eq!(answer.await.unwrap(), StatusCode::SERVICE_UNAVAILABLE);
    }
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "callers wait for one fetch, not one after another"
    );
}

#[tokio::test]
async fn a_withdrawn_key_stops_being_trusted_though_nobody_brings_an_unknown_one() {
    let (old, new) = (Signer::new(), Signer::new());
    let issuer = RemoteIssuer::publishing(&old.jwks).await;
    let settings = JwksSettings {
        max_age: Duration::from_millis(100),
        ..impatient()
    };
    let app = app(issuer.verifier(settings));
    let token = old.sign(&claims(&issuer.url()));
    assert_eq!(call(&app, &token).await.status, StatusCode::OK);
    issuer
        .answers(ResponseTemplate::new(200).set_body_json(&new.jwks))
        .await;
    eventually("the old key is refused", || async {
        call(&app, &token).await.status == StatusCode::UNAUTHORIZED
    })
    .await;
}

#[tokio::test]
async fn keys_past_their_age_still_serve_while_the_issuer_is_down() {
    let signer = Signer::new();
    let issuer = RemoteIssuer::publishing(&signer.jwks).await;
    let app = app(issuer.verifier(JwksSettings {
        max_age: Duration::ZERO,
        ..impatient()
    }));
    assert_eq!(
        call(&app, &signer.sign(&claims(&issuer.url())))
            .await
            .status,
        StatusCode::OK
    );
    issuer.answers(ResponseTemplate::new(500)).await;
    for _ in 0..5 {
        assert_eq!(
            call(&app, &signer.sign(&claims(&issuer.url())))
                .await
                .status,
            StatusCode::OK
        );
    }
    eventually("a background fetch was tried", || async {
        issuer.fetches().await > 0
    })
    .await;
    assert_eq!(
        call(&app, &signer.sign(&claims(&issuer.url())))
            .await
            .status,
        StatusCode::OK
    );
}
