//! A commit in the trace of what caused it.

use telemetry::TRACES;
use tracing::Span;
use tracing::field::Empty;

use super::commit::Commit;
use super::cursor::Cursor;

/// A commit's span, and the events that are named in it once they are stored. Nothing where nobody traces.
pub(super) struct Traced {
    pub(super) span: Span,
    events: Vec<(&'static str, u64, &'static str)>,
}

impl Traced {
    pub(super) fn new(commit: &Commit) -> Self {
        let span = tracing::trace_span!(target: TRACES, "append", position = Empty);
        let mut events = Vec::new();
        if !span.is_disabled() {
            for append in &commit.appends {
                let numbered = (append.expected + 1..).zip(&append.events);
                let of = append.stream.aggregate_type;
                events.extend(numbered.map(|(sequence, event)| (of, sequence, event.event_type)));
            }
        }
        Self { span, events }
    }

    pub(super) fn stored(self, cursor: Cursor) {
        self.span.record("position", cursor.order());
        self.span.in_scope(|| {
            for (aggregate, sequence, event) in self.events {
                tracing::trace!(target: TRACES, aggregate, sequence, event, "event");
            }
        });
    }
}
