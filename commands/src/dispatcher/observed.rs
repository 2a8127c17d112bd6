//! What metrics and traces are told of commands.

use std::time::Instant;

use domain::metadata::Actor;
use telemetry::{Outcome, TRACES, metrics};
use tracing::Span;
use tracing::field::Empty;

use super::part::CommandPart;

/// Parts that are being carried out together.
pub(super) struct Observed<'a> {
    parts: &'a [Box<dyn CommandPart>],
    began: Instant,
    pub(super) span: Span,
}

impl<'a> Observed<'a> {
    /// The metadata of the events that come of it hold the same correlation id. What is about a whole list has its user's:
    /// that is not traced.
    pub(super) fn new(
        parts: &'a [Box<dyn CommandPart>],
        actor: &Actor,
        correlation_id: &str,
    ) -> Self {
        let span = tracing::trace_span!(
            target: TRACES,
            "command",
            correlation_id = Empty,
            commands = Empty,
            outcome = Empty,
        );
        if !span.is_disabled() {
            let is_user = matches!(actor, Actor::User(user) if user.as_str() == correlation_id)
                || parts.iter().any(|part| part.is_of_user(correlation_id));
            if !is_user {
                span.record("correlation_id", correlation_id);
            }
            let mut names = Vec::new();
            for part in parts {
                part.names(&mut |aggregate, command| names.push(format!("{aggregate}.{command}")));
            }
            span.record("commands", names.join(" "));
        }
        let began = Instant::now();
        Self { parts, began, span }
    }

    pub(super) fn ended(self, outcome: Outcome) {
        self.span.record("outcome", outcome.name());
        metrics().commanded(self.began.elapsed());
        for part in self.parts {
            part.names(&mut |aggregate, command| metrics().command(aggregate, command, outcome));
        }
    }
}
