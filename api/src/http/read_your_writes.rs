//! Answers about what was just written, which are sent once the views show it.

use axum::response::{IntoResponse, Response};
use store::log::Cursor;
use store::subscriptions::Subscriptions;

/// An answer that reflects the log up to `cursor`. One layer around all routes ([`once_shown`]) waits for the views, so
/// that the next read finds what was written.
pub(crate) struct Written<T> {
    pub(crate) cursor: Cursor,
    pub(crate) answer: T,
}

#[derive(Debug, Clone, Copy)]
struct WrittenUpTo(Cursor);

impl<T: IntoResponse> IntoResponse for Written<T> {
    fn into_response(self) -> Response {
        let mut answer = self.answer.into_response();
        answer.extensions_mut().insert(WrittenUpTo(self.cursor));
        answer
    }
}

/// The answer, once the views show what it is about. Waits at most two seconds, and not for a paused view.
pub(crate) async fn once_shown(views: &Subscriptions, answer: Response) -> Response {
    if let Some(WrittenUpTo(cursor)) = answer.extensions().get() {
        projections::caught_up(views, *cursor).await;
    }
    answer
}
