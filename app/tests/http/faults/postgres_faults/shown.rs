//! What a user has done and is shown, to be held against what she is shown after her database was down.

use std::collections::BTreeMap;
use std::time::Instant;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Client, Install, PATIENCE, Process, eventually};

/// Every answer that a screen of hers is made of.
pub(super) type Shown = BTreeMap<String, Value>;

/// Somebody with a search, a saved company and a note.
pub(super) struct Ada {
    pub(super) client: Client,
    session: String,
}

/// Some rows, in no time.
pub(super) fn search(city: &str) -> Value {
    json!({
        "search_term": "florist", "state": "OR", "cities": [city], "source": "sample", "max_results": 12,
    })
}

impl Ada {
    pub(super) async fn begin(process: &Process) -> Self {
        let client = process.user("ada@example.com", "enterprise");
        let (session, _) = client.run(&search("Testville")).await;
        let ada = Self { client, session };
        ada.saves(0).await;
        ada.notes("written early").await;
        ada
    }

    /// A coupon that she may redeem.
    pub(super) fn issue(install: &Install, code: &str) {
        install.succeed(&["coupons", "issue", "--credits", "10", "--code", code]);
    }

    /// Redeems a coupon.
    pub(super) async fn redeems(&self, code: &str) {
        let answer = self.client.redeem(code).await.json();
        assert_eq!(answer["success"], true, "{answer}");
    }

    /// The same with a key, as often as it takes: the second time it changes nothing.
    pub(super) async fn redeems_with_key(&self, code: &str) {
        let path = format!("/api/credits/redeem/{}", self.client.sub_in_path());
        let body = json!({"coupon_code": code});
        let answer = self.call(&path, &body, code).await.json();
        assert_eq!(answer["success"], true, "{answer}");
    }

    pub(super) async fn saves(&self, row: u32) {
        let body = json!({"session_id": self.session, "business_data": {"row_idx": row}});
        let answer = self.client.post("/api/save-company", &body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }

    pub(super) async fn notes(&self, text: &str) {
        let crm = json!({"sessionKey": self.session, "rowIdx": 0, "crmData": {"notes": text}});
        let answer = self.client.post("/api/crm-data", &crm).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }

    /// Commands cannot be executed now.
    pub(super) async fn is_refused(&self) {
        let crm = json!({"sessionKey": self.session, "rowIdx": 0, "crmData": {"notes": "refused"}});
        let answer = self.client.post("/api/crm-data", &crm).await;
        assert_eq!(answer.status, 503, "{}", answer.text);
    }

    /// Polls a search to its end, whichever; its status cannot be read while the database is away.
    pub(super) async fn sees_the_end_of(&self, job: &str) -> Value {
        eventually("the job ends", || async {
            let answer = self.client.get(&format!("/api/jobs/{job}")).await;
            let body = (answer.status == 200).then(|| answer.json())?;
            let open = ["queued", "processing"].contains(&body["status"].as_str()?);
            (!open).then_some(body)
        })
        .await
    }

    /// A search is accepted, and runs to its end.
    pub(super) async fn runs(&self, city: &str) {
        self.client.run(&search(city)).await;
    }

    /// Calls until the answer is not that the database is away.
    async fn call(&self, path: &str, body: &Value, key: &str) -> Answer {
        let what = format!("{path} is answered");
        eventually(&what, || async {
            let request = self.client.request(Method::POST, path);
            let request = request.header("Idempotency-Key", key).json(body);
            let answer = self.client.send(request).await;
            (answer.status != 503).then_some(answer)
        })
        .await
    }

    /// What her screens show now.
    pub(super) async fn is_shown_now(&self) -> Shown {
        let (user, session) = (self.client.sub_in_path(), &self.session);
        let paths = [
            format!("/api/credits/status/{user}"),
            format!("/api/credits/ledger/{user}?limit=100"),
            format!("/api/credits/history/{user}?days=7"),
            format!("/api/jobs/{session}"),
            "/api/jobs?open=true".to_owned(),
            "/api/saved-companies".to_owned(),
            format!("/api/crm-data?sessionKey={session}&rowIdx=0"),
            format!("/api/timeline/{session}/0"),
        ];
        let mut shown = Shown::new();
        for path in paths {
            let answer = self.client.get(&path).await;
            let body: Value = serde_json::from_str(&answer.text).unwrap_or_default();
            shown.insert(path, json!({"status": answer.status, "body": body}));
        }
        shown
    }

    /// Waits until her screens show this.
    pub(super) async fn is_shown(&self, expected: &Shown, when: &str) {
        let since = Instant::now();
        loop {
            let mut shown = self.is_shown_now().await;
            shown.retain(|path, _| expected.contains_key(path));
            if shown == *expected {
                eprintln!("{when}: shown again after {:?}", since.elapsed());
                return;
            }
            if since.elapsed() > PATIENCE {
                for (path, answer) in &shown {
                    assert_eq!(*answer, expected[path], "{when}: GET {path}");
                }
            }
        }
    }

    /// Waits until her credits are so many in all.
    pub(super) async fn has_in_all(&self, total: i64) {
        let what = format!("she has {total} credits in all");
        eventually(&what, || async {
            let answer = self
                .client
                .get(&format!(
                    "/api/credits/status/{}",
                    self.client.sub_in_path()
                ))
                .await;
            (answer.status == 200 && answer.json()["total_credits"] == total).then_some(())
        })
        .await;
    }

    /// Waits until so many companies are in her list.
    pub(super) async fn has_saved(&self, companies: usize) {
        let what = format!("{companies} companies are in her list");
        eventually(&what, || async {
            let answer = self.client.get("/api/saved-companies").await;
            (answer.status == 200 && answer.json()["total_count"] == companies).then_some(())
        })
        .await;
    }
}

/// Waits until health says that, and answers the problems that it names.
pub(super) async fn health_says(process: &Process, status: &str) -> Vec<String> {
    let what = format!("health says {status}");
    eventually(&what, || async {
        let health = process.anonymous.get("/api/health").await.json();
        let problems = health["problems"].as_array().cloned().unwrap_or_default();
        let problems = problems
            .iter()
            .map(|problem| problem.as_str().unwrap().to_owned());
        (health["status"] == status).then(|| problems.collect())
    })
    .await
}
