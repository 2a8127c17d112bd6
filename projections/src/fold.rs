//! The rules of a view: which row an event changes, and how.

use std::borrow::Cow;

use store::subscriptions::ProjectError;

use crate::event::Event;
use crate::table::Row;

/// A view in which each event changes or creates one row.
pub(crate) trait Fold: Send + Sync + 'static {
    /// The types of the aggregates whose events it depends on.
    const CONCERNS: &'static [&'static str];
    /// Its rows, which define its table.
    type Row: Row;

    /// The key of the row that the event changes, if any.
    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError>;

    /// The key of the row that the event's row starts from: its own, except in a view with one row per event, where it
    /// is the unchanged row of the event before.
    fn begins_with<'e>(event: &'e Event<'_>) -> Option<Cow<'e, str>> {
        let _its_own = event;
        None
    }

    /// Updates the row, which is `None` before its first event. Called only for events that have a key.
    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError>;
}

/// The key of an entry, in a view with one row per event.
pub(crate) fn entry_id(stream: &str, sequence: u64) -> String {
    format!("{stream}/{sequence}")
}

/// The key of the event's own entry.
pub(crate) fn own_entry<'e>(event: &Event<'_>) -> Cow<'e, str> {
    Cow::Owned(entry_id(&event.aggregate_id, event.sequence))
}

/// The key of the entry before the event's, in its stream.
pub(crate) fn entry_before<'e>(event: &Event<'_>) -> Cow<'e, str> {
    let before = event.sequence.saturating_sub(1);
    Cow::Owned(entry_id(&event.aggregate_id, before))
}

/// Whether the view depends on events of that aggregate.
pub(crate) fn concerns<F: Fold>(aggregate_type: &str) -> bool {
    F::CONCERNS.contains(&aggregate_type)
}

/// An event with the row that it changes.
pub(crate) struct Step<'e> {
    /// The row's key.
    pub(crate) key: Cow<'e, str>,
    /// See [`Fold::begins_with`].
    pub(crate) before: Option<Cow<'e, str>>,
    pub(crate) event: &'e Event<'e>,
}

impl<'e> Step<'e> {
    /// `None` if the event changes no row of the view.
    pub(crate) fn of<F: Fold>(event: &'e Event<'e>) -> Result<Option<Self>, ProjectError> {
        Ok(F::key(event)?.map(|key| Self {
            key,
            before: F::begins_with(event),
            event,
        }))
    }

    /// The key of the row that must be loaded.
    pub(crate) fn needs(&self) -> &str {
        self.before.as_deref().unwrap_or(&self.key)
    }
}

/// The keys that `steps` need, each once.
pub(crate) fn needed<'s>(steps: &'s [Step<'_>]) -> Vec<&'s str> {
    let mut keys: Vec<&str> = steps.iter().map(Step::needs).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}
