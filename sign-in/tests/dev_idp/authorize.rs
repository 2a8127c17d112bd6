//! Authorization requests that are refused, and where the refusal goes.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use crate::browser::{Browser, CALLBACK, attribute, authorize_uri, challenge, encoded};

#[tokio::test]
async fn nobody_but_the_app_is_ever_answered_to() {
    let mut browser = Browser::new();
    browser.tokens().await;
    let strangers = [
        "https://evil.example/callback",
        "http://127.0.0.1:8080.evil.example/callback",
        "http://127.0.0.1:8080@evil.example/callback",
        "http://user@127.0.0.1:8080/callback",
        "http://127.0.0.1:8081/callback",
        "http://localhost:8080/callback",
        "https://127.0.0.1:8080/callback",
        "http://127.0.0.1:8080/callback/../evil",
        "http://127.0.0.1:8080/other",
        "http://127.0.0.1:8080/callback?next=x",
        "http://127.0.0.1:8080/callback#x",
        "http://127.0.0.1:8080",
        // Other spellings of the app's own address.
        "HTTP://127.0.0.1:8080/callback",
        "http://127.1:8080/callback",
        "http://2130706433:8080/callback",
        "http://127.0.0.1:08080/callback",
        "http://127.0.0.1:8080/./callback",
        "http://127.0.0.1:8080/x/../callback",
        "http:\\\\127.0.0.1:8080\\callback",
        " http://127.0.0.1:8080/callback",
        "http://127.0.0.1:8080/call\nback",
        "javascript:alert(1)",
        "/callback",
        "",
    ];
    for redirect_uri in strangers {
        for prompt in ["", "none"] {
            let answer = browser
                .get(&authorize_uri(&[
                    ("redirect_uri", redirect_uri),
                    ("prompt", prompt),
                ]))
                .await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{redirect_uri}");
            assert_eq!(answer.header(header::LOCATION), "", "{redirect_uri}");
        }
    }
    for changes in [
        [("client_id", "other")],
        [("client_id", "")],
        [("response_mode", "fragment")],
    ] {
        assert_eq!(
            browser.get(&authorize_uri(&changes)).await.status,
            StatusCode::BAD_REQUEST,
            "{changes:?}"
        );
    }
    let twice = format!(
        "{}&{}",
        authorize_uri(&[]),
        encoded(&[("redirect_uri", CALLBACK)])
    );
    assert_eq!(browser.get(&twice).await.status, StatusCode::BAD_REQUEST);
    let framed = authorize_uri(&[
        ("response_mode", "web_message"),
        ("redirect_uri", "https://evil.example"),
    ]);
    let answer = browser.get(&framed).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(!answer.body.contains("data-response"));
}

#[tokio::test]
async fn what_cannot_be_granted_is_answered_in_the_protocols_words() {
    let mut browser = Browser::new();
    let short = &challenge("x")[1..];
    let cases: [(&[(&str, &str)], &str); 8] = [
        (&[("response_type", "token")], "unsupported_response_type"),
        (&[("response_type", "")], "unsupported_response_type"),
        (&[("code_challenge", "")], "invalid_request"),
        (&[("code_challenge", short)], "invalid_request"),
        (&[("code_challenge_method", "plain")], "invalid_request"),
        (
            &[("audience", "https://other.example.com")],
            "access_denied",
        ),
        (&[("prompt", "dance")], "invalid_request"),
        (&[("organization", "acme")], "invalid_request"),
    ];
    for (changes, expected) in cases {
        let returned = browser.get(&authorize_uri(changes)).await.returned();
        assert_eq!(returned["error"], expected, "{changes:?}");
        assert_eq!(returned["state"], "st%te &1");
        assert!(!returned["error_description"].is_empty());
    }
}

#[tokio::test]
async fn a_session_answers_at_once_unless_the_app_wants_the_page() {
    let mut browser = Browser::new();
    browser.tokens().await;
    assert!(
        browser
            .get(&authorize_uri(&[]))
            .await
            .returned()
            .contains_key("code")
    );
    for changes in [
        [("prompt", "login")],
        [("prompt", "select_account")],
        [("login_hint", "ada@example.com")],
    ] {
        let page = browser.get(&authorize_uri(&changes)).await;
        assert_eq!(page.status, StatusCode::OK, "{changes:?}");
        assert!(page.body.contains("<h1>"));
    }
    let same_person = browser
        .get(&authorize_uri(&[("login_hint", "Petra@example.com")]))
        .await;
    assert!(same_person.returned().contains_key("code"));
    let other = [("login_hint", "ada@example.com"), ("prompt", "none")];
    assert_eq!(
        browser.get(&authorize_uri(&other)).await.returned()["error"],
        "login_required"
    );
}

#[tokio::test]
async fn signing_in_as_somebody_else_ends_the_earlier_session() {
    let mut browser = Browser::new();
    let earlier = browser.tokens().await;
    let old_cookies = browser.clone();
    let uri = authorize_uri(&[("prompt", "login")]);
    browser
        .choose(&uri, "ada@example.com", "enterprise")
        .await
        .returned();
    let refreshed = browser
        .refresh(earlier["refresh_token"].as_str().unwrap())
        .await;
    assert_eq!(refreshed.json()["error"], "invalid_grant");
    let silent = old_cookies
        .clone()
        .get(&authorize_uri(&[("prompt", "none")]))
        .await;
    assert_eq!(
        silent.returned()["error"],
        "login_required",
        "the old cookie is no longer valid"
    );
}

#[tokio::test]
async fn another_site_cannot_submit_the_form() {
    let mut browser = Browser::new();
    let uri = authorize_uri(&[]);
    let page = browser.get(&uri).await;
    let token = attribute(&page.body, "name=\"form_token\" value=\"").to_owned();
    let person = [("email", "mallory@example.com"), ("tier", "pro")];

    let guessed = browser
        .submit(&uri, &[&[("form_token", "guess")], &person[..]].concat())
        .await;
    assert_eq!(guessed.status, StatusCode::BAD_REQUEST);
    let empty = browser
        .stranger()
        .submit(&uri, &[&[("form_token", "")], &person[..]].concat())
        .await;
    assert_eq!(empty.status, StatusCode::BAD_REQUEST);
    let stolen = browser
        .stranger()
        .submit(&uri, &[&[("form_token", &*token)], &person[..]].concat())
        .await;
    assert_eq!(
        stolen.status,
        StatusCode::BAD_REQUEST,
        "the token is useless without the cookie"
    );
    let body = encoded(&[&[("form_token", &*token)], &person[..]].concat());
    let cross_origin = Request::post(&uri)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::ORIGIN, "https://evil.example");
    let refused = browser
        .send(cross_origin.body(Body::from(body)).unwrap())
        .await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    let missing = browser.submit(&uri, &person).await;
    assert_eq!(missing.status, StatusCode::BAD_REQUEST);
    assert!(!browser.has_session());

    let under_a_strict_referrer_policy = Request::post(&uri)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::ORIGIN, "null");
    let body = encoded(&[&[("form_token", &*token)], &person[..]].concat());
    let own = browser
        .send(
            under_a_strict_referrer_policy
                .body(Body::from(body))
                .unwrap(),
        )
        .await;
    assert!(own.returned().contains_key("code"));
}

#[tokio::test]
async fn cancelling_tells_the_app() {
    let mut browser = Browser::new();
    let uri = authorize_uri(&[]);
    let page = browser.get(&uri).await;
    let token = attribute(&page.body, "name=\"form_token\" value=\"").to_owned();
    let returned = browser
        .submit(&uri, &[("form_token", &token), ("cancel", "1")])
        .await
        .returned();
    assert_eq!(returned["error"], "access_denied");
    assert!(!browser.has_session());
}
