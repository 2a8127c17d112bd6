//! A request's body that must be there in time, however it trickles.

use std::error::Error;
use std::iter::successors;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

/// A body that ends in an error once its time is over.
pub(super) struct TimedBody {
    body: Incoming,
    time: Duration,
    /// Set by the first look that finds nothing: a body that is there at once needs no timer.
    over: Option<Pin<Box<Sleep>>>,
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
    pub(super) fn new(body: Incoming, time: Duration) -> Self {
        Self {
            body,
            time,
            over: None,
        }
    }
}

impl Body for TimedBody {
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
