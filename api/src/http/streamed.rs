//! Streamed answers, which hold their user's permit until they are sent or given up.

use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use commands::limits::Permit;
use http_body_util::BodyExt as _;
use tower_http::timeout::DeadlineBody;

/// Time limit for sending a response, after which a slow reader is cut off.
const LONGEST: Duration = Duration::from_secs(15 * 60);

/// The body, which holds the permit until it is sent or given up. Cutting it off is the only way to tell a slow reader,
/// since the status has been sent already.
pub(crate) fn hold_while_sent(permit: Permit, body: Body) -> Body {
    let body = DeadlineBody::new(LONGEST, body);
    Body::new(body.map_frame(move |frame| {
        let _held = &permit;
        frame
    }))
}

/// The same for a whole answer.
pub(crate) fn held_while_sent(permit: Permit, answer: impl IntoResponse) -> Response {
    let answer = answer.into_response();
    answer.map(|body| hold_while_sent(permit, body))
}
