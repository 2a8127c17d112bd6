//! Popup and silent sign-in: `response_mode=web_message`.

use aws_lc_rs::digest::{SHA256, digest};
use axum::http::{StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::browser::{Browser, ORIGIN, attribute, authorize_uri};

const SILENT: [(&str, &str); 3] = [
    ("prompt", "none"),
    ("response_mode", "web_message"),
    ("redirect_uri", ORIGIN),
];

#[tokio::test]
// AUTH-04
async fn auth_04_a_silent_check_without_a_session_says_login_required() {
    let mut browser = Browser::new();
    let answer = browser.get(&authorize_uri(&SILENT)).await;
    let message = answer.message();
    assert_eq!(message["error"], "login_required");
    assert_eq!(message["state"], "st%te &1");
    assert_eq!(message.get("code"), None);
    assert_eq!(
        attribute(&answer.body, "data-origin=\""),
        ORIGIN,
        "posted to the app alone"
    );
}

#[tokio::test]
// AUTH-04
async fn auth_04_a_silent_check_with_a_session_gives_a_code() {
    let mut browser = Browser::new();
    browser.tokens().await;
    let message = browser.get(&authorize_uri(&SILENT)).await.message();
    let code = message["code"].as_str().unwrap();
    let answer = browser.redeem(code, &[("redirect_uri", ORIGIN)]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let stranger = browser
        .stranger()
        .get(&authorize_uri(&SILENT))
        .await
        .message();
    assert_eq!(stranger["error"], "login_required");
}

#[tokio::test]
// AUTH-03
async fn auth_03_the_popup_shows_the_page_and_posts_the_answer() {
    let mut browser = Browser::new();
    let uri = authorize_uri(&[("response_mode", "web_message"), ("redirect_uri", ORIGIN)]);
    let answer = browser.choose(&uri, "ada@example.com", "basic").await;
    let message = answer.message();
    assert!(message["code"].is_string());
    assert_eq!(message["state"], "st%te &1");
}

#[tokio::test]
async fn the_only_script_is_the_one_that_the_policy_names() {
    let mut browser = Browser::new();
    let answer = browser.get(&authorize_uri(&SILENT)).await;
    let policy = answer.header(header::CONTENT_SECURITY_POLICY);
    assert_eq!(answer.body.matches("<script>").count(), 1);
    let script = answer
        .body
        .split_once("<script>")
        .unwrap()
        .1
        .split_once("</script>")
        .unwrap()
        .0;
    let hash = STANDARD.encode(digest(&SHA256, script.as_bytes()));
    assert!(
        policy.contains(&format!("script-src 'sha256-{hash}'")),
        "{policy}"
    );
    assert!(
        policy.contains("frame-ancestors 'self'"),
        "the app may frame it, nobody else: {policy}"
    );
}

#[tokio::test]
async fn a_hostile_state_stays_text() {
    let mut browser = Browser::new();
    let state = r#""></body><script>alert(1)</script>'"#;
    let answer = browser
        .get(&authorize_uri(&[&SILENT[..], &[("state", state)]].concat()))
        .await;
    assert!(
        !answer.body.contains("alert(1)</script>"),
        "{}",
        answer.body
    );
    let data = attribute(&answer.body, "data-response=\"");
    assert!(data.contains("&lt;script&gt;"), "{data}");
}
