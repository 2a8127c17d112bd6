//! Connections and the bodies that come in on them: how many there are, how much memory they take, and when one is given
//! up. Nobody keeps one busy by sending or reading slowly.
//!
//! `axum::serve` has no limits of a connection, so hyper is driven here; the time of a body is tower-http's.

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

/// How long nothing is accepted after accepting has failed: too many files are open, most likely.
const PAUSE: Duration = Duration::from_secs(1);
/// How much is read of a body that no handler wanted.
const MOST_DRAINED: usize = MAX_BODY_BYTES;
/// How soon more of it must come.
const MORE_WITHIN: Duration = Duration::from_secs(2);
/// So much of each body always finds room, so that large ones never keep ordinary calls out.
const ALWAYS: usize = 16 * 1024;

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
    let room = Arc::new(Semaphore::new(settings.body_bytes));
    let accepting = async {
        loop {
            let place = Arc::clone(&places).acquire_owned().await;
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let room = Arc::clone(&room);
                    let connection = connection(stream, peer, app.clone(), settings, room);
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
    room: Arc<Semaphore>,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    // Without it answers wait for each other; a connection that cannot do it is served all the same.
    let _set = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(settings.stalled));
    let service = service_fn(move |request| {
        let room = Arc::clone(&room);
        answer(request, peer, app.clone(), settings.body, room)
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
    room: Arc<Semaphore>,
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
        room: Room {
            of: room,
            read: 0,
            permit: None,
        },
        unread: unread.clone(),
    });
    let mut answer = app.oneshot(Request::from_parts(head, body)).await?;
    if unread.drain(is_expecting) {
        // Said, so that nobody sends a further request after a body that is not read to its end.
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(header::CONNECTION, close);
    }
    Ok(answer)
}

/// A request's body: it ends in an error once its time is over, or where there is no room for it. What is not read of it
/// is drained beside the answer.
struct BoundedBody {
    /// Until it is over.
    rest: Option<Rest>,
    room: Room,
    unread: Unread,
}

/// What has not been read yet.
struct Rest {
    body: Pin<Box<DeadlineBody<Incoming>>>,
    is_asked: bool,
    /// It was too slow, or makes no sense: nobody knows where the next request would begin.
    is_broken: bool,
}

/// What a body takes of the room that all bodies share, until it is read or given up.
struct Room {
    of: Arc<Semaphore>,
    read: usize,
    permit: Option<OwnedSemaphorePermit>,
}

/// There is no room for the body.
#[derive(Debug, thiserror::Error)]
#[error("too much is coming in at the same moment")]
struct NoRoom;

impl Room {
    /// Takes room for that many more bytes.
    fn take(&mut self, bytes: usize) -> Result<(), NoRoom> {
        let before = self.read.max(ALWAYS);
        self.read += bytes;
        let more = self.read.saturating_sub(before);
        let more = u32::try_from(more).map_err(|_| NoRoom)?;
        let taken = Arc::clone(&self.of).try_acquire_many_owned(more);
        let taken = taken.map_err(|_| NoRoom)?;
        match &mut self.permit {
            Some(permit) => permit.merge(taken),
            None => self.permit = Some(taken),
        }
        Ok(())
    }
}

impl hyper::body::Body for BoundedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Self { rest, room, .. } = &mut *self;
        let Some(going) = rest.as_mut().filter(|rest| !rest.is_broken) else {
            return Poll::Ready(None);
        };
        going.is_asked = true;
        let frame = match ready!(going.body.as_mut().poll_frame(cx)) {
            Some(Ok(frame)) => {
                let taken = room.take(frame.data_ref().map_or(0, Bytes::len));
                taken.map(|()| frame).map_err(BoxError::from)
            }
            Some(Err(error)) => {
                going.is_broken = true;
                Err(error)
            }
            None => {
                *rest = None;
                return Poll::Ready(None);
            }
        };
        Poll::Ready(Some(frame))
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

/// What a call has not read of its body.
#[derive(Clone, Default)]
struct Unread(Arc<Mutex<Option<Rest>>>);

impl Unread {
    /// Reads what is left of the body beside its answer: else the connection would be reset while the answer is on its
    /// way, or under the next request. Answers whether the connection is of no use after that.
    fn drain(&self, is_expecting: bool) -> bool {
        let rest = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(rest) = rest else {
            return false;
        };
        // A client that expects waits until the body is asked for, and then the answer is no.
        if rest.is_broken || (is_expecting && !rest.is_asked) {
            return true;
        }
        let most = MOST_DRAINED as u64;
        let is_short = rest
            .body
            .size_hint()
            .upper()
            .is_some_and(|upper| upper <= most);
        tokio::spawn(async move {
            let mut body = Limited::new(rest.body, MOST_DRAINED);
            while let Ok(Some(Ok(_))) = timeout(MORE_WITHIN, body.frame()).await {}
        });
        !is_short
    }
}

/// The answer where a body was given up: it did not come in time, or there is no room for it.
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
