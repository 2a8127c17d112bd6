//! Against servers of the test's own: on 127.0.0.2, which stands for the internet, with traps on 127.0.0.1 and ::1.

mod proxies;

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::PrivatePkcs8KeyDer;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use url::Url;

use super::*;

/// Answers each name with the next of its lists of addresses, the last one for ever.
#[derive(Default)]
struct Names(Mutex<BTreeMap<String, Vec<Vec<IpAddr>>>>);

impl Names {
    fn of(names: &[(&str, &[&str])]) -> Arc<Self> {
        let mut table: BTreeMap<String, Vec<Vec<IpAddr>>> = BTreeMap::new();
        for (name, addresses) in names {
            let addresses = addresses.iter().map(|address| address.parse().unwrap());
            let lists = table.entry((*name).to_owned()).or_default();
            lists.push(addresses.collect());
        }
        Arc::new(Self(Mutex::new(table)))
    }
}

#[async_trait]
impl Resolver for Names {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let mut table = self.0.lock().unwrap();
        let lists = table
            .get_mut(name)
            .ok_or_else(|| io::Error::other("no such name"))?;
        let first = lists[0].clone();
        if lists.len() > 1 {
            lists.remove(0);
        }
        Ok(first)
    }
}

const LIMITS: UntrustedLimits = UntrustedLimits {
    total: Duration::from_secs(2),
    bytes: 100_000,
};

fn untrusted(hosts: &str, names: Arc<Names>) -> Untrusted {
    let untrusted = Untrusted::new("Test/1 (+mailto:ops@example.com)", "test", LIMITS, names);
    untrusted.unwrap().with(hosts.parse().unwrap(), false)
}

fn url(text: &str) -> Url {
    text.parse().unwrap()
}

async fn get(visit: &mut Visit, address: &str) -> Result<Answer, UntrustedError> {
    visit.get(&url(address), &[], |_, _| true).await
}

/// Serves each connection with `serve`; counts them.
async fn server<F, R>(address: &str, serve: F) -> (SocketAddr, Arc<AtomicUsize>)
where
    F: Fn(TcpStream) -> R + Send + Sync + 'static,
    R: Future<Output = ()> + Send,
{
    let listener = TcpListener::bind((address, 0)).await.unwrap();
    let at = listener.local_addr().unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let serve = Arc::new(serve);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            let serve = Arc::clone(&serve);
            tokio::spawn(async move { serve(stream).await });
        }
    });
    (at, count)
}

/// The head of a request.
async fn head(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => break,
        }
    }
    String::from_utf8(head).unwrap()
}

async fn say(stream: &mut (impl AsyncWrite + Unpin), text: &str) {
    let _closed = stream.write_all(text.as_bytes()).await;
}

/// Answers each request with the head that it got.
async fn echo(mut stream: impl AsyncRead + AsyncWrite + Unpin) {
    loop {
        let head = head(&mut stream).await;
        if head.is_empty() {
            return;
        }
        let length = head.len();
        say(
            &mut stream,
            &format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{head}"),
        )
        .await;
    }
}

#[tokio::test]
async fn a_visit_says_who_asks_and_keeps_its_connection() {
    let (at, connections) = server("127.0.0.2", echo).await;
    let untrusted = untrusted(&format!("shop.example={at}"), Names::of(&[]));
    let mut visit = untrusted.visit(None);
    for path in ["/", "/contact?x=1"] {
        let answer = get(&mut visit, &format!("http://shop.example{path}"))
            .await
            .unwrap();
        let head = String::from_utf8(answer.body).unwrap();
        assert!(
            head.starts_with(&format!("GET {path} HTTP/1.1\r\nhost: shop.example\r\n")),
            "{head}"
        );
        assert!(
            head.contains("user-agent: Test/1 (+mailto:ops@example.com)"),
            "{head}"
        );
        assert!(!head.to_lowercase().contains("cookie"), "{head}");
    }
    assert_eq!(connections.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn nothing_but_the_public_internet_is_ever_connected_to() {
    let (trap, connections) = server("127.0.0.1", echo).await;
    let (trap6, connections6) = server("::1", echo).await;
    let names = Names::of(&[
        ("inside.example", &["127.0.0.1"]),
        ("inside6.example", &["::1", "fe80::1", "::ffff:127.0.0.1"]),
        ("metadata.example", &["169.254.169.254"]),
        ("nat64.example", &["64:ff9b::7f00:1"]),
    ]);
    // The ports of the traps are as good as 80, were it not for the addresses.
    let untrusted = untrusted("", names);
    for host in [
        "inside.example",
        "inside6.example",
        "metadata.example",
        "nat64.example",
        "localhost",
        "127.0.0.1",
        "[::1]",
        "0x7f.1",
        "2130706433",
        "[::ffff:127.0.0.1]",
        "10.0.0.1",
        "printer",
    ] {
        let refused = get(&mut untrusted.visit(None), &format!("http://{host}/")).await;
        assert_eq!(refused.unwrap_err(), UntrustedError::NotPublic, "{host}");
    }
    for (port, of) in [(trap.port(), "127.0.0.1"), (trap6.port(), "[::1]")] {
        let refused = get(&mut untrusted.visit(None), &format!("http://{of}:{port}/")).await;
        assert_eq!(refused.unwrap_err(), UntrustedError::Port);
    }
    assert_eq!(
        get(&mut untrusted.visit(None), "http://nowhere.example/")
            .await
            .unwrap_err(),
        UntrustedError::Unresolved
    );
    assert_eq!(
        connections.load(Ordering::SeqCst) + connections6.load(Ordering::SeqCst),
        0
    );
}

#[tokio::test]
async fn a_name_that_changes_its_address_leads_nowhere_else() {
    // Public when it is checked, private a moment later: it is resolved once, and the checked address is used.
    let names = Names::of(&[
        ("rebind.example", &["203.0.113.1"]),
        ("rebind.example", &["127.0.0.1"]),
    ]);
    let (_trap, connections) = server("127.0.0.1", echo).await;
    let untrusted = untrusted("", names);
    for _ in 0..2 {
        let refused = get(&mut untrusted.visit(None), "http://rebind.example/").await;
        assert_eq!(refused.unwrap_err(), UntrustedError::NotPublic);
    }
    assert_eq!(connections.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn long_bodies_bombs_and_slow_servers_are_bounded() {
    let gzip = |mut stream: TcpStream| async move {
        head(&mut stream).await;
        // A kilobyte of zeros a block, again and again, within one member.
        say(
            &mut stream,
            "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n",
        )
        .await;
        let mut bomb = async_compression::tokio::write::GzipEncoder::new(stream);
        for _ in 0..2_000 {
            if bomb.write_all(&[0; 100_000]).await.is_err() {
                return;
            }
        }
        let _closed = bomb.shutdown().await;
    };
    let endless = |mut stream: TcpStream| async move {
        head(&mut stream).await;
        say(&mut stream, "HTTP/1.1 200 OK\r\n\r\n").await;
        while stream.write_all(&[b'a'; 10_000]).await.is_ok() {}
    };
    let slow = |mut stream: TcpStream| async move {
        head(&mut stream).await;
        say(&mut stream, "HTTP/1.1 200 OK\r\n\r\n").await;
        while stream.write_all(b"a").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    let silent = |mut stream: TcpStream| async move {
        head(&mut stream).await;
        tokio::time::sleep(Duration::from_secs(60)).await;
    };
    let long_head = |mut stream: TcpStream| async move {
        head(&mut stream).await;
        say(&mut stream, "HTTP/1.1 200 OK\r\nx: ").await;
        while stream.write_all(&[b'a'; 10_000]).await.is_ok() {}
    };
    let hosts = [
        format!("bomb.example={}", server("127.0.0.2", gzip).await.0),
        format!("endless.example={}", server("127.0.0.2", endless).await.0),
        format!("slow.example={}", server("127.0.0.2", slow).await.0),
        format!("silent.example={}", server("127.0.0.2", silent).await.0),
        format!("head.example={}", server("127.0.0.2", long_head).await.0),
    ];
    let untrusted = untrusted(&hosts.join(","), Names::of(&[]));
    for (host, error) in [
        ("bomb", UntrustedError::TooLarge(LIMITS.bytes)),
        ("endless", UntrustedError::TooLarge(LIMITS.bytes)),
        ("slow", UntrustedError::TimedOut(LIMITS.total)),
        ("silent", UntrustedError::TimedOut(LIMITS.total)),
        ("head", UntrustedError::BrokenOff),
    ] {
        let failed = get(
            &mut untrusted.visit(None),
            &format!("http://{host}.example/"),
        )
        .await;
        assert_eq!(failed.unwrap_err(), error, "{host}");
    }
}

#[tokio::test]
async fn a_body_that_nobody_wants_is_not_read_and_the_next_call_succeeds() {
    let (at, connections) = server("127.0.0.2", echo).await;
    let untrusted = untrusted(&format!("shop.example={at}"), Names::of(&[]));
    let mut visit = untrusted.visit(None);
    let unread = visit
        .get(&url("http://shop.example/a.pdf"), &[], |_, _| false)
        .await;
    assert!(unread.unwrap().body.is_empty());
    assert!(
        !get(&mut visit, "http://shop.example/")
            .await
            .unwrap()
            .body
            .is_empty()
    );
    assert_eq!(connections.load(Ordering::SeqCst), 2);
}

/// A server with a certificate for these names, and the certificate.
async fn encrypted(names: &[&str]) -> (SocketAddr, rustls::pki_types::CertificateDer<'static>) {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).unwrap();
    let certificate = cert.der().clone();
    let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der());
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key.into())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let serve = move |stream: TcpStream| {
        let acceptor = acceptor.clone();
        async move {
            if let Ok(stream) = acceptor.accept(stream).await {
                echo(stream).await;
            }
        }
    };
    (server("127.0.0.2", serve).await.0, certificate)
}

#[tokio::test]
async fn certificates_are_verified_for_the_name_not_the_address() {
    let (at, certificate) = encrypted(&["shop.example"]).await;
    let hosts: Hosts = format!("*.example={at}").parse().unwrap();
    let roots = vec![certificate];
    let trusting = Untrusted::trusting("Test/1", "test", LIMITS, Names::of(&[]), roots).unwrap();
    let trusting = trusting.with(hosts.clone(), false);
    assert!(
        get(&mut trusting.visit(None), "https://shop.example/")
            .await
            .is_ok()
    );
    let other = get(&mut trusting.visit(None), "https://other.example/").await;
    assert!(
        matches!(other, Err(UntrustedError::Unreachable(_))),
        "{other:?}"
    );
    let strict = untrusted(&format!("*.example={at}"), Names::of(&[]));
    let unknown = get(&mut strict.visit(None), "https://shop.example/").await;
    assert!(
        matches!(unknown, Err(UntrustedError::Unreachable(_))),
        "{unknown:?}"
    );
}
