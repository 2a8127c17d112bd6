//! A browser with cookies, and the sign-in library's side of the flow.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sign_in::dev_idp::{DevIdp, DevIdpConfig, SignedIn, router};
use tempfile::TempDir;
use tower::ServiceExt;
use url::Url;
use url::form_urlencoded::Serializer;

pub(crate) const ORIGIN: &str = "http://127.0.0.1:8080";
pub(crate) const CALLBACK: &str = "http://127.0.0.1:8080/callback";
pub(crate) const CLIENT: &str = "web-client";
pub(crate) const AUDIENCE: &str = "https://api.example.com";
pub(crate) const VERIFIER: &str = "a-verifier-of-forty-three-characters-or-more.~_";
const HOST: &str = "127.0.0.1:8080";

pub(crate) type Pairs<'a> = &'a [(&'a str, &'a str)];

/// A server's provider, and one browser that uses it.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) idp: DevIdp,
    app: Router,
    cookies: BTreeMap<String, String>,
    _folder: Arc<TempDir>,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
    /// Who has signed in by it, for whoever keeps a record.
    pub(crate) signed_in: Option<String>,
}

impl Answer {
    pub(crate) fn header(&self, name: header::HeaderName) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    /// The parameters that a redirect carries back to the app.
    pub(crate) fn returned(&self) -> BTreeMap<String, String> {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        let target = Url::parse(self.header(header::LOCATION)).unwrap();
        assert_eq!(&target[..url::Position::AfterPath], CALLBACK);
        target.query_pairs().into_owned().collect()
    }

    /// The response that the page posts to the app's window, as the script reads it.
    pub(crate) fn message(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        let text = attribute(&self.body, "data-response=\"");
        serde_json::from_str(&text.replace("&quot;", "\"").replace("&amp;", "&")).unwrap()
    }
}

/// The text of the first attribute that begins with `start`.
pub(crate) fn attribute<'a>(page: &'a str, start: &str) -> &'a str {
    let rest = page
        .split_once(start)
        .unwrap_or_else(|| panic!("no {start} in {page}"))
        .1;
    rest.split('"').next().unwrap()
}

pub(crate) fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()))
}

/// The sign-in library's request, with some parameters changed; an empty value omits one.
pub(crate) fn authorize_uri(changes: Pairs) -> String {
    let challenge = challenge(VERIFIER);
    let mut pairs: Vec<(&str, &str)> = vec![
        ("client_id", CLIENT),
        ("scope", "openid profile email offline_access"),
        ("audience", AUDIENCE),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("response_mode", "query"),
        ("state", "st%te &1"),
        ("nonce", "n-1"),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
        ("auth0Client", "eyJuYW1lIjoidGVzdCJ9"),
    ];
    for &(name, value) in changes {
        pairs.retain(|(known, _)| *known != name);
        if !value.is_empty() {
            pairs.push((name, value));
        }
    }
    format!("/dev-idp/authorize?{}", encoded(&pairs))
}

pub(crate) fn encoded(pairs: Pairs) -> String {
    Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// The claims of a token, unverified.
pub(crate) fn claims_of(token: &str) -> Value {
    let part = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

impl Browser {
    pub(crate) fn new() -> Self {
        Self::configured(|config| config)
    }

    pub(crate) fn configured(change: impl FnOnce(DevIdpConfig) -> DevIdpConfig) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let idp = DevIdp::open(change(config(folder.path()))).unwrap();
        Self {
            app: router(idp.clone()),
            idp,
            cookies: BTreeMap::new(),
            _folder: Arc::new(folder),
        }
    }

    /// The same browser, after the server was restarted.
    pub(crate) fn after_restart(&self) -> Self {
        let idp = DevIdp::open(self.idp.config().clone()).unwrap();
        Self {
            app: router(idp.clone()),
            idp,
            ..self.clone()
        }
    }

    /// Another browser at the same server.
    pub(crate) fn stranger(&self) -> Self {
        Self {
            cookies: BTreeMap::new(),
            ..self.clone()
        }
    }

    pub(crate) async fn send(&mut self, mut request: Request<Body>) -> Answer {
        let cookies = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let cookies = cookies.collect::<Vec<_>>().join("; ");
        let headers = request.headers_mut();
        headers.insert(header::COOKIE, cookies.parse().unwrap());
        headers.entry(header::HOST).or_insert(HOST.parse().unwrap());
        let (head, body) = self
            .app
            .clone()
            .oneshot(request)
            .await
            .unwrap()
            .into_parts();
        for cookie in head.headers.get_all(header::SET_COOKIE) {
            self.keep(cookie.to_str().unwrap());
        }
        let body = to_bytes(body, 1 << 20).await.unwrap();
        Answer {
            status: head.status,
            signed_in: head
                .extensions
                .get::<SignedIn>()
                .map(|signed_in| signed_in.sub.clone()),
            headers: head.headers,
            body: String::from_utf8(body.to_vec()).unwrap(),
        }
    }

    fn keep(&mut self, cookie: &str) {
        for rule in ["; Path=/dev-idp;", "; HttpOnly", "; SameSite=Lax"] {
            assert!(cookie.contains(rule), "{cookie}");
        }
        let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
        if cookie.contains("Max-Age=0") {
            self.cookies.remove(name);
        } else {
            self.cookies.insert(name.into(), value.into());
        }
    }

    pub(crate) fn has_session(&self) -> bool {
        self.cookies.contains_key("dev_idp_session_8080")
    }

    pub(crate) async fn get(&mut self, uri: &str) -> Answer {
        self.send(Request::get(uri).body(Body::empty()).unwrap())
            .await
    }

    pub(crate) async fn submit(&mut self, uri: &str, fields: Pairs<'_>) -> Answer {
        let request = Request::post(uri)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::ORIGIN, ORIGIN);
        self.send(request.body(Body::from(encoded(fields))).unwrap())
            .await
    }

    /// Opens the page and chooses a person.
    pub(crate) async fn choose(&mut self, uri: &str, email: &str, tier: &str) -> Answer {
        let page = self.get(uri).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        let token = attribute(&page.body, "name=\"form_token\" value=\"").to_owned();
        self.submit(
            uri,
            &[("form_token", &token), ("email", email), ("tier", tier)],
        )
        .await
    }

    /// Signs in and returns the code.
    pub(crate) async fn code(&mut self, changes: Pairs<'_>) -> String {
        let answer = self
            .choose(&authorize_uri(changes), "petra@example.com", "pro")
            .await;
        answer.returned()["code"].clone()
    }

    pub(crate) async fn token_request(&mut self, fields: Pairs<'_>) -> Answer {
        self.submit("/dev-idp/oauth/token", fields).await
    }

    pub(crate) async fn token_request_json(&mut self, body: Value) -> Answer {
        let request =
            Request::post("/dev-idp/oauth/token").header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap())
            .await
    }

    /// Exchanges a code, with some parameters of the request changed.
    pub(crate) async fn redeem(&mut self, code: &str, changes: Pairs<'_>) -> Answer {
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("client_id", CLIENT),
            ("code", code),
            ("code_verifier", VERIFIER),
            ("redirect_uri", CALLBACK),
        ];
        for &(name, value) in changes {
            fields.retain(|(known, _)| *known != name);
            fields.push((name, value));
        }
        self.token_request(&fields).await
    }

    /// Signs in and exchanges the code.
    pub(crate) async fn tokens(&mut self) -> Value {
        let code = self.code(&[]).await;
        let answer = self.redeem(&code, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.json()
    }

    pub(crate) async fn refresh(&mut self, token: &str) -> Answer {
        let body =
            json!({"grant_type": "refresh_token", "client_id": CLIENT, "refresh_token": token});
        self.token_request_json(body).await
    }
}

pub(crate) fn config(folder: &Path) -> DevIdpConfig {
    DevIdpConfig::for_addr(HOST.parse().unwrap(), folder, CLIENT, AUDIENCE).unwrap()
}
