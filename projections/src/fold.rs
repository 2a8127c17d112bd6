//! How a view's rows are written: the rows that a batch touches are read once, folded in memory, and
//! written back with set-based upserts.

use std::borrow::Cow;
use std::collections::HashMap;

use sqlx::FromRow;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use store::StoreError;
use store::db::Tx;
use store::log::RecordedEvent;
use store::subscriptions::ProjectError;

use crate::event::Event;
use crate::rows;

/// A value of a column.
pub(crate) enum Value {
    Text(Option<String>),
    Int(Option<i64>),
    Bool(bool),
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Int(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

/// A view whose events each change one row.
pub(crate) trait Fold: Send + Sync + 'static {
    /// The view's name; with the version its table's name.
    const NAME: &'static str;
    /// The version of its columns and of its rules.
    const VERSION: u32;
    /// Name and version, as the checkpoint is called.
    const CHECKPOINT: &'static str;
    /// How its table is made.
    const SCHEMA: &'static str;
    /// Its columns; the first is the key.
    const COLUMNS: &'static [&'static str];
    /// A row, in the columns' order.
    type Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Sync + Unpin;
    /// What a row says, to be folded.
    type State: Send + Sync;

    /// Does the view depend on events of this aggregate?
    fn concerns(aggregate_type: &str) -> bool;

    /// The key of the row that the event changes, if it changes one.
    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError>;

    /// What the row says.
    fn state(row: Self::Row) -> Result<Self::State, StoreError>;

    /// The state after the event; none before a row's first. Only called for events that have a key.
    fn apply(state: &mut Option<Self::State>, event: &Event<'_>) -> Result<(), ProjectError>;

    /// The row's values in the columns' order.
    fn values(state: Self::State) -> Vec<Value>;

    /// The row's key.
    fn state_key(state: &Self::State) -> &str;
}

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
    let mut states: HashMap<String, Option<F::State>> = HashMap::with_capacity(keys.len());
    for state in rows::load::<F>(tx, table, &keys).await? {
        states.insert(F::state_key(&state).to_owned(), Some(state));
    }
    for (key, event) in keyed {
        match states.get_mut(&*key) {
            Some(state) => F::apply(state, event)?,
            None => F::apply(states.entry(key.into_owned()).or_default(), event)?,
        }
    }
    rows::upsert::<F>(tx, table, states.into_values().flatten().collect()).await
}
