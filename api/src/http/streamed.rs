//! Answers that are streamed: they hold their user's permit until they are sent or given up.

use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use commands::limits::Permit;
use futures::StreamExt;
use tokio::time::Instant;

/// A response that is not sent by then, because it is read too slowly, is broken off.
const LONGEST: Duration = Duration::from_secs(15 * 60);

/// The body, which holds the permit until it is sent or given up. The status is sent by then: breaking the body off is what
/// tells a client that reads too slowly.
pub(crate) fn hold_while_sent(permit: Permit, body: Body) -> Body {
    let (chunks, since) = (body.into_data_stream(), Instant::now());
    Body::from_stream(chunks.map(move |chunk| {
        let _held = &permit;
        if since.elapsed() > LONGEST {
            return Err(axum::Error::new(TooSlow));
        }
        chunk
    }))
}

/// The same of a whole answer.
pub(crate) fn held_while_sent(permit: Permit, answer: impl IntoResponse) -> Response {
    let answer = answer.into_response();
    answer.map(|body| hold_while_sent(permit, body))
}

#[derive(Debug, thiserror::Error)]
#[error("the answer was read too slowly")]
struct TooSlow;
