//! What the hostile user does with what is theirs: files and copies of forms beside a list with long notes, erasures of
//! another account (N8 to N10, L-a to L-c), and what needs no token (L-f).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{AT_ONCE, Abused, ROUND, with_long_notes};
use crate::support::Client;

/// Starts the calls. `failed` counts answers that say that something went wrong in the server: nothing of this may.
pub(super) fn begin(calls: &mut JoinSet<()>, abused: &Abused, failed: &Arc<AtomicUsize>) {
    let loops = [files, forms, erasures, public_texts];
    for number in 0..testkit::short_or_long(8, 2 * AT_ONCE) {
        let (abused, failed) = (abused.clone(), Arc::clone(failed));
        let round = loops[number % loops.len()];
        calls.spawn(async move {
            for turn in 0_usize.. {
                for call in round(&abused, turn) {
                    let answer = Client::try_send(call).await;
                    if answer.is_some_and(|answer| answer.status == 500) {
                        failed.fetch_add(1, Ordering::SeqCst);
                    }
                }
                tokio::time::sleep(ROUND).await;
            }
        });
    }
}

fn get(user: &Client, path: &str) -> RequestBuilder {
    user.request(Method::GET, path)
}

fn post(user: &Client, path: &str, body: &Value) -> RequestBuilder {
    user.request(Method::POST, path).json(body)
}

fn files(Abused { user, session, .. }: &Abused, _: usize) -> Vec<RequestBuilder> {
    vec![
        get(user, &format!("/export?sessionKey={session}&format=xlsx")),
        get(user, "/api/saved-companies/export?format=xlsx"),
    ]
}

/// Of companies that are saved and of others, and saves that were made before.
fn forms(abused: &Abused, turn: usize) -> Vec<RequestBuilder> {
    let Abused {
        user,
        session,
        unsaved,
        ..
    } = abused;
    let row = with_long_notes() as usize + turn % 50;
    let notes =
        json!({"sessionKey": session, "rowIdx": row, "crmData": {"notes": format!("{turn}")}});
    let save = json!({"session_id": session, "rows": [0, 1, 2, 3, 4, 5, 6, 7]});
    let again = post(user, "/api/save-companies", &save).header("Idempotency-Key", "the same");
    let mut calls = vec![again, post(user, "/api/crm-data", &notes)];
    for _ in 0..5 {
        for (session, row) in [(session, row), (unsaved, turn % 20)] {
            let form =
                json!({"session_id": session, "row_idx": row, "crm_data": {"notes": "call again"}});
            calls.push(post(user, "/api/sync-company-crm", &form));
        }
    }
    calls
}

fn erasures(Abused { other, .. }: &Abused, _: usize) -> Vec<RequestBuilder> {
    let (user, session) = other;
    let all = json!({"session_id": session});
    let erase = json!({"confirmation": "ERASE"});
    vec![
        post(user, "/api/save-companies", &all),
        post(user, "/api/account/erase", &erase),
        post(user, "/api/account/erase", &erase),
    ]
}

fn public_texts(Abused { user, .. }: &Abused, _: usize) -> Vec<RequestBuilder> {
    let paths = [
        "/api/openapi.json",
        "/api/fields",
        "/api/docs/",
        "/api/cities?state=OR",
    ];
    let calls = paths.iter().cycle().take(100);
    calls
        .map(|path| get(user, path).header("Accept-Encoding", "gzip"))
        .collect()
}
