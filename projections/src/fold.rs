//! What a view's rules are: which row an event changes, and what the row is afterwards.

use std::borrow::Cow;

use domain::registry::AggregateType;
use store::subscriptions::ProjectError;

use crate::event::Event;
use crate::table::Row;

/// A view whose events each change one row.
pub(crate) trait Fold: Send + Sync + 'static {
    /// The aggregates whose events it depends on.
    const CONCERNS: &'static [AggregateType];
    /// Its rows, and with them its table.
    type Row: Row;

    /// The key of the row that the event changes, if it changes one.
    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError>;

    /// The row after the event; none before a row's first. Only called for events that have a key.
    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError>;
}

/// Does the view depend on events of that aggregate?
pub(crate) fn concerns<F: Fold>(aggregate_type: &str) -> bool {
    F::CONCERNS
        .iter()
        .any(|aggregate| aggregate.name() == aggregate_type)
}
