//! A request's body that must be there in time, however it trickles, and of which nothing stays on its connection.

use std::error::Error;
use std::iter::successors;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::Bytes;
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep, timeout};

use super::layers::MAX_BODY_BYTES;

/// How much of a body nobody wanted is read away.
const MOST_READ_AWAY: usize = MAX_BODY_BYTES;

/// Until more of it must come.
const MORE_WITHIN: Duration = Duration::from_secs(2);

/// A body that ends in an error once its time is over. What is not read of it is left to whoever sends the answer.
pub(super) struct TimedBody {
    /// Until it is over.
    rest: Option<Rest>,
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

/// Is it the reason of an error that the body did not come in time?
pub(crate) fn is_too_slow(error: &(dyn Error + 'static)) -> bool {
    successors(Some(error), |error| (*error).source()).any(|error| error.is::<TooSlow>())
}

impl TimedBody {
    pub(super) fn new(body: Incoming, time: Duration) -> (Self, Left) {
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
        let Some(rest) = &mut self.rest else {
            return Poll::Ready(None);
        };
        if rest.broken {
            return Poll::Ready(None);
        }
        rest.asked = true;
        let frame = ready!(Pin::new(&mut *rest).poll_frame(cx));
        match frame {
            Some(Ok(_)) => {}
            Some(Err(_)) => rest.broken = true,
            None => self.rest = None,
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
