//! The whole flow: page, code, tokens, renewal, sign-out.

use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};

use crate::browser::{
    AUDIENCE, Browser, CALLBACK, CLIENT, ORIGIN, authorize_uri, claims_of, encoded,
};

#[tokio::test]
// AUTH-02
async fn auth_02_a_person_signs_in_with_code_and_pkce() {
    let mut browser = Browser::new();
    let answer = browser
        .choose(&authorize_uri(&[]), "petra@example.com", "pro")
        .await;
    let returned = answer.returned();
    assert_eq!(
        returned["state"], "st%te &1",
        "the state is returned unchanged"
    );
    assert_eq!(answer.header(header::CACHE_CONTROL), "no-store");

    let answer = browser.redeem(&returned["code"], &[]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    assert_eq!(answer.header(header::CACHE_CONTROL), "no-store");
    let tokens = answer.json();
    assert_eq!(tokens["token_type"], "Bearer");
    assert_eq!(tokens["expires_in"], 3600);
    assert_eq!(tokens["scope"], "openid profile email offline_access");

    let identity = browser
        .idp
        .token_verifier()
        .verify(tokens["access_token"].as_str().unwrap())
        .await
        .unwrap();
    assert_eq!(identity.email.as_deref(), Some("petra@example.com"));
    assert_eq!(identity.tier.map(|tier| tier.tier().as_str()), Some("pro"));
}

#[tokio::test]
// AUTH-05
async fn auth_05_the_tokens_say_what_the_library_and_the_server_check() {
    let mut browser = Browser::new();
    let tokens = browser.tokens().await;
    let id = claims_of(tokens["id_token"].as_str().unwrap());
    assert_eq!(id["iss"], "http://127.0.0.1:8080/dev-idp/");
    assert_eq!(id["aud"], CLIENT);
    assert_eq!(id["nonce"], "n-1");
    assert_eq!(id["name"], "Petra Pro");
    assert_eq!(id["email"], "petra@example.com");
    assert!(id["exp"].is_u64() && id["iat"].is_u64());
    assert_eq!(id.get("org_id"), None);

    let access = claims_of(tokens["access_token"].as_str().unwrap());
    assert_eq!(access["iss"], id["iss"]);
    assert_eq!(access["sub"], id["sub"]);
    assert_eq!(access["aud"], AUDIENCE);
    assert_eq!(access["azp"], CLIENT);
    assert_eq!(
        access["exp"].as_u64().unwrap() - access["iat"].as_u64().unwrap(),
        3600
    );
    assert!(access["sub"].as_str().unwrap().starts_with("dev|"));
    let again = browser.tokens_again().await;
    assert_ne!(
        claims_of(again["access_token"].as_str().unwrap())["jti"],
        access["jti"]
    );

    let as_access = browser
        .idp
        .token_verifier()
        .verify(tokens["id_token"].as_str().unwrap())
        .await;
    assert!(as_access.is_err(), "an ID token is no access token");
}

#[tokio::test]
async fn an_organization_is_named_in_every_token_and_demanded() {
    let mut browser =
        Browser::configured(|config| config.with_organization(Some("org_acme".into())));
    for asked in ["org_acme", ""] {
        let code = browser.stranger().code(&[("organization", asked)]).await;
        let tokens = browser.redeem(&code, &[]).await.json();
        for token in ["id_token", "access_token"] {
            assert_eq!(
                claims_of(tokens[token].as_str().unwrap())["org_id"],
                "org_acme",
                "{asked:?} {token}"
            );
        }
        let access = tokens["access_token"].as_str().unwrap();
        assert!(browser.idp.token_verifier().verify(access).await.is_ok());
    }
    let other = browser
        .get(&authorize_uri(&[("organization", "org_other")]))
        .await;
    assert_eq!(other.returned()["error"], "invalid_request");

    let mut open = Browser::new();
    let code = open.code(&[("organization", "org_any")]).await;
    let tokens = open.redeem(&code, &[]).await.json();
    assert_eq!(
        claims_of(tokens["id_token"].as_str().unwrap())["org_id"],
        "org_any"
    );
}

#[tokio::test]
// AUTH-04
async fn auth_04_renewal_gives_new_tokens_and_kills_the_old_refresh_token() {
    let mut browser = Browser::new();
    let first = browser.tokens().await;
    let (old_refresh, old_access) = (text(&first["refresh_token"]), text(&first["access_token"]));
    let second = browser.refresh(&old_refresh).await;
    assert_eq!(second.status, StatusCode::OK, "{}", second.body);
    let second = second.json();
    assert_ne!(text(&second["access_token"]), old_access);
    assert_eq!(
        claims_of(&text(&second["id_token"]))["sub"],
        claims_of(&text(&first["id_token"]))["sub"]
    );
    assert_eq!(claims_of(&text(&second["id_token"])).get("nonce"), None);
    let new_refresh = text(&second["refresh_token"]);
    assert_ne!(new_refresh, old_refresh);

    let reused = browser.refresh(&old_refresh).await;
    assert_eq!(reused.status, StatusCode::BAD_REQUEST);
    assert_eq!(reused.json()["error"], "invalid_grant");
    assert!(text(&reused.json()["error_description"]).contains("invalid refresh token"));
    let after = browser.refresh(&new_refresh).await;
    assert_eq!(
        after.json()["error"],
        "invalid_grant",
        "reuse ends the whole family"
    );
}

#[tokio::test]
// AUTH-04
async fn auth_04_a_server_restart_signs_nobody_out() {
    let mut browser = Browser::new();
    let tokens = browser.tokens().await;
    let mut later = browser.after_restart();
    let renewed = later.refresh(&text(&tokens["refresh_token"])).await;
    assert_eq!(renewed.status, StatusCode::OK, "{}", renewed.body);
    let access = text(&tokens["access_token"]);
    assert!(
        later.idp.token_verifier().verify(&access).await.is_ok(),
        "the key is the same"
    );
    let silent = later.get(&authorize_uri(&[("prompt", "none")])).await;
    assert!(
        silent.returned().contains_key("code"),
        "and the session is still there"
    );
}

#[tokio::test]
// AUTH-11
async fn auth_11_signing_out_ends_session_and_renewal_and_returns_to_the_site() {
    let mut browser = Browser::new();
    let tokens = browser.tokens().await;
    let mut elsewhere = browser.stranger();
    let other_tokens = elsewhere.tokens().await;
    let out = browser
        .get(&format!(
            "/dev-idp/v2/logout?{}",
            encoded(&[("client_id", CLIENT), ("returnTo", ORIGIN)])
        ))
        .await;
    assert_eq!(out.status, StatusCode::SEE_OTHER);
    assert_eq!(out.header(header::LOCATION), format!("{ORIGIN}/"));
    assert!(!browser.has_session());
    let silent = browser.get(&authorize_uri(&[("prompt", "none")])).await;
    assert_eq!(silent.returned()["error"], "login_required");
    let renewed = browser.refresh(&text(&tokens["refresh_token"])).await;
    assert_eq!(renewed.json()["error"], "invalid_grant");
    let theirs = elsewhere
        .refresh(&text(&other_tokens["refresh_token"]))
        .await;
    assert_eq!(
        theirs.status,
        StatusCode::OK,
        "another browser stays signed in"
    );
}

#[tokio::test]
async fn signing_out_leads_nowhere_else() {
    let mut browser = Browser::new();
    browser.tokens().await;
    for target in [
        "https://evil.example/",
        "//evil.example/",
        "http://127.0.0.1:8080@evil.example/",
        "http://user@127.0.0.1:8080/",
        "http://127.0.0.1:8081/",
        "http://localhost:8080/",
        "https://127.0.0.1:8080/",
        "javascript:alert(1)",
        "/relative",
    ] {
        let uri = format!("/dev-idp/v2/logout?{}", encoded(&[("returnTo", target)]));
        let answer = browser.get(&uri).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{target}");
        assert!(answer.body.contains("returnTo"));
        assert!(
            browser.has_session(),
            "{target}: a bad link signs nobody out"
        );
    }
    let own = browser
        .get(&format!(
            "/dev-idp/v2/logout?{}",
            encoded(&[("returnTo", CALLBACK)])
        ))
        .await;
    assert_eq!(own.header(header::LOCATION), CALLBACK);
    let bare = browser.get("/dev-idp/v2/logout").await;
    assert_eq!(bare.header(header::LOCATION), format!("{ORIGIN}/"));
}

#[tokio::test]
async fn userinfo_tells_what_the_scope_allows() {
    let mut browser = Browser::new();
    let tokens = browser.tokens().await;
    let ask = |token: String| {
        let request = Request::get("/dev-idp/userinfo")
            .header(header::AUTHORIZATION, format!("Bearer {token}"));
        request.body(axum::body::Body::empty()).unwrap()
    };
    let whole = browser
        .send(ask(text(&tokens["access_token"])))
        .await
        .json();
    assert_eq!(whole["email"], "petra@example.com");
    assert_eq!(whole["name"], "Petra Pro");
    assert_eq!(whole["email_verified"], false);

    let mut other = browser.stranger();
    let code = other.code(&[("scope", "openid")]).await;
    let tokens = other.redeem(&code, &[]).await.json();
    assert_eq!(
        tokens.get("refresh_token"),
        None,
        "offline_access was not requested"
    );
    let bare = other.send(ask(text(&tokens["access_token"]))).await.json();
    assert_eq!(bare, json!({"sub": whole["sub"]}));
    let id = claims_of(&text(&tokens["id_token"]));
    assert_eq!((id.get("email"), id.get("name")), (None, None));

    assert_eq!(
        other.get("/dev-idp/userinfo").await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        other.send(ask("x.y.z".into())).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn discovery_names_the_real_endpoints_and_the_real_key() {
    let mut browser = Browser::new();
    let found = browser
        .get("/dev-idp/.well-known/openid-configuration")
        .await
        .json();
    assert_eq!(found["issuer"], browser.idp.config().issuer().as_str());
    for (name, method) in [
        ("authorization_endpoint", "GET"),
        ("token_endpoint", "POST"),
        ("userinfo_endpoint", "GET"),
        ("end_session_endpoint", "GET"),
        ("jwks_uri", "GET"),
    ] {
        let path = text(&found[name]).replace(ORIGIN, "");
        let request = Request::builder()
            .method(method)
            .uri(&path)
            .body(axum::body::Body::empty())
            .unwrap();
        let status = browser.send(request).await.status;
        assert!(
            status != StatusCode::NOT_FOUND && status != StatusCode::METHOD_NOT_ALLOWED,
            "{name} {path}: {status}"
        );
    }
    let jwks = browser.get("/dev-idp/.well-known/jwks.json").await.json();
    let key = &jwks["keys"][0];
    assert_eq!(
        (&key["kty"], &key["use"], &key["alg"]),
        (&json!("RSA"), &json!("sig"), &json!("RS256"))
    );
    assert_eq!(key.get("d"), None, "the private half is not published");
    let token = text(&browser.tokens().await["access_token"]);
    let kid = jsonwebtoken::decode_header(&token).unwrap().kid.unwrap();
    assert_eq!(key["kid"], kid);
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("no text: {value}"))
        .to_owned()
}

impl Browser {
    /// Signs in again, from the existing session.
    async fn tokens_again(&mut self) -> Value {
        let answer = self.get(&authorize_uri(&[])).await;
        let code = answer.returned()["code"].clone();
        self.redeem(&code, &[]).await.json()
    }
}
