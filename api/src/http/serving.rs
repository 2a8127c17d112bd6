//! Connections and incoming bodies: how many there are, how much memory they take, and when one is given up, so that
//! nobody keeps one busy by sending or reading slowly.
//!
//! `axum::serve` sets no limits on a connection, so hyper is driven here; tower-http limits the time of a body.

use std::convert::Infallible;
use std::error::Error;
use std::iter::successors;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use axum::{BoxError, Router};
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body as _, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;
use tower_http::timeout::{DeadlineBody, TimeoutError};

use super::error::ApiError;
use super::layers::MAX_BODY_BYTES;

/// Pause after accepting a connection failed, most likely because too many files are open.
const PAUSE: Duration = Duration::from_secs(1);
/// How much is drained of a body that no handler read.
const MOST_DRAINED: usize = MAX_BODY_BYTES;
/// How soon its next part must arrive.
const MORE_WITHIN: Duration = Duration::from_secs(2);
/// Bodies up to this size, as their length says, are always taken in: large ones never keep ordinary calls out.
const SMALL: u64 = 16 * 1024;

/// What a connection may take.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionSettings {
    /// Open at a time; further ones wait until one is closed.
    pub most: usize,
    /// Time for a request's head, from the connection's beginning or the end of the last answer.
    pub head: Duration,
    /// Time for a request's body, from its head.
    pub body: Duration,
    /// Large bodies that are read at a time, of all connections; a further one is refused.
    pub large_bodies: usize,
    /// How long a client may read nothing while an answer is waiting for it.
    pub stalled: Duration,
}

impl ConnectionSettings {
    /// At most that many connections, with the usual limits.
    pub const fn usual(most: usize) -> Self {
        Self {
            most,
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            large_bodies: 64,
            stalled: Duration::from_secs(30),
        }
    }
}

/// Serves `app` until `stop` resolves, and then until every request in progress is answered.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    settings: ConnectionSettings,
    stop: impl Future<Output = ()>,
) {
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(settings.most));
    let large = Arc::new(Semaphore::new(settings.large_bodies));
    let accepting = async {
        loop {
            let place = Arc::clone(&places).acquire_owned().await;
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let large = Arc::clone(&large);
                    let connection = connection(stream, peer, app.clone(), settings, large);
                    let connection = connections.watch(connection);
                    tokio::spawn(async move {
                        if let Err(error) = connection.await {
                            tracing::debug!(%peer, %error, "connection closed");
                        }
                        drop(place);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "could not accept a connection");
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
    large: Arc<Semaphore>,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    // Otherwise answers wait for each other; a connection that cannot do it is served all the same.
    let _set = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(settings.stalled));
    let service = service_fn(move |request| {
        let large = Arc::clone(&large);
        answer(request, peer, app.clone(), settings.body, large)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.head)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
}

/// Answers one request, and drains what it leaves unread of its body.
async fn answer(
    request: Request<Incoming>,
    peer: SocketAddr,
    app: Router,
    time: Duration,
    large: Arc<Semaphore>,
) -> Result<Response<Body>, Infallible> {
    let (mut head, body) = request.into_parts();
    head.extensions.insert(ConnectInfo(peer));
    if body.is_end_stream() {
        return app.oneshot(Request::from_parts(head, Body::empty())).await;
    }
    let is_expecting = head.headers.contains_key(header::EXPECT);
    let unread = Unread::default();
    let body = Body::new(BoundedBody {
        rest: Some(Rest {
            body: Box::pin(DeadlineBody::new(time, body)),
            is_asked: false,
            is_broken: false,
        }),
        large,
        permit: None,
        unread: unread.clone(),
    });
    let mut answer = app.oneshot(Request::from_parts(head, body)).await?;
    if unread.drain(is_expecting) {
        // Announced, so that nobody sends another request after a body that is not read to its end.
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(header::CONNECTION, close);
    }
    Ok(answer)
}

/// A request's body. It ends in an error once its time is over, or if too many large ones are being read; what is not
/// read of it is drained while the answer is sent.
struct BoundedBody {
    /// `None` once it is read to its end.
    rest: Option<Rest>,
    large: Arc<Semaphore>,
    /// Held by a large body while it is read.
    permit: Option<OwnedSemaphorePermit>,
    unread: Unread,
}

/// What has not been read yet.
struct Rest {
    body: Pin<Box<DeadlineBody<Incoming>>>,
    is_asked: bool,
    /// It was too slow, or malformed: nobody knows where the next request would begin.
    is_broken: bool,
}

impl Rest {
    fn is_at_most(&self, bytes: u64) -> bool {
        let upper = self.body.size_hint().upper();
        upper.is_some_and(|upper| upper <= bytes)
    }
}

/// Too many large bodies are being read.
#[derive(Debug, thiserror::Error)]
#[error("too many large requests are coming in at once")]
struct NoRoom;

impl hyper::body::Body for BoundedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        let Some(rest) = this.rest.as_mut().filter(|rest| !rest.is_broken) else {
            return Poll::Ready(None);
        };
        if this.permit.is_none() && !rest.is_asked && !rest.is_at_most(SMALL) {
            match Arc::clone(&this.large).try_acquire_owned() {
                Ok(permit) => this.permit = Some(permit),
                Err(_) => return Poll::Ready(Some(Err(NoRoom.into()))),
            }
        }
        rest.is_asked = true;
        let frame = ready!(rest.body.as_mut().poll_frame(cx));
        match &frame {
            Some(Ok(_)) => {}
            Some(Err(_)) => rest.is_broken = true,
            None => this.rest = None,
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.rest
            .as_ref()
            .is_none_or(|rest| rest.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.as_ref();
        rest.map_or_else(|| SizeHint::with_exact(0), |rest| rest.body.size_hint())
    }
}

impl Drop for BoundedBody {
    fn drop(&mut self) {
        *self.unread.0.lock().unwrap_or_else(PoisonError::into_inner) = self.rest.take();
    }
}

/// What a handler has not read of its body.
#[derive(Clone, Default)]
struct Unread(Arc<Mutex<Option<Rest>>>);

impl Unread {
    /// Reads what is left of the body while the answer is sent: otherwise the connection would be reset under the answer,
    /// or under the next request. Returns whether the connection must be closed afterwards.
    fn drain(&self, is_expecting: bool) -> bool {
        let rest = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(rest) = rest else {
            return false;
        };
        // A client that expects a 100 waits until the body is asked for, and gets the answer instead.
        if rest.is_broken || (is_expecting && !rest.is_asked) {
            return true;
        }
        let is_short = rest.is_at_most(MOST_DRAINED as u64);
        tokio::spawn(async move {
            let mut body = Limited::new(rest.body, MOST_DRAINED);
            while let Ok(Some(Ok(_))) = timeout(MORE_WITHIN, body.frame()).await {}
        });
        !is_short
    }
}

/// The answer to a request whose body was given up: it did not arrive in time, or there was no room for it.
pub(crate) fn given_up(error: &(dyn Error + 'static)) -> Option<axum::response::Response> {
    let is = |known: fn(&(dyn Error + 'static)) -> bool| {
        successors(Some(error), |error| (*error).source()).any(known)
    };
    if is(|error| error.is::<TimeoutError>()) {
        return Some(StatusCode::REQUEST_TIMEOUT.into_response());
    }
    let message =
        "The server is taking in as much as it has room for. Please try again in a moment.";
    is(|error| error.is::<NoRoom>()).then(|| ApiError::unavailable(message).into_response())
}
