//! How live rows follow the log: the rows touched by a batch of events are read once, folded in memory, and written
//! back with set-based upserts.

use std::collections::HashMap;

use store::db::Tx;
use store::log::RecordedEvent;
use store::subscriptions::ProjectError;

use crate::event::Event;
use crate::fold::{Fold, Step, needed};
use crate::keys::Keys;
use crate::rows;
use crate::table::Row;

/// Writes the events' rows into `table` inside `tx`.
pub(crate) async fn project<F: Fold>(
    tx: &mut Tx,
    table: &str,
    events: &[RecordedEvent],
    keys: &Keys,
) -> Result<(), ProjectError> {
    let events = events.iter().map(|event| Event::from(event).with_key(keys));
    let events: Vec<Event<'_>> = events.collect();
    let mut steps = Vec::with_capacity(events.len());
    for event in &events {
        steps.extend(Step::of::<F>(event)?);
    }
    let mut rows: HashMap<String, Folded<F::Row>> = HashMap::with_capacity(steps.len());
    for row in rows::load::<F::Row>(tx, table, &needed(&steps)).await? {
        let loaded = Folded {
            row: Some(row.clone()),
            changed: false,
        };
        rows.insert(row.key().to_owned(), loaded);
    }
    for step in steps {
        let begins_with = step.before.as_deref().map(|before| {
            let before = rows.get(before);
            before.and_then(|before| before.row.clone())
        });
        let folded = match rows.get_mut(&*step.key) {
            Some(folded) => folded,
            None => rows.entry(step.key.into_owned()).or_default(),
        };
        if let Some(begins_with) = begins_with {
            folded.row = begins_with;
        }
        F::apply(&mut folded.row, step.event)?;
        folded.changed = true;
    }
    let changed = rows.into_values().filter(|folded| folded.changed);
    rows::upsert(tx, table, changed.filter_map(|folded| folded.row).collect()).await
}

/// A row while its events are folded.
struct Folded<R> {
    row: Option<R>,
    changed: bool,
}

impl<R> Default for Folded<R> {
    fn default() -> Self {
        Self {
            row: None,
            changed: false,
        }
    }
}
