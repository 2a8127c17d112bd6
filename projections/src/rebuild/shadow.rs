//! A view's new table while it is filled. Rows are folded in memory and written once they have not been touched for a
//! while, so that most are written once, no matter how many events change them. Memory is bounded by `HOT_ROWS`.

use std::collections::HashMap;
use std::marker::PhantomData;

use async_trait::async_trait;
use store::StoreError;
use store::db::{Db, Tx};
use store::subscriptions::ProjectError;
use store::with_tx;
use uuid::Uuid;

use crate::catalog::tables;
use crate::event::Event;
use crate::fold::{Fold, Step, concerns, needed};
use crate::rows;
use crate::table::{Row, columns, create_indexes, create_table, schema};

/// The maximum number of differing rows reported.
const NAMED: usize = 20;
/// Rows kept in memory for each view.
const HOT_ROWS: usize = 40_000;
/// Rows per transaction: on SQLite the live views wait for it.
const WRITE: usize = 4_000;

/// How live rows differ from rebuilt ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// Live rows compared.
    pub rows: u64,
    /// Up to twenty keys of rows that differ or exist on one side only.
    pub keys: Vec<String>,
}

/// A transaction without a timeout.
pub(super) async fn begin(db: &Db) -> Result<Tx, StoreError> {
    let mut tx = db.begin().await?;
    tx.lift_time_limits().await?;
    Ok(tx)
}

/// A new table for one view.
#[async_trait]
pub(crate) trait Building: Send + Sync {
    /// The prefix of the tables of all such builds, which is also the lease's name.
    fn family(&self) -> String;

    /// This build's own table.
    fn table(&self) -> &str;

    /// The view's checkpoint.
    fn checkpoint(&self) -> &'static str;

    /// Creates the empty table; on SQLite with its indexes, since creating them later would block the live views.
    async fn create(&self, db: &Db) -> Result<(), StoreError>;

    /// Creates the indexes of the filled table on PostgreSQL, which is faster than updating them while it is filled.
    async fn index(&self, db: &Db) -> Result<(), StoreError>;

    /// Folds the events in memory. Missing rows are read through `tx`, or in a separate transaction.
    async fn take(
        &mut self,
        db: &Db,
        tx: Option<&mut Tx>,
        events: &[Event<'_>],
    ) -> Result<(), ProjectError>;

    /// Writes the least recently touched rows if too many are in memory.
    async fn make_room(&mut self, db: &Db) -> Result<(), ProjectError>;

    /// Writes all rows.
    async fn write_all(&mut self, db: &Db) -> Result<(), ProjectError>;

    /// Writes all rows inside `tx`.
    async fn write_within(&mut self, tx: &mut Tx) -> Result<(), ProjectError>;

    /// Replaces the live table by the new one when `tx` commits.
    async fn swap(&self, tx: &mut Tx) -> Result<(), StoreError>;

    /// Whether there is a live table.
    async fn has_live(&self, db: &Db) -> Result<bool, StoreError>;

    /// How the live table differs from this one.
    async fn differences(&self, tx: &mut Tx) -> Result<Differences, StoreError>;
}

struct Hot<R> {
    /// `None` before the first event.
    row: Option<R>,
    /// Whether the table has it, possibly in an older state.
    stored: bool,
    changed: bool,
    /// The batch that touched it last.
    touched: u64,
}

impl<R> Default for Hot<R> {
    fn default() -> Self {
        Self {
            row: None,
            stored: false,
            changed: false,
            touched: 0,
        }
    }
}

pub(crate) struct Shadow<F: Fold> {
    family: String,
    table: String,
    rows: HashMap<String, Hot<F::Row>>,
    /// Whether the table has rows that are not in memory.
    spilled: bool,
    readings: u64,
    /// Rows kept in memory.
    room: usize,
    view: PhantomData<F>,
}

impl<F: Fold> Shadow<F> {
    /// An empty one; `purpose` distinguishes rebuilds from checks.
    pub(crate) fn new(purpose: &str) -> Self {
        let family = format!("{}_{purpose}", F::Row::TABLE);
        let build = Uuid::new_v4().simple().to_string();
        Self {
            table: format!("{family}_{}", &build[..12]),
            family,
            rows: HashMap::new(),
            spilled: false,
            readings: 0,
            room: HOT_ROWS,
            view: PhantomData,
        }
    }

    /// Loads the rows of those keys that may be in the table but not in memory.
    async fn recall(
        &mut self,
        db: &Db,
        tx: Option<&mut Tx>,
        steps: &[Step<'_>],
    ) -> Result<(), ProjectError> {
        let mut keys = needed(steps);
        keys.retain(|key| !self.rows.contains_key(*key));
        if keys.is_empty() {
            return Ok(());
        }
        let found = match tx {
            Some(tx) => rows::load::<F::Row>(tx, &self.table, &keys).await?,
            None => {
                rows::load::<F::Row>(&mut db.begin_snapshot().await?, &self.table, &keys).await?
            }
        };
        for row in found {
            let key = row.key().to_owned();
            let hot = Hot {
                row: Some(row),
                stored: true,
                changed: false,
                touched: self.readings,
            };
            self.rows.insert(key, hot);
        }
        Ok(())
    }

    /// Removes the rows from memory that were not touched since batch `since`.
    fn cool(&mut self, since: u64) -> Written<F> {
        let mut written = Written {
            new: Vec::new(),
            old: Vec::new(),
        };
        for (_, hot) in self.rows.extract_if(|_, hot| hot.touched < since) {
            if !hot.changed {
                continue;
            }
            let rows = if hot.stored {
                &mut written.old
            } else {
                &mut written.new
            };
            rows.extend(hot.row);
        }
        self.spilled |= !(written.new.is_empty() && written.old.is_empty());
        written
    }
}

/// Rows to be written to the table.
struct Written<F: Fold> {
    new: Vec<F::Row>,
    old: Vec<F::Row>,
}

impl<F: Fold> Written<F> {
    async fn write_within(self, tx: &mut Tx, table: &str) -> Result<(), ProjectError> {
        rows::append(tx, table, self.new).await?;
        rows::upsert(tx, table, self.old).await
    }

    async fn write(mut self, db: &Db, table: &str) -> Result<(), ProjectError> {
        while !(self.new.is_empty() && self.old.is_empty()) {
            let part = Self {
                new: self.new.split_off(self.new.len().saturating_sub(WRITE)),
                old: self.old.split_off(self.old.len().saturating_sub(WRITE)),
            };
            let mut tx = begin(db).await?;
            part.write_within(&mut tx, table).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

#[async_trait]
impl<F: Fold> Building for Shadow<F> {
    fn family(&self) -> String {
        self.family.clone()
    }

    fn table(&self) -> &str {
        &self.table
    }

    fn checkpoint(&self) -> &'static str {
        F::Row::TABLE
    }

    async fn create(&self, db: &Db) -> Result<(), StoreError> {
        let schema = match db {
            Db::Sqlite { .. } => schema::<F::Row>(&self.table),
            Db::Postgres(_) => create_table::<F::Row>(&self.table),
        };
        db.run_script(&schema).await
    }

    async fn index(&self, db: &Db) -> Result<(), StoreError> {
        if matches!(db, Db::Postgres(_)) {
            let mut tx = begin(db).await?;
            let indexes = create_indexes::<F::Row>(&self.table);
            // ANALYZE, since the plans of live queries depend on the table's statistics.
            tx.run_script(&format!("{indexes}ANALYZE {};", self.table))
                .await?;
            tx.commit().await?;
        }
        Ok(())
    }

    async fn take(
        &mut self,
        db: &Db,
        tx: Option<&mut Tx>,
        events: &[Event<'_>],
    ) -> Result<(), ProjectError> {
        self.readings += 1;
        let mut steps = Vec::with_capacity(events.len());
        for event in events {
            if concerns::<F>(&event.aggregate_type) {
                steps.extend(Step::of::<F>(event)?);
            }
        }
        if self.spilled {
            self.recall(db, tx, &steps).await?;
        }
        for step in steps {
            let begins_with = step.before.as_deref().map(|before| {
                let before = self.rows.get(before);
                before.and_then(|before| before.row.clone())
            });
            let hot = match self.rows.get_mut(&*step.key) {
                Some(hot) => hot,
                None => self.rows.entry(step.key.into_owned()).or_default(),
            };
            if let Some(begins_with) = begins_with {
                hot.row = begins_with;
            }
            F::apply(&mut hot.row, step.event)?;
            hot.changed = true;
            hot.touched = self.readings;
        }
        Ok(())
    }

    async fn make_room(&mut self, db: &Db) -> Result<(), ProjectError> {
        if self.rows.len() <= self.room {
            return Ok(());
        }
        let mut touched: Vec<u64> = self.rows.values().map(|hot| hot.touched).collect();
        let middle = touched.len() / 2;
        let (_, median, _) = touched.select_nth_unstable(middle);
        let since = *median + 1;
        self.cool(since).write(db, &self.table).await
    }

    async fn write_all(&mut self, db: &Db) -> Result<(), ProjectError> {
        self.cool(u64::MAX).write(db, &self.table).await
    }

    async fn write_within(&mut self, tx: &mut Tx) -> Result<(), ProjectError> {
        self.cool(u64::MAX).write_within(tx, &self.table).await
    }

    async fn swap(&self, tx: &mut Tx) -> Result<(), StoreError> {
        let live = F::Row::TABLE;
        tx.run_script(&format!(
            "DROP TABLE IF EXISTS {live}; ALTER TABLE {} RENAME TO {live};",
            self.table
        ))
        .await
    }

    async fn has_live(&self, db: &Db) -> Result<bool, StoreError> {
        let tables = tables(db, F::Row::TABLE).await?;
        Ok(tables.iter().any(|table| table == F::Row::TABLE))
    }

    async fn differences(&self, tx: &mut Tx) -> Result<Differences, StoreError> {
        let (live, rebuilt) = (F::Row::TABLE, &self.table);
        let (columns, key) = (columns::<F::Row>(), F::Row::COLUMNS[0].name);
        let count = format!("SELECT COUNT(*) FROM {live}");
        let rows: i64 =
            with_tx!(&mut *tx, conn => sqlx::query_scalar(&count).fetch_one(conn).await)?;
        let differing = format!(
            "SELECT DISTINCT {key} FROM (\
                 SELECT * FROM (SELECT {columns} FROM {live} EXCEPT SELECT {columns} FROM {rebuilt}) AS a \
                 UNION ALL \
                 SELECT * FROM (SELECT {columns} FROM {rebuilt} EXCEPT SELECT {columns} FROM {live}) AS b\
             ) AS differing ORDER BY {key} LIMIT {NAMED}"
        );
        let keys: Vec<String> =
            with_tx!(&mut *tx, conn => sqlx::query_scalar(&differing).fetch_all(conn).await)?;
        Ok(Differences {
            rows: rows.unsigned_abs(),
            keys,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test code")]

    use domain::codec::StoredEvent;
    use domain::scrape_job::{
        JobKind, JobQueued, JobStarted, RowsDelivered, ScrapeJobEvent, Search,
    };
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use store::log::{Cursor, RecordedEvent};
    use store::{on_both_engines, with_reader};

    use super::*;
    use crate::batch::project;
    use crate::history::HistoryView;
    use crate::keys::Keys;

    const METADATA: &str = r#"{"command_id":"c","correlation_id":"j","causation_id":null,"actor":"system","at":"2026-01-31T12:00:00Z"}"#;

    fn recorded(position: u64, job: u32, sequence: u64, event: &ScrapeJobEvent) -> RecordedEvent {
        RecordedEvent {
            cursor: position.to_string().parse::<Cursor>().unwrap(),
            aggregate_type: "ScrapeJob".into(),
            aggregate_id: format!("job {job:04}"),
            sequence,
            event_type: event.name().into(),
            event_version: event.version().into(),
            payload: event.encode(),
            metadata: METADATA.into(),
            recorded_at: 0,
        }
    }

    /// Events of many more jobs than fit in memory, in random order.
    fn jobs(rng: &mut StdRng) -> Vec<RecordedEvent> {
        let search = Search::new("brewery", "OR", &["Bend".into()], None, None).unwrap();
        let user = domain::ids::UserId::new("back\\slash").unwrap();
        let mut sequences = vec![0_u64; 300];
        (1..=3_000)
            .map(|position| {
                let job = rng.random_range(0..300_u32);
                let sequence = &mut sequences[job as usize];
                *sequence += 1;
                let event: ScrapeJobEvent = match *sequence {
                    1 => JobQueued {
                        user: user.clone(),
                        search: search.clone(),
                        kind: JobKind::GoogleMaps,
                        enrich: false,
                    }
                    .into(),
                    2 => JobStarted {
                        source: "s".into(),
                        sample: false,
                    }
                    .into(),
                    _ => RowsDelivered {
                        first_row: 0,
                        rows: 1,
                    }
                    .into(),
                };
                recorded(position, job, *sequence, &event)
            })
            .collect()
    }

    async fn all_rows(db: &Db, table: &str) -> Vec<(String, i64, String)> {
        let sql = format!(
            "SELECT user_id || session_id, results_count, status FROM {table} ORDER BY session_id"
        );
        with_reader!(db, pool => sqlx::query_as(&sql).fetch_all(pool).await).unwrap()
    }

    on_both_engines! {
        async fn rows_that_left_memory_come_back_as_they_were(storage) {
            let db = &storage.storage.views;
            let seed: u64 = rand::random();
            println!("seed {seed}");
            let mut rng = StdRng::seed_from_u64(seed);
            let events = jobs(&mut rng);
            let mut shadow = Shadow::<HistoryView>::new("shadow");
            shadow.room = 20;
            shadow.create(db).await.unwrap();
            let mut rest = &events[..];
            while !rest.is_empty() {
                let (batch, later) = rest.split_at(rng.random_range(1..=rest.len().min(40)));
                let batch: Vec<_> = batch.iter().map(Event::from).collect();
                shadow.take(db, None, &batch).await.unwrap();
                shadow.make_room(db).await.unwrap();
                assert!(shadow.rows.len() <= 20);
                rest = later;
            }
            shadow.write_all(db).await.unwrap();

            let live = "live_for_this_test";
            db.run_script(&schema::<<HistoryView as Fold>::Row>(live)).await.unwrap();
            let mut tx = db.begin().await.unwrap();
            project::<HistoryView>(&mut tx, live, &events, &Keys::default()).await.unwrap();
            tx.commit().await.unwrap();
            let rows = all_rows(db, live).await;
            assert!(rows.len() > 250);
            assert_eq!(all_rows(db, &shadow.table).await, rows);
        }
    }
}
