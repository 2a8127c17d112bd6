//! The fixture websites, served on 127.0.0.2 by their names.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use outgoing::untrusted::{Resolver, Untrusted, UntrustedLimits};
use serde::Deserialize;
use websites::{MemoryKeep, ReaderSettings, WebsiteReader};

/// A website of the fixtures.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) host: String,
    pub(crate) labels: Labels,
    pages: HashMap<String, PathBuf>,
    headers: HashMap<String, HashMap<String, String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteFile {
    pages: HashMap<String, String>,
    #[serde(default)]
    headers: HashMap<String, HashMap<String, String>>,
    labels: Labels,
}

/// What a website says, as whoever wrote it has labelled it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Labels {
    pub(crate) emails: Vec<Email>,
    pub(crate) phones: Vec<Phone>,
    pub(crate) hours: Option<WeekHours>,
    pub(crate) social: BTreeMap<String, String>,
    pub(crate) technology: BTreeSet<String>,
    pub(crate) no_mailings: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Email {
    pub(crate) value: String,
    pub(crate) kind: String,
    pub(crate) at: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Phone {
    pub(crate) value: String,
    pub(crate) at: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WeekHours {
    pub(crate) at: String,
    pub(crate) days: BTreeMap<String, Vec<String>>,
}

/// All websites of the fixtures, by name.
pub(crate) fn fixtures() -> Vec<Site> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    let mut sites: Vec<Site> = std::fs::read_dir(folder)
        .expect("the fixtures are there")
        .map(|entry| {
            let folder = entry.expect("a folder can be listed").path();
            let host = folder
                .file_name()
                .expect("it has a name")
                .to_string_lossy()
                .into_owned();
            let text =
                std::fs::read_to_string(folder.join("site.json")).expect("each site has its file");
            let file: SiteFile =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{host}: {error}"));
            let pages = file
                .pages
                .into_iter()
                .map(|(path, name)| (path, folder.join(name)));
            Site {
                pages: pages.collect(),
                headers: file.headers,
                labels: file.labels,
                host,
            }
        })
        .collect();
    sites.sort_by(|one, other| one.host.cmp(&other.host));
    sites
}

/// Serves websites on 127.0.0.2.
pub(crate) async fn serve(sites: &[Site]) -> SocketAddr {
    let sites: HashMap<String, Site> = sites
        .iter()
        .map(|site| (site.host.clone(), site.clone()))
        .collect();
    let app = Router::new().fallback(page).with_state(Arc::new(sites));
    serve_app(app).await
}

async fn page(State(sites): State<Arc<HashMap<String, Site>>>, request: Request) -> Response {
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let path = request
        .uri()
        .path_and_query()
        .map_or("/", |path| path.as_str());
    let Some(site) = sites.get(host) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let paths = [
        path,
        path.trim_end_matches('/'),
        path.split('?').next().unwrap_or_default(),
    ];
    let found = paths
        .into_iter()
        .find_map(|path| Some((path, site.pages.get(path)?)));
    let Some((path, file)) = found else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // The fixtures are served without TLS.
    let body = std::fs::read(file).expect("the fixture's file is there");
    let body = ["https://", "https://www.", r"https:\/\/", r"https:\/\/www."]
        .into_iter()
        .fold(body, |body, start| {
            replaced(
                &body,
                &format!("{start}{host}"),
                &format!("http{}{host}", &start["https".len()..]),
            )
        });
    let mut response = Response::builder();
    let headers = site.headers.get(path);
    let kind = match path {
        "/robots.txt" => "text/plain",
        _ => "text/html; charset=utf-8",
    };
    if headers.is_none_or(|headers| {
        !headers
            .keys()
            .any(|name| name.eq_ignore_ascii_case("content-type"))
    }) {
        response = response.header(header::CONTENT_TYPE, kind);
    }
    for (name, value) in headers.into_iter().flatten() {
        response = response.header(name, value);
    }
    response.body(Body::from(body)).expect("a response")
}

/// Bytes with one text in place of another.
fn replaced(body: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest
        .windows(from.len())
        .position(|part| part == from.as_bytes())
    {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to.as_bytes());
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    out
}

/// Resolves nothing: the fixtures' names are fixed.
struct Nowhere;

#[async_trait]
impl Resolver for Nowhere {
    async fn resolve(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        Err(io::Error::other("no such name"))
    }
}

/// Serves an app on 127.0.0.2.
pub(crate) async fn serve_app(app: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind(("127.0.0.2", 0))
        .await
        .expect("a free port");
    let at = listener.local_addr().expect("it is bound");
    tokio::spawn(async move { axum::serve(listener, app).await });
    at
}

/// A reader of the fixtures at this address.
pub(crate) fn reader(at: &SocketAddr, keeps_personal: bool) -> WebsiteReader {
    let keep = Arc::new(MemoryKeep::default());
    reader_of(&format!("*.example={at}"), keep, keeps_personal)
}

/// A reader of these hosts, which keeps pages there.
pub(crate) fn reader_of(hosts: &str, keep: Arc<MemoryKeep>, keeps_personal: bool) -> WebsiteReader {
    let limits = UntrustedLimits {
        total: Duration::from_secs(10),
        bytes: 2 << 20,
    };
    let agent = "DemandAtlas/0.1 (+mailto:ops@operator.example)";
    let untrusted =
        Untrusted::new(agent, "websites", limits, Arc::new(Nowhere)).expect("TLS can be set up");
    let untrusted = untrusted.with(hosts.parse().expect("a table of hosts"), false);
    let settings = ReaderSettings {
        agent: "DemandAtlas".to_owned(),
        denied: vec!["denied.partly.example".to_owned()],
        keeps_personal,
    };
    WebsiteReader::new(untrusted, keep, settings)
}
