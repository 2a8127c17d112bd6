//! How websites are asked, and what is made of hostile ones.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use crate::support::{self, reader};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use jiff::{SignedDuration, Timestamp};
use websites::{Depth, ReadError, SiteRead, WebsiteAddress, WebsiteReader};

/// Requests so far: host and path, and what was asked for if the page has changed.
type Asked = Arc<Mutex<Vec<String>>>;

const NOW: Timestamp = Timestamp::constant(1_800_000_000, 0);

async fn serve() -> (SocketAddr, Asked) {
    let asked = Asked::default();
    let app = Router::new().fallback(page).with_state(Arc::clone(&asked));
    (support::serve_app(app).await, asked)
}

fn html(body: &str) -> Response {
    (
        [(header::CONTENT_TYPE, "text/html")],
        format!("<html><body>{body}"),
    )
        .into_response()
}

async fn page(State(asked): State<Asked>, request: Request) -> Response {
    let host = request.headers()[header::HOST].to_str().unwrap().to_owned();
    let path = request.uri().path().to_owned();
    let since = request.headers().contains_key(header::IF_NONE_MATCH);
    let mark = if since { " if changed" } else { "" };
    let one = format!("{host}{path}{mark}");
    let agent = request.headers()[header::USER_AGENT].to_str().unwrap();
    assert_eq!(agent, "DemandAtlas/0.1 (+mailto:ops@operator.example)");
    let is_first = !asked.lock().unwrap().contains(&one);
    asked.lock().unwrap().push(one);
    match path.as_str() {
        "/robots.txt" => robots(&host),
        "/" => home(&host, since, is_first).unwrap_or_else(|| refusal(&host)),
        _ => html("info@partly.example"),
    }
}

fn robots(host: &str) -> Response {
    match host {
        "forbids.example" | "rules.example" => "User-agent: *\nDisallow: /".into_response(),
        "partly.example" => "User-agent: *\nDisallow: /contact".into_response(),
        "broken.example" => StatusCode::BAD_GATEWAY.into_response(),
        "rules-elsewhere.example" => {
            Redirect::to("http://rules.example/robots.txt").into_response()
        }
        "no-rules-elsewhere.example" => {
            Redirect::to("http://none.example/robots.txt").into_response()
        }
        "rules-at-facebook.example" => {
            Redirect::to("https://www.facebook.com/robots.txt").into_response()
        }
        "large-rules.example" => "a".repeat(30 << 20).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn home(host: &str, since: bool, is_first: bool) -> Option<Response> {
    let moved = |to: &str| Redirect::permanent(to).into_response();
    Some(match host {
        "partly.example" => html(
            "<a href=/contact>Contact</a><a href=/about>About</a>info@partly.example\
                  <a href=http://denied.partly.example/info>Info</a>",
        ),
        "moves.example" => moved("http://www.moves.example/"),
        "www.moves.example" => html("info@moves.example"),
        "leaves.example" => moved("http://other.example/"),
        "inside.example" => moved("http://127.0.0.1/"),
        "to-facebook.example" => moved("https://www.facebook.com/x"),
        "circle.example" => moved("/"),
        "long.example" => moved(&format!("/{}", "a".repeat(3_000))),
        "rules-elsewhere.example"
        | "rules-at-facebook.example"
        | "large-rules.example"
        | "no-rules-elsewhere.example" => html("hi"),
        "busy.example" if is_first => (
            StatusCode::SERVICE_UNAVAILABLE,
            [(header::RETRY_AFTER, "0")],
        )
            .into_response(),
        "large.example" => html(&"a".repeat(30 << 20)),
        "private.example" => html("<meta name=robots content=noindex>info@private.example"),
        "tagged.example" if since => StatusCode::NOT_MODIFIED.into_response(),
        "tagged.example" => {
            let headers = [(header::ETAG, "\"1\""), (header::CONTENT_TYPE, "text/html")];
            (headers, "info@tagged.example").into_response()
        }
        "bytes.example" => {
            let start = b"<p>\xff\xfe\x00<<<!-- <a href='mailto:info@bytes.example'>";
            let body = [start.as_slice(), &[0x80; 5_000]].concat();
            (
                [(header::CONTENT_TYPE, "text/html; charset=nonsense")],
                Body::from(body),
            )
                .into_response()
        }
        "parts.example" => html(
            "<a href='javascript:void(0)'>x</a><a href='http://parts.example:22/contact'>Contact</a>\
             <a href='http://[::1]/contact'>Contact</a><base href='http://127.0.0.1/'>info@parts.example",
        ),
        "busy.example" => html("info@busy.example"),
        _ => return None,
    })
}

fn refusal(host: &str) -> Response {
    match host {
        "refuses.example" => StatusCode::FORBIDDEN.into_response(),
        "slow-down.example" => (
            StatusCode::TOO_MANY_REQUESTS,
            [(header::RETRY_AFTER, "172800")],
        )
            .into_response(),
        "challenge.example" => (
            StatusCode::SERVICE_UNAVAILABLE,
            [("cf-mitigated", "challenge")],
        )
            .into_response(),
        "pdf.example" => ([(header::CONTENT_TYPE, "application/pdf")], "%PDF").into_response(),
        "header.example" => (
            [("x-robots-tag", "noai"), ("content-type", "text/html")],
            "hi",
        )
            .into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn read_at(reader: &WebsiteReader, host: &str, now: Timestamp) -> SiteRead {
    let address = WebsiteAddress::read(&format!("http://{host}")).unwrap();
    reader.read(&address, Depth::Site, false, None, now).await
}

async fn error(reader: &WebsiteReader, host: &str) -> Option<ReadError> {
    read_at(reader, host, NOW).await.error().cloned()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_reason_not_to_read_is_told() {
    let (at, _) = serve().await;
    let reader = reader(&at, false);
    for (host, why) in [
        ("forbids.example", ReadError::Robots),
        ("broken.example", ReadError::Robots),
        ("rules-elsewhere.example", ReadError::Robots),
        ("rules-at-facebook.example", ReadError::Robots),
        ("large-rules.example", ReadError::Robots),
        ("long.example", ReadError::Status(308)),
        (
            "leaves.example",
            ReadError::Elsewhere("other.example".to_owned()),
        ),
        (
            "inside.example",
            ReadError::Elsewhere("127.0.0.1".to_owned()),
        ),
        (
            "to-facebook.example",
            ReadError::Never("facebook.com".to_owned()),
        ),
        ("circle.example", ReadError::Unreachable),
        ("refuses.example", ReadError::Refused),
        ("slow-down.example", ReadError::Refused),
        ("challenge.example", ReadError::Refused),
        (
            "pdf.example",
            ReadError::NotText("application/pdf".to_owned()),
        ),
        ("large.example", ReadError::TooLarge),
        ("private.example", ReadError::AsksNot),
        ("header.example", ReadError::AsksNot),
        ("gone.example", ReadError::NotFound("This page".to_owned())),
        (
            "www.facebook.com",
            ReadError::Never("facebook.com".to_owned()),
        ),
        (
            "nowhere.invalid",
            ReadError::NotFound("nowhere.invalid".to_owned()),
        ),
        ("127.0.0.1", ReadError::NotPublic),
    ] {
        assert_eq!(error(&reader, host).await, Some(why), "{host}");
    }
    for host in [
        "moves.example",
        "busy.example",
        "bytes.example",
        "parts.example",
        "no-rules-elsewhere.example",
    ] {
        assert_eq!(error(&reader, host).await, None, "{host}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_robots_txt_forbids_is_not_asked_for() {
    let (at, asked) = serve().await;
    let read = read_at(&reader(&at, false), "partly.example", NOW).await;
    let pages: Vec<_> = read
        .pages
        .iter()
        .map(|page| (page.url.as_str(), page.read.is_ok()))
        .collect();
    assert_eq!(
        pages,
        [
            ("http://partly.example/", true),
            ("http://partly.example/contact", false),
            ("http://partly.example/about", true),
            ("http://denied.partly.example/info", false)
        ]
    );
    let denied = ReadError::Denied("partly.example".to_owned());
    assert_eq!(read.pages[3].read, Err(denied));
    assert_eq!(read.pages[1].read, Err(ReadError::Robots));
    let asked: BTreeSet<String> = asked.lock().unwrap().iter().cloned().collect();
    assert_eq!(
        asked.into_iter().collect::<Vec<_>>(),
        [
            "partly.example/",
            "partly.example/about",
            "partly.example/robots.txt"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_refuses_is_left_alone_for_a_day_or_longer_if_they_say_so() {
    let (at, asked) = serve().await;
    let reader = reader(&at, false);
    let after = |hours| NOW + SignedDuration::from_hours(hours);
    for (host, alone, again) in [("refuses.example", 23, 25), ("slow-down.example", 47, 49)] {
        let count = || {
            asked
                .lock()
                .unwrap()
                .iter()
                .filter(|one| one.starts_with(host))
                .count()
        };
        read_at(&reader, host, NOW).await;
        let first = count();
        let read = read_at(&reader, host, after(alone)).await;
        assert_eq!(read.error(), Some(&ReadError::Refused), "{host}");
        assert_eq!(count(), first, "{host}");
        let www = error(&reader, &format!("www.{host}")).await;
        assert_eq!(www, Some(ReadError::Refused), "{host}");
        read_at(&reader, host, after(again)).await;
        assert!(count() > first, "{host}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_asked_for_once_a_day_and_then_whether_it_has_changed() {
    let (at, asked) = serve().await;
    let reader = reader(&at, false);
    let count = |what: &str| {
        asked
            .lock()
            .unwrap()
            .iter()
            .filter(|one| *one == what)
            .count()
    };
    let host = "tagged.example";
    let first = read_at(&reader, host, NOW).await;
    let second = read_at(&reader, host, NOW + SignedDuration::from_hours(23)).await;
    assert_eq!(first.facts, second.facts);
    assert_eq!(count("tagged.example/"), 1);
    let third = read_at(&reader, host, NOW + SignedDuration::from_hours(25)).await;
    assert_eq!(third.facts.emails[0].value, "info@tagged.example");
    assert_eq!(
        third.facts.emails[0].read_at,
        NOW + SignedDuration::from_hours(25)
    );
    assert_eq!(
        (
            count("tagged.example/"),
            count("tagged.example/ if changed")
        ),
        (1, 1)
    );
    read_at(&reader, host, NOW + SignedDuration::from_hours(24 * 60)).await;
    assert_eq!(count("tagged.example/"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_kept_only_where_the_operator_says_so() {
    let sites = support::fixtures();
    let at = support::serve(&sites).await;
    let person = |keeps_personal| {
        let reader = reader(&at, keeps_personal);
        async move {
            let mut found = BTreeSet::new();
            let people = support::fixtures().into_iter().filter(|site| {
                site.labels
                    .emails
                    .iter()
                    .any(|email| email.kind == "person" && email.at == "mailto")
            });
            for site in people.take(10) {
                let read = read_at(&reader, &site.host, NOW).await;
                let people = site
                    .labels
                    .emails
                    .iter()
                    .filter(|email| email.kind == "person");
                let people: BTreeSet<&String> = people.map(|email| &email.value).collect();
                found.extend(
                    read.facts
                        .emails
                        .iter()
                        .map(|email| email.value.clone())
                        .filter(|email| people.contains(email)),
                );
            }
            found
        }
    };
    assert_eq!(person(false).await, BTreeSet::new());
    assert!(person(true).await.len() >= 5);
}
