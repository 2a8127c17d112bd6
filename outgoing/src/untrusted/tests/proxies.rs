//! Calls through proxies of the test's own, on 127.0.0.3.

use super::*;

/// Answers `CONNECT` with a status, and joins the two connections after 200. Notes the heads.
async fn proxy(
    status: &'static str,
    heads: Arc<Mutex<Vec<String>>>,
) -> (SocketAddr, Arc<AtomicUsize>) {
    server("127.0.0.3", move |mut stream: TcpStream| {
        let heads = Arc::clone(&heads);
        async move {
            let asked = head(&mut stream).await;
            let to = asked.split(' ').nth(1).unwrap_or_default().to_owned();
            heads.lock().unwrap().push(asked);
            say(&mut stream, &format!("HTTP/1.1 {status}\r\n\r\n")).await;
            if status.starts_with("200") {
                let mut there = TcpStream::connect(to).await.unwrap();
                let _closed = tokio::io::copy_bidirectional(&mut stream, &mut there).await;
            }
        }
    })
    .await
}

#[tokio::test]
async fn a_proxy_is_asked_for_the_checked_address_and_never_passed_by() {
    let (at, direct) = server("127.0.0.2", echo).await;
    let heads = Arc::new(Mutex::new(Vec::new()));
    let (works, _) = proxy("200 OK", Arc::clone(&heads)).await;
    let (wrong, _) = proxy("407 Proxy Authentication Required", Arc::default()).await;
    let (refuses, _) = proxy("403 Forbidden", Arc::default()).await;
    let names = Names::of(&[("inside.example", &["127.0.0.1"])]);
    let hosts = format!(
        "shop.example={at},works.example={works},wrong.example={wrong},refuses.example={refuses},dead.example=127.0.0.3:1"
    );
    let untrusted = untrusted(&hosts, names);
    let through = |proxy: &str| untrusted.visit(Some(Arc::new(proxy.parse().unwrap())));
    let answer = get(
        &mut through("http://ada:s3cret@works.example"),
        "http://shop.example/x",
    )
    .await;
    assert!(answer.unwrap().body.starts_with(b"GET /x HTTP/1.1"));
    let asked = heads.lock().unwrap()[0].clone();
    assert!(
        asked.starts_with(&format!("CONNECT {at} HTTP/1.1\r\n")),
        "{asked}"
    );
    assert!(
        asked.contains("proxy-authorization: Basic YWRhOnMzY3JldA=="),
        "{asked}"
    );
    assert!(!asked.contains("shop.example"), "{asked}");
    assert_eq!(direct.swap(0, Ordering::SeqCst), 1);
    for (proxy, error) in [
        ("http://wrong.example", ProxyError::Password),
        ("http://refuses.example", ProxyError::Refused),
        ("http://dead.example", ProxyError::NoAnswer),
        ("socks5://dead.example", ProxyError::NoAnswer),
        ("http://inside.example", ProxyError::NotPublic),
        ("http://127.0.0.1", ProxyError::NotPublic),
    ] {
        let refused = get(&mut through(proxy), "http://shop.example/").await;
        assert_eq!(
            refused.unwrap_err(),
            UntrustedError::Proxy(error),
            "{proxy}"
        );
    }
    // What the proxy is asked for is checked as well.
    let inside = get(
        &mut through("http://works.example"),
        "http://inside.example/",
    )
    .await;
    assert_eq!(inside.unwrap_err(), UntrustedError::NotPublic);
    assert_eq!(direct.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn socks5_gets_the_checked_address_and_the_password() {
    let (at, _) = server("127.0.0.2", echo).await;
    let (socks, _) = server("127.0.0.3", |mut stream: TcpStream| async move {
        let methods = stream.read_u16().await.unwrap() & 0xff;
        for _ in 0..methods {
            stream.read_u8().await.unwrap();
        }
        stream.write_all(&[5, 2]).await.unwrap();
        let mut login = [0; 3 + 3 + 6];
        stream.read_exact(&mut login).await.unwrap();
        assert_eq!(&login[2..5], b"ada");
        if &login[6..] != b"s3cret" {
            return stream.write_all(&[1, 1]).await.unwrap();
        }
        stream.write_all(&[1, 0]).await.unwrap();
        let mut request = [0; 10];
        stream.read_exact(&mut request).await.unwrap();
        // Connect, by IPv4.
        assert_eq!(request[1..4], [1, 0, 1]);
        let to = [request[4], request[5], request[6], request[7]];
        let port = u16::from_be_bytes([request[8], request[9]]);
        let mut there = TcpStream::connect((IpAddr::from(to), port)).await.unwrap();
        stream
            .write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
            .await
            .unwrap();
        let _closed = tokio::io::copy_bidirectional(&mut stream, &mut there).await;
    })
    .await;
    let untrusted = untrusted(
        &format!("shop.example={at},socks.example={socks}"),
        Names::of(&[]),
    );
    let through = |proxy: &str| untrusted.visit(Some(Arc::new(proxy.parse().unwrap())));
    let answer = get(
        &mut through("socks5://ada:s3cret@socks.example"),
        "http://shop.example/",
    )
    .await;
    assert_eq!(answer.unwrap().status, 200);
    let wrong = get(
        &mut through("socks5://ada:wrong!@socks.example"),
        "http://shop.example/",
    )
    .await;
    assert_eq!(
        wrong.unwrap_err(),
        UntrustedError::Proxy(ProxyError::Password)
    );
}
