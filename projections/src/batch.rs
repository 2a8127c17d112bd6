//! How live rows follow the log: those that a batch of events touches are read once, folded in memory, and
//! written back with set-based upserts.

use std::collections::HashMap;

use store::db::Tx;
use store::log::RecordedEvent;
use store::subscriptions::ProjectError;

use crate::event::Event;
use crate::fold::Fold;
use crate::rows;
use crate::table::Row;

/// Writes the events' rows into `table` inside `tx`.
pub(crate) async fn project<F: Fold>(
    tx: &mut Tx,
    table: &str,
    events: &[RecordedEvent],
) -> Result<(), ProjectError> {
    let events: Vec<Event<'_>> = events.iter().map(Event::from).collect();
    let mut keyed = Vec::with_capacity(events.len());
    for event in &events {
        if let Some(key) = F::key(event)? {
            keyed.push((key, event));
        }
    }
    let mut keys: Vec<&str> = keyed.iter().map(|(key, _)| &**key).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut rows: HashMap<String, Option<F::Row>> = HashMap::with_capacity(keys.len());
    for row in rows::load::<F::Row>(tx, table, &keys).await? {
        rows.insert(row.key().to_owned(), Some(row));
    }
    for (key, event) in keyed {
        match rows.get_mut(&*key) {
            Some(row) => F::apply(row, event)?,
            None => F::apply(rows.entry(key.into_owned()).or_default(), event)?,
        }
    }
    rows::upsert(tx, table, rows.into_values().flatten().collect()).await
}
