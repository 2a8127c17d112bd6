//! Routes of what each user has for themselves: proxy, e-mails, schedules, known businesses.

use serde_json::json;

use super::{Guarded, Kind, to};

pub(super) fn of_proxies() -> Vec<Guarded> {
    let own = |route: &'static str, path: &str, body| Guarded {
        body,
        ..to(route, path.to_owned(), Kind::OwnDataOnly)
    };
    let proxy = json!({"url": "http://somebody:s3cret@proxy.example:8080"});
    vec![
        own("PUT /api/proxy", "/api/proxy", Some(proxy.clone())),
        own("GET /api/proxy", "/api/proxy", None),
        own("DELETE /api/proxy", "/api/proxy", None),
        own(
            "POST /api/proxy/restore",
            "/api/proxy/restore",
            Some(json!({})),
        ),
        own("POST /api/proxy/test", "/api/proxy/test", Some(proxy)),
    ]
}

pub(super) fn of_mail() -> Vec<Guarded> {
    let own = |route: &'static str, body| Guarded {
        body,
        ..to(route, "/api/notices/mail".to_owned(), Kind::OwnDataOnly)
    };
    let address = json!({"address": "somebody@inbox.example"});
    vec![
        own("PUT /api/notices/mail", Some(address)),
        own("GET /api/notices/mail", None),
        own("DELETE /api/notices/mail", None),
    ]
}

pub(super) fn of_schedules(job: &str) -> Vec<Guarded> {
    let with = |route: &'static str, path: String, kind, body| Guarded {
        body,
        ..to(route, path, kind)
    };
    let schedule = json!({"every": "day", "at": "06:00", "zone": "UTC"});
    let monitor = json!({
        "session_key": job, "schedule": schedule, "budget": 1, "first": "known",
    });
    let one = format!("/api/monitors/{job}");
    let of_one = |route: &'static str, rest: &str, body| {
        with(route, format!("{one}{rest}"), Kind::NamesAnother, body)
    };
    let run = format!("/runs/{job}");
    vec![
        to(
            "GET /api/monitors",
            "/api/monitors".into(),
            Kind::OwnDataOnly,
        ),
        with(
            "POST /api/monitors",
            "/api/monitors".into(),
            Kind::NamesSession,
            Some(monitor),
        ),
        with(
            "POST /api/monitors/preview",
            "/api/monitors/preview".into(),
            Kind::SameForAll,
            Some(json!({"schedule": schedule})),
        ),
        of_one("GET /api/monitors/{monitorId}", "", None),
        of_one(
            "PATCH /api/monitors/{monitorId}",
            "",
            Some(json!({"budget": 2})),
        ),
        of_one("DELETE /api/monitors/{monitorId}", "", None),
        of_one(
            "POST /api/monitors/{monitorId}/pause",
            "/pause",
            Some(json!({})),
        ),
        of_one(
            "POST /api/monitors/{monitorId}/resume",
            "/resume",
            Some(json!({})),
        ),
        of_one(
            "POST /api/monitors/{monitorId}/run",
            "/run",
            Some(json!({})),
        ),
        of_one("GET /api/monitors/{monitorId}/runs", "/runs", None),
        of_one(
            "GET /api/monitors/{monitorId}/runs/{sessionKey}",
            &run,
            None,
        ),
        of_one(
            "GET /api/monitors/{monitorId}/runs/{sessionKey}/changes",
            &format!("{run}/changes?kind=new"),
            None,
        ),
    ]
}

pub(super) fn of_notices() -> Vec<Guarded> {
    let read = "POST /api/notices/read";
    vec![
        to("GET /api/notices", "/api/notices".into(), Kind::OwnDataOnly),
        Guarded {
            body: Some(json!({"all": true})),
            ..to(read, "/api/notices/read".into(), Kind::OwnDataOnly)
        },
    ]
}

pub(super) fn of_known_businesses() -> Vec<Guarded> {
    let own = |route: &'static str, body| Guarded {
        body,
        ..to(route, "/api/known-businesses".to_owned(), Kind::OwnDataOnly)
    };
    // Fewer than Ada's one.
    let file = json!("name,street,zip\nA,1 Main St,97701\nB,2 Main St,97701\n");
    vec![
        own("PUT /api/known-businesses", Some(file)),
        own("GET /api/known-businesses", None),
        own("DELETE /api/known-businesses", None),
    ]
}
