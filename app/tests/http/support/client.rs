//! A caller of the API: somebody signed in, or nobody.

use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::eventually;

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|_| panic!("{}: no JSON: {}", self.status, self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// Status, code and message of an error; the shape of every error body is asserted.
    pub(crate) fn error(&self) -> (u16, String, String) {
        let body = self.json();
        let error = body["error"].as_object().expect("an error body");
        let text = |name: &str| error[name].as_str().unwrap().to_owned();
        assert_eq!(text("request_id"), self.header("x-request-id"));
        assert_eq!(error.len(), 3, "{body}");
        (self.status, text("code"), text("message"))
    }
}

/// Somebody who calls the API.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) base: String,
    /// The subject id of whoever is signed in.
    pub(crate) sub: String,
    pub(crate) token: Option<String>,
    http: reqwest::Client,
}

impl Client {
    /// Nobody.
    pub(crate) fn anonymous(base: &str) -> Self {
        let http = reqwest::Client::builder()
            .timeout(Duration::from_secs(30))
            // Well before the server closes a connection that nobody uses: what is sent at that moment is lost.
            .pool_idle_timeout(Duration::from_secs(10))
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Self {
            base: base.to_owned(),
            sub: String::new(),
            token: None,
            http,
        }
    }

    /// The same connections with another token.
    pub(crate) fn with_token(&self, sub: &str, token: String) -> Self {
        Self {
            sub: sub.to_owned(),
            token: Some(token),
            ..self.clone()
        }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends a request; nothing where the server cannot be reached.
    pub(crate) async fn try_send(request: RequestBuilder) -> Option<Answer> {
        Self::answer(request).await.ok()
    }

    async fn answer(request: RequestBuilder) -> reqwest::Result<Answer> {
        let answer = request.send().await?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let bytes = answer.bytes().await?.to_vec();
        Ok(Answer {
            status,
            headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
            bytes,
        })
    }

    pub(crate) async fn send(&self, request: RequestBuilder) -> Answer {
        Self::answer(request).await.expect("the server answers")
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(self.request(Method::POST, path).json(body)).await
    }

    /// Starts a job, which must be accepted.
    pub(crate) async fn start(&self, search: &Value) -> String {
        let answer = self.post("/api/jobs/scrape", search).await;
        assert_eq!(answer.status, 202, "{}", answer.text);
        answer.json()["job_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn job(&self, job: &str) -> Value {
        let answer = self.get(&format!("/api/jobs/{job}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    }

    /// Polls a job to its end, whichever.
    pub(crate) async fn ended(&self, job: &str) -> Value {
        eventually("the job ends", || async {
            let body = self.job(job).await;
            let open = ["queued", "processing"].contains(&body["status"].as_str().unwrap());
            (!open).then_some(body)
        })
        .await
    }

    /// Runs a job to completion; answers its id and where it stands.
    pub(crate) async fn run(&self, search: &Value) -> (String, Value) {
        let job = self.start(search).await;
        let body = self.ended(&job).await;
        assert_eq!(body["status"], "completed", "{body}");
        (job, body)
    }

    pub(crate) async fn cancel(&self, job: &str) -> Answer {
        self.post(&format!("/api/jobs/{job}/cancel"), &json!({}))
            .await
    }

    pub(crate) async fn credits(&self) -> Value {
        let answer = self
            .get(&format!("/api/credits/status/{}", self.sub_in_path()))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    }

    /// Available, used and total credits.
    pub(crate) async fn balance(&self) -> (i64, i64, i64) {
        let credits = self.credits().await;
        let number = |name: &str| credits[name].as_i64().unwrap();
        (
            number("available_credits"),
            number("used_credits"),
            number("total_credits"),
        )
    }

    /// Waits until that many credits are used and no hold is open.
    pub(crate) async fn has_paid(&self, used: i64) {
        eventually(
            "the balance shows what was delivered, and no hold",
            || async {
                let (available, now_used, total) = self.balance().await;
                ((now_used, available) == (used, total - used)).then_some(())
            },
        )
        .await;
    }

    pub(crate) async fn history(&self) -> Vec<Value> {
        let answer = self
            .get(&format!("/api/credits/history/{}", self.sub_in_path()))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["data"].as_array().unwrap().clone()
    }

    /// The history's entry of a session.
    pub(crate) async fn history_of(&self, session: &str) -> Value {
        let entries = self.history().await;
        let mut of_session = entries.iter().filter(|e| e["session_id"] == session);
        let entry = of_session.next().expect("the session is in the history");
        assert!(of_session.next().is_none(), "the session is there once");
        entry.clone()
    }

    /// The rows of a session, as exported.
    pub(crate) async fn rows(&self, session: &str) -> Vec<Value> {
        let answer = self
            .get(&format!("/export?sessionKey={session}&format=json"))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json().as_array().unwrap().clone()
    }

    /// A session's file.
    pub(crate) async fn exported(&self, session: &str, format: &str) -> Answer {
        let answer = self
            .get(&format!("/export?sessionKey={session}&format={format}"))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.header("cache-control"), "no-store");
        answer
    }

    pub(crate) fn sub_in_path(&self) -> String {
        self.sub.replace('|', "%7C")
    }
}
