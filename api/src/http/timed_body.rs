//! A request's body that must be there in time, however it trickles, for which there must be room beside the others that
//! are coming in, and of which nothing stays on its connection.

use std::error::Error;
use std::iter::successors;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep, timeout};

use super::error::ApiError;
use super::layers::MAX_BODY_BYTES;

/// How much of a body nobody wanted is read away.
const MOST_READ_AWAY: usize = MAX_BODY_BYTES;

/// Until more of it must come.
const MORE_WITHIN: Duration = Duration::from_secs(2);

/// So much of each body finds room always, so that large ones never keep ordinary calls out.
const ALWAYS: usize = 16 * 1024;

/// The bodies that are coming in, of all connections.
pub(super) struct Bodies {
    /// Bytes that they have come to, but for what finds room always.
    held: AtomicUsize,
    most: usize,
}

/// What one of them holds, until it is read or given up.
struct Held {
    of: Arc<Bodies>,
    read: usize,
    held: usize,
    /// There was no room for more of it.
    refused: bool,
}

/// A body that ends in an error once its time is over. What is not read of it is left to whoever sends the answer.
pub(super) struct TimedBody {
    /// Until it is over.
    rest: Option<Rest>,
    held: Held,
    left: Left,
}

/// What a call has not read of its body.
#[derive(Clone, Default)]
pub(super) struct Left(Arc<Mutex<Option<Rest>>>);

/// What has not been read yet.
struct Rest {
    body: Incoming,
    time: Duration,
    /// Set by the first look that finds nothing: a body that is there at once needs no timer.
    over: Option<Pin<Box<Sleep>>>,
    /// Has anybody asked for it?
    asked: bool,
    /// It was too slow, or makes no sense: nobody knows where the next request would begin.
    broken: bool,
}

/// The body did not come in time.
#[derive(Debug, thiserror::Error)]
#[error("the request's body has not come within {0:?}")]
struct TooSlow(Duration);

/// There is no room for the body.
#[derive(Debug, thiserror::Error)]
#[error("too much is coming in at the same moment")]
struct NoRoom;

/// The answer where a body was given up: it did not come in time, or there is no room for it.
pub(crate) fn given_up(error: &(dyn Error + 'static)) -> Option<Response> {
    let is = |known: fn(&(dyn Error + 'static)) -> bool| {
        successors(Some(error), |error| (*error).source()).any(known)
    };
    if is(|error| error.is::<TooSlow>()) {
        return Some(StatusCode::REQUEST_TIMEOUT.into_response());
    }
    let message =
        "The server is taking in as much as it has room for. Please try again in a moment.";
    is(|error| error.is::<NoRoom>()).then(|| ApiError::unavailable(message).into_response())
}

impl Bodies {
    pub(super) fn new(most: usize) -> Arc<Self> {
        let held = AtomicUsize::new(0);
        Arc::new(Self { held, most })
    }
}

impl Held {
    /// Takes room for so many bytes more.
    fn take(&mut self, bytes: usize) -> Result<(), NoRoom> {
        self.read += bytes;
        let more = self.read.saturating_sub(ALWAYS) - self.held;
        let before = self.of.held.fetch_add(more, Ordering::Relaxed);
        self.held += more;
        self.refused = more > 0 && before + more > self.of.most;
        if self.refused { Err(NoRoom) } else { Ok(()) }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.of.held.fetch_sub(self.held, Ordering::Relaxed);
    }
}

impl TimedBody {
    pub(super) fn new(body: Incoming, time: Duration, of: Arc<Bodies>) -> (Self, Left) {
        let left = Left::default();
        let rest = Rest {
            body,
            time,
            over: None,
            asked: false,
            broken: false,
        };
        let body = Self {
            rest: Some(rest),
            held: Held {
                of,
                read: 0,
                held: 0,
                refused: false,
            },
            left: left.clone(),
        };
        (body, left)
    }
}

impl Drop for TimedBody {
    fn drop(&mut self) {
        *self.left.0.lock().unwrap_or_else(PoisonError::into_inner) = self.rest.take();
    }
}

impl Left {
    /// Reads away what the call has left of its body, beside its answer: else the connection would be reset while the
    /// answer is on its way, or under the next request. Answers whether the connection is of no use after that.
    pub(super) fn read_away(&self, is_expecting: bool) -> bool {
        let rest = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(rest) = rest else {
            return false;
        };
        // Who expects waits until it is asked for, and then the answer is no.
        if rest.broken || (is_expecting && !rest.asked) {
            return true;
        }
        let is_short =
            (rest.body.size_hint().upper()).is_some_and(|upper| upper <= MOST_READ_AWAY as u64);
        tokio::spawn(async move {
            let mut rest = Limited::new(rest, MOST_READ_AWAY);
            while let Ok(Some(Ok(_))) = timeout(MORE_WITHIN, rest.frame()).await {}
        });
        !is_short
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Self {
            rest: there, held, ..
        } = &mut *self;
        let Some(rest) = there else {
            return Poll::Ready(None);
        };
        if rest.broken || held.refused {
            return Poll::Ready(None);
        }
        rest.asked = true;
        let frame = ready!(Pin::new(&mut *rest).poll_frame(cx));
        match &frame {
            Some(Ok(frame)) => {
                if let Err(no_room) = held.take(frame.data_ref().map_or(0, Bytes::len)) {
                    return Poll::Ready(Some(Err(no_room.into())));
                }
            }
            Some(Err(_)) => rest.broken = true,
            None => *there = None,
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.rest.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        (self.rest.as_ref()).map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Body for Rest {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let time = self.time;
        // First of all: who sends a byte now and then is always about to send the next.
        if let Some(over) = &mut self.over
            && over.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Some(Err(TooSlow(time).into())));
        }
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            return Poll::Ready(frame.map(|frame| frame.map_err(BoxError::from)));
        }
        let over = self.over.get_or_insert_with(|| Box::pin(sleep(time)));
        match over.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Some(Err(TooSlow(time).into()))),
            Poll::Pending => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
