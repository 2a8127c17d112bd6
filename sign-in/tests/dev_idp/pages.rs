//! The pages that a person sees.

use axum::http::{StatusCode, header};

use crate::browser::{Browser, attribute, authorize_uri};

#[tokio::test]
async fn the_page_says_what_it_is_and_offers_one_person_for_each_tier() {
    let mut browser = Browser::new();
    let page = browser.get(&authorize_uri(&[])).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.body
            .contains("Development sign-in: not for production.")
    );
    for tier in ["basic", "pro", "business", "enterprise"] {
        assert!(
            page.body
                .contains(&format!("name=\"tier\" value=\"{tier}\"")),
            "{tier}"
        );
    }
    assert_eq!(page.body.matches("@example.com</span>").count(), 4);
    assert!(
        page.body.contains("<label for=\"email\">") && page.body.contains("<label for=\"tier\">")
    );
}

#[tokio::test]
async fn pages_run_no_script_and_cannot_be_framed() {
    let mut browser = Browser::new();
    for uri in [
        &*authorize_uri(&[]),
        &*authorize_uri(&[("client_id", "x")]),
        "/dev-idp/nowhere",
        "/dev-idp",
    ] {
        let page = browser.get(uri).await;
        let policy = page.header(header::CONTENT_SECURITY_POLICY);
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{uri}: {policy}"
        );
        assert!(
            !policy.contains("script-src") && !policy.contains("unsafe-inline"),
            "{uri}: {policy}"
        );
        assert!(
            !page.body.contains("<script") && !page.body.contains(" style="),
            "{uri}"
        );
        assert_eq!(page.header(header::CACHE_CONTROL), "no-store", "{uri}");
        assert_eq!(
            page.header(header::X_CONTENT_TYPE_OPTIONS),
            "nosniff",
            "{uri}"
        );
        assert_eq!(page.header(header::REFERRER_POLICY), "same-origin", "{uri}");
    }
    let sheet = attribute(
        &browser.get(&authorize_uri(&[])).await.body,
        "rel=\"stylesheet\" href=\"",
    )
    .to_owned();
    let style = browser.get(&sheet).await;
    assert_eq!(
        (style.status, style.header(header::CONTENT_TYPE)),
        (StatusCode::OK, "text/css; charset=utf-8")
    );
}

#[tokio::test]
async fn unknown_paths_are_a_page_of_404() {
    let answer = Browser::new().get("/dev-idp/nowhere").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_wrong_address_is_said_beside_what_was_typed() {
    let mut browser = Browser::new();
    for (email, tier) in [
        ("<b>ada</b>", "pro"),
        ("", "pro"),
        ("ada@example.com", "gold"),
    ] {
        let page = browser.choose(&authorize_uri(&[]), email, tier).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{email} {tier}");
        assert!(page.body.contains("role=\"alert\""));
        let kept = if tier == "pro" { "pro" } else { "basic" };
        assert!(
            page.body.contains(&format!("value=\"{kept}\" selected")),
            "{email} {tier}"
        );
        assert!(!page.body.contains("<b>ada"), "typed text is escaped");
        assert!(!browser.has_session());
    }
}

#[tokio::test]
async fn hostile_parameters_stay_text() {
    let mut browser = Browser::new();
    let hostile = "\"><img src=x onerror=alert(1)>";
    for name in [
        "login_hint",
        "state",
        "nonce",
        "scope",
        "client_id",
        "redirect_uri",
        "auth0Client",
    ] {
        let page = browser.get(&authorize_uri(&[(name, hostile)])).await;
        assert!(!page.body.contains("<img"), "{name}: {}", page.body);
    }
    let hinted = browser
        .get(&authorize_uri(&[("login_hint", "ada@example.com")]))
        .await;
    assert!(
        hinted.body.contains("value=\"ada@example.com\""),
        "a hint is filled in"
    );
}
