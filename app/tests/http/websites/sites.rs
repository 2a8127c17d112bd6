//! The websites: on 127.0.0.2, each under its own name.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use app::settings::Settings;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const COPPER: &str = r#"<html><head><title>Copper Brewery</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Brewery","name":"Copper Brewery",
"telephone":"(541) 555-0199","openingHours":"Mo-Fr 09:00-17:00","priceRange":"$$","foundingDate":"2011-05-01"}</script>
</head><body><nav><a href="/contact">Contact</a> <a href="https://www.instagram.com/copperbrewery">Instagram</a></nav>
<main><h1>Copper Brewery</h1>
<p>We brew lagers and pale ales in Bend, with water from the Deschutes River, and pour them in our taproom all week.</p>
<p>Every spring we invite the growers of our hops, and whoever wants to meet them, to taste the first harvest ale.</p>
<p>See the <a href="/menu.pdf">menu</a> and the <a href="https://river.example/">river</a>.</p>
</main></body></html>"#;
const COPPER_CONTACT: &str = r#"<html><head><title>Contact</title></head><body><main><h1>Contact us</h1>
<p>Write to <a href="mailto:info@copper.example">info@copper.example</a> for tours, tastings and everything else.</p>
<p>Or call <a href="tel:+15415550198">(541) 555-0198</a> on any working day between nine and five.</p></main></body></html>"#;
const HERON: &str = r#"<html><head><title>Heron Brewery</title></head><body><main><h1>Heron Brewery</h1>
<p>Call us at <a href="tel:+15415550144">(541) 555-0144</a>: we like to talk about ales, herons and the old mill.</p>
</main></body></html>"#;

type Asked = Arc<Mutex<Vec<String>>>;

/// Websites that note what they are asked for.
pub(super) struct Sites {
    at: SocketAddr,
    asked: Asked,
    proxies: Vec<(&'static str, SocketAddr)>,
    /// Heads of requests to the proxies.
    connects: Asked,
}

impl Sites {
    pub(super) async fn serve() -> Self {
        let asked = Asked::default();
        let app = Router::new().fallback(page).with_state(Arc::clone(&asked));
        let listener = TcpListener::bind(("127.0.0.2", 0)).await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self {
            at,
            asked,
            proxies: Vec::new(),
            connects: Asked::default(),
        }
    }

    /// With proxies: one that wants `ada` and `s3cret`.
    pub(super) async fn with_proxy() -> Self {
        let mut sites = Self::serve().await;
        let at = proxy(Arc::clone(&sites.connects)).await;
        sites.proxies.push(("proxy.example", at));
        // Nobody listens there.
        sites
            .proxies
            .push(("dead.example", "127.0.0.3:1".parse().unwrap()));
        sites
    }

    /// The settings under which they are read.
    pub(super) fn settings(&self) -> impl FnOnce(&mut Settings) + use<> {
        let proxies = self.proxies.iter();
        let hosts: String = proxies.map(|(name, at)| format!("{name}={at},")).collect();
        let hosts = format!("{hosts}*.example={}", self.at);
        move |settings| {
            settings.websites.contact = Some("ops@operator.example".to_owned());
            settings.websites.hosts = hosts.parse().unwrap();
            settings.websites.proxy_test_page = Some("http://seen.example/".parse().unwrap());
        }
    }

    /// What they were asked for, but their robots.txt.
    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// What the proxy was asked for.
    pub(super) fn connects(&self) -> Vec<String> {
        self.connects.lock().unwrap().clone()
    }

    pub(super) const fn at(&self) -> SocketAddr {
        self.at
    }
}

async fn page(State(asked): State<Asked>, request: Request) -> Response {
    let host = request.headers()[header::HOST].to_str().unwrap();
    let host = host.strip_prefix("www.").unwrap_or(host).to_owned();
    let path = request.uri().path().to_owned();
    let agent = request.headers()[header::USER_AGENT].to_str().unwrap();
    assert!(agent.ends_with("(+mailto:ops@operator.example)"), "{agent}");
    if path == "/robots.txt" {
        return match host.as_str() {
            "forbids.example" => "User-agent: *\nDisallow: /".into_response(),
            _ => StatusCode::NOT_FOUND.into_response(),
        };
    }
    asked.lock().unwrap().push(format!("{host}{path}"));
    let html = |body: String| ([(header::CONTENT_TYPE, "text/html")], body).into_response();
    match (host.as_str(), path.as_str()) {
        ("copper.example", "/") => html(COPPER.to_owned()),
        ("copper.example", "/contact") => html(COPPER_CONTACT.to_owned()),
        ("heron.example", "/") => html(HERON.to_owned()),
        ("empty.example" | "forbids.example", "/") => html("<html><body></body></html>".to_owned()),
        ("large.example", "/") => html("a".repeat(3 << 20)),
        ("refuses.example", _) => StatusCode::FORBIDDEN.into_response(),
        ("pdf.example", _) => ([(header::CONTENT_TYPE, "application/pdf")], "%PDF").into_response(),
        ("seen.example", _) => "203.0.113.7\n".into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A proxy on 127.0.0.3 that joins whoever knows the password with whom they ask for.
async fn proxy(connects: Asked) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.3", 0)).await.unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(connected(stream, Arc::clone(&connects)));
        }
    });
    at
}

async fn connected(mut stream: TcpStream, connects: Asked) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else {
            return;
        };
        head.push(byte);
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    let to = head.split(' ').nth(1).unwrap_or_default().to_owned();
    // ada:s3cret
    let knows = head.contains("basic ywrhonmzy3jlda==");
    connects.lock().unwrap().push(to.clone());
    let status = match knows {
        true => "200 OK",
        false => "407 Proxy Authentication Required",
    };
    let answer = format!("HTTP/1.1 {status}\r\n\r\n");
    if stream.write_all(answer.as_bytes()).await.is_err() || !knows {
        return;
    }
    let mut there = TcpStream::connect(to).await.unwrap();
    // Either side may close it.
    let _closed = tokio::io::copy_bidirectional(&mut stream, &mut there).await;
}
