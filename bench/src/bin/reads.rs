//! B9's load generator, and the server that the product is compared with (`bench/reads.mjs` runs both).
//!
//! `reads bare` answers every GET with the same JSON, using axum and nothing else, and prints its address. `reads load
//! URL --calls FILE` sends requests as fast as its connections can, each with the token on its line (`PATH<tab>TOKEN`),
//! and prints the results as JSON. Any status but 200 ends it.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::header;
use axum::routing::get;
use bytes::Bytes;
use clap::Parser;
use http_body_util::{BodyExt, Empty};
use hyper::client::conn::http1;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use url::Url;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, Parser)]
#[command(name = "reads")]
enum Options {
    /// Serve one JSON text
    Bare {
        /// A file with the text
        body: PathBuf,
    },
    /// Send requests to a server
    Load {
        /// The server's address
        server: Url,
        /// The calls, one per line
        #[arg(long)]
        calls: PathBuf,
        /// Duration in seconds
        #[arg(long, default_value_t = 5)]
        seconds: u64,
        /// Number of connections
        #[arg(long, default_value_t = 16)]
        connections: usize,
    },
}

/// The product's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    match Options::parse() {
        Options::Bare { body } => bare(Bytes::from(std::fs::read(body)?)).await,
        Options::Load {
            server,
            calls,
            seconds,
            connections,
        } => {
            let calls = std::fs::read_to_string(calls)?;
            load(server, &calls, Duration::from_secs(seconds), connections).await
        }
    }
}

async fn bare(body: Bytes) -> Result<(), Failure> {
    let answer = move || async move { ([(header::CONTENT_TYPE, "application/json")], body) };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    print(&format!("http://{}", listener.local_addr()?))?;
    axum::serve(listener, Router::new().fallback(get(answer))).await?;
    Ok(())
}

/// A request, ready to send.
struct Call {
    path: String,
    authorization: String,
}

async fn load(
    server: Url,
    calls: &str,
    length: Duration,
    connections: usize,
) -> Result<(), Failure> {
    let calls = calls.lines().map(|line| {
        let (path, token) = line.split_once('\t').ok_or("a call is PATH<tab>TOKEN")?;
        Ok::<_, Failure>(Call {
            path: path.to_owned(),
            authorization: format!("Bearer {token}"),
        })
    });
    let calls: Arc<[Call]> = calls.collect::<Result<_, _>>()?;
    let address = server.socket_addrs(|| None)?.swap_remove(0);
    let host = Arc::new(server.authority().to_owned());
    let begun = Instant::now();
    let mut running = JoinSet::new();
    for connection in 0..connections {
        let (calls, host) = (Arc::clone(&calls), Arc::clone(&host));
        running.spawn(async move {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            let (mut sender, driver) = http1::handshake(TokioIo::new(stream)).await?;
            tokio::spawn(driver);
            let mut times = Vec::new();
            // Each connection starts at a different user.
            let mut next = connection * calls.len() / connections;
            while begun.elapsed() < length {
                let call = &calls[next % calls.len()];
                next += 1;
                let request = Request::get(&call.path)
                    .header(header::HOST, host.as_str())
                    .header(header::AUTHORIZATION, &call.authorization)
                    .body(Empty::<Bytes>::new())?;
                let started = Instant::now();
                let answer = sender.send_request(request).await?;
                let status = answer.status();
                let body = answer.into_body().collect().await?.to_bytes();
                times.push(started.elapsed());
                if status != StatusCode::OK {
                    return Err(format!("{status}: {}", String::from_utf8_lossy(&body)).into());
                }
            }
            Ok::<_, Failure>(times)
        });
    }
    let mut times = Vec::new();
    while let Some(done) = running.join_next().await {
        times.extend(done??);
    }
    let took = begun.elapsed().as_secs_f64();
    times.sort_unstable();
    let at =
        |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    let summary = serde_json::json!({
        "calls": times.len(), "seconds": took, "p50_ms": at(50), "p99_ms": at(99),
    });
    print(&summary.to_string())
}

fn print(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}
