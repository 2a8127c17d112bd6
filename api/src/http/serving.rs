//! Connections: how many there are, and when one is given up. Nobody keeps one busy by sending or reading slowly.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, header};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use super::timed_body::{Bodies, TimedBody};

/// How long nothing is accepted after accepting has failed: too many files are open, most likely.
const PAUSE: Duration = Duration::from_secs(1);

/// What a connection may take.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionSettings {
    /// Connections at a time; further ones wait until one is closed.
    pub most: usize,
    /// Until a request's head must be there, counted from the connection's beginning or the last answer's end.
    pub head: Duration,
    /// Until a request's body must be there, counted from its head.
    pub body: Duration,
    /// Bytes that the bodies of all connections may come to while they are coming in, but for the first of each; beyond them
    /// a call is refused.
    pub body_bytes: usize,
    /// How long a client may read nothing of an answer that is waiting for it.
    pub stalled: Duration,
}

impl ConnectionSettings {
    /// So many connections, with the usual patience.
    pub const fn usual(most: usize) -> Self {
        Self {
            most,
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            body_bytes: 64 * 1024 * 1024,
            stalled: Duration::from_secs(30),
        }
    }
}

/// Serves `app` until `stop` resolves, and then until every request that is under way is answered.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    settings: ConnectionSettings,
    stop: impl Future<Output = ()>,
) {
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(settings.most));
    let bodies = Bodies::new(settings.body_bytes);
    let accepting = async {
        loop {
            let place = Arc::clone(&places).acquire_owned().await;
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let bodies = Arc::clone(&bodies);
                    let connection = connection(stream, peer, app.clone(), settings, bodies);
                    let connection = connections.watch(connection);
                    tokio::spawn(async move {
                        if let Err(error) = connection.await {
                            tracing::debug!(%peer, %error, "a connection was given up");
                        }
                        drop(place);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        () = stop => {}
        () = accepting => {}
    }
    drop(listener);
    connections.shutdown().await;
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    settings: ConnectionSettings,
    bodies: Arc<Bodies>,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    // Without it answers wait for each other; a connection that cannot do it is served all the same.
    let _set = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(settings.stalled));
    let service = service_fn(move |request| {
        let bodies = Arc::clone(&bodies);
        answer(request, peer, app.clone(), settings.body, bodies)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.head)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
}

/// Answers one request, and has what it leaves unread of its body read away.
async fn answer(
    request: Request<Incoming>,
    peer: SocketAddr,
    app: Router,
    time: Duration,
    bodies: Arc<Bodies>,
) -> Result<Response<Body>, Infallible> {
    let (mut head, body) = request.into_parts();
    head.extensions.insert(ConnectInfo(peer));
    if body.is_end_stream() {
        return app.oneshot(Request::from_parts(head, Body::empty())).await;
    }
    let is_expecting = head.headers.contains_key(header::EXPECT);
    let (body, left) = TimedBody::new(body, time, bodies);
    let request = Request::from_parts(head, Body::new(body));
    let mut answer = app.oneshot(request).await?;
    if left.read_away(is_expecting) {
        // Said, so that nobody sends a further request after a body that is not read to its end.
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(header::CONNECTION, close);
    }
    Ok(answer)
}
