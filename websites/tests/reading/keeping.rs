//! What is kept of websites, for whoever reads them next.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::support::{reader_of, serve_app};
use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use jiff::Timestamp;
use outgoing::untrusted::Proxy;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use websites::{
    Depth, Keep, MemoryKeep, ReadError, Refused, SiteRead, WebsiteAddress, WebsiteReader,
};

const NOW: Timestamp = Timestamp::constant(1_800_000_000, 0);

fn host(request: &Request) -> String {
    let host = request.headers()[header::HOST].to_str().unwrap();
    host.to_owned()
}

async fn honest(request: Request) -> Response {
    let host = host(&request);
    match request.uri().path() {
        "/robots.txt" => StatusCode::NOT_FOUND.into_response(),
        _ => Html(format!("info@{host}")).into_response(),
    }
}

async fn forged(request: Request) -> Response {
    match (host(&request).as_str(), request.uri().path()) {
        ("forbids.example", "/robots.txt") => "User-agent: *\nDisallow: /".into_response(),
        (_, "/robots.txt") => StatusCode::NOT_FOUND.into_response(),
        ("refuses.example", _) => StatusCode::FORBIDDEN.into_response(),
        ("moves.example", "/") => (
            StatusCode::FOUND,
            [(header::LOCATION, "http://moves.example/forged")],
        )
            .into_response(),
        (host, _) => Html(format!("office@{host}")).into_response(),
    }
}

/// A proxy that leads to a server of its own, whatever it is asked for.
async fn forging_proxy() -> SocketAddr {
    let to = serve_app(Router::new().fallback(forged)).await;
    let listener = TcpListener::bind(("127.0.0.3", 0)).await.unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(stream.read_u8().await.unwrap());
                }
                stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
                let mut there = TcpStream::connect(to).await.unwrap();
                let _closed = tokio::io::copy_bidirectional(&mut stream, &mut there).await;
            });
        }
    });
    at
}

async fn read(reader: &WebsiteReader, host: &str, proxy: Option<&str>) -> SiteRead {
    let address = WebsiteAddress::read(&format!("http://{host}")).unwrap();
    let proxy = proxy.map(|proxy| Arc::new(proxy.parse::<Proxy>().unwrap()));
    reader.read(&address, Depth::Page, false, proxy, NOW).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_proxy_says_over_plain_http_is_not_kept_for_others() {
    let at = serve_app(Router::new().fallback(honest)).await;
    let proxy_at = forging_proxy().await;
    let keep = Arc::new(MemoryKeep::default());
    let hosts = format!("*.example={at},proxy.test={proxy_at}");
    let reader = reader_of(&hosts, Arc::clone(&keep), false);
    let proxy = Some("http://proxy.test");
    let email = |read: &SiteRead| read.facts.emails.first().map(|email| email.value.clone());

    for (host, forged) in [
        ("page.example", Ok("office@page.example")),
        ("moves.example", Ok("office@moves.example")),
        ("refuses.example", Err(ReadError::Refused)),
        ("forbids.example", Err(ReadError::Robots)),
    ] {
        let by_proxy = read(&reader, host, proxy).await;
        assert_eq!(by_proxy.error(), forged.as_ref().err(), "{host}");
        assert_eq!(email(&by_proxy).as_deref(), forged.ok(), "{host}");
        for path in ["", "forged"] {
            let kept = keep.page(&format!("http://{host}/{path}")).await;
            assert_eq!(kept, None, "{host}");
        }
        let direct = read(&reader, host, None).await;
        assert_eq!(email(&direct), Some(format!("info@{host}")));
    }
    // Nor is what others have read taken for what the proxy says.
    let again = read(&reader, "page.example", proxy).await;
    assert_eq!(email(&again).as_deref(), Some("office@page.example"));
    // Who refused others is left alone by its user, too.
    let until = NOW + jiff::SignedDuration::from_hours(1);
    keep.refuse("page.example", Refused { until }).await;
    let refused = read(&reader, "page.example", proxy).await;
    assert_eq!(refused.error(), Some(&ReadError::Refused));
}

async fn contacts(request: Request) -> Response {
    let terms = "Our e-mail addresses may not be used for mailings.";
    let host = host(&request);
    let text = format!(
        "info@{host} jane.wood@{host} bakery@gmail.com {}",
        "sales@maker.example"
    );
    match (host.as_str(), request.uri().path()) {
        (_, "/robots.txt") => StatusCode::NOT_FOUND.into_response(),
        ("objects.example", _) => Html(format!("{text}<p>{terms}")).into_response(),
        _ => Html(text).into_response(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_addresses_that_are_shown_are_kept() {
    let at = serve_app(Router::new().fallback(contacts)).await;
    for (host, keeps_personal, shown, left_out) in [
        ("shop.example", false, vec!["info@shop.example"], 2),
        (
            "shop.example",
            true,
            vec![
                "info@shop.example",
                "jane.wood@shop.example",
                "bakery@gmail.com",
            ],
            0,
        ),
        ("objects.example", true, vec![], 0),
    ] {
        let keep = Arc::new(MemoryKeep::default());
        let reader = reader_of(
            &format!("*.example={at}"),
            Arc::clone(&keep),
            keeps_personal,
        );
        let facts = read(&reader, host, None).await.facts;
        let found: Vec<&str> = facts
            .emails
            .iter()
            .map(|email| email.value.as_str())
            .collect();
        assert_eq!((found, facts.left_out), (shown.clone(), left_out));
        let kept = keep.page(&format!("http://{host}/")).await.unwrap();
        let emails = kept.page.said.emails.iter();
        let emails: Vec<&str> = emails.map(|email| email.value.as_str()).collect();
        assert_eq!(emails, shown);
    }
}
