//! The businesses that monitors know, and what their runs found.

use domain::ids::{MonitorId, SessionKey, UserId};
use sqlx::QueryBuilder;

use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::leases::Lease;
use crate::{with_reader, with_tx};

/// Locks what a run noted.
const LOCK: &str =
    "SELECT n FROM monitor_changes WHERE session_key = $1 AND monitor_id = $2 FOR UPDATE";
/// Rows per statement, seventeen parameters each.
const PORTION: usize = 500;

/// A business that a monitor knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, sqlx::FromRow)]
pub struct Known {
    /// Its number within the monitor.
    pub business: i64,
    /// Marks of what it is recognized by, with spaces between.
    pub identities: String,
    /// A mark of what is watched of it.
    pub fingerprint: String,
    /// What is watched of it, closed with the user's key.
    pub watched: String,
    pub paid: bool,
    /// The data set or the service that it was found in.
    pub source: String,
    /// The city or county that it was found in.
    pub part: String,
    /// The run that did not find it; empty while it is there.
    pub missing_in: String,
    /// The release of its source then.
    pub missing_of: String,
}

/// What a run notes of a business.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// A row of the session: new.
    New,
    /// A row of the session: changed.
    Changed,
    /// New, but not paid yet.
    WaitsNew,
    /// Changed, but not paid yet.
    WaitsChanged,
    /// There, and nobody is told.
    Quiet,
    /// Not found.
    Missing,
    /// Not found again: it is not known any more.
    Delisted,
    /// What the sources had.
    Source,
}

impl ChangeKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::WaitsNew => "waits_new",
            Self::WaitsChanged => "waits_changed",
            Self::Quiet => "quiet",
            Self::Missing => "missing",
            Self::Delisted => "delisted",
            Self::Source => "source",
        }
    }
}

/// A note of a run.
#[derive(Debug, Clone)]
pub struct Change {
    pub kind: ChangeKind,
    pub known: Known,
    /// What is shown of it, closed with the user's key.
    pub told: String,
    /// The row of what waits; what the sources had, of [`ChangeKind::Source`].
    pub document: String,
}

/// A note that is shown.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ChangeTold {
    /// Of new and changed ones, the row of the session.
    pub n: i64,
    pub kind: String,
    pub told: String,
}

/// What waits to be paid.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Pending {
    pub kind: String,
    #[sqlx(flatten)]
    pub known: Known,
    pub told: String,
    pub document: String,
}

impl Pending {
    /// Whether it is new, or else has changed.
    pub fn is_new(&self) -> bool {
        self.kind == ChangeKind::WaitsNew.as_str()
    }
}

/// The documents of all monitors.
#[derive(Debug, Clone)]
pub struct MonitorDocuments {
    pub(super) db: Db,
}

impl MonitorDocuments {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The businesses that a monitor knows.
    pub async fn known(&self, monitor: MonitorId) -> Result<Vec<Known>, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT business, identities, fingerprint, watched, paid, source, part, missing_in, \
             missing_of FROM monitor_seen WHERE monitor_id = $1 ORDER BY business",
        )
        .bind(monitor.to_string())
        .fetch_all(pool)
        .await)?)
    }

    /// What waits to be paid, new ones first.
    pub async fn pending(&self, monitor: MonitorId) -> Result<Vec<Pending>, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT kind, business, identities, fingerprint, watched, paid, source, part, \
             missing_in, missing_of, told, document FROM monitor_changes \
             WHERE monitor_id = $1 AND kind IN ('waits_new', 'waits_changed') AND folded \
             ORDER BY kind DESC, session_key, n",
        )
        .bind(monitor.to_string())
        .fetch_all(pool)
        .await)?)
    }

    /// What the sources had at the last run that completed, and whether anything waits to be paid.
    pub async fn last_source(
        &self,
        monitor: MonitorId,
    ) -> Result<(Option<String>, bool), StoreError> {
        let (source, waits): (Option<String>, i64) = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT MAX(CASE WHEN kind = 'source' THEN document END), \
             COUNT(CASE WHEN kind <> 'source' THEN 1 END) FROM monitor_changes \
             WHERE monitor_id = $1 AND kind IN ('source', 'waits_new', 'waits_changed') AND folded",
        )
        .bind(monitor.to_string())
        .fetch_one(pool)
        .await)?;
        Ok((source, waits > 0))
    }

    /// Stores notes of a run from number `first` on, in place of those there. Stores nothing and returns false if
    /// `lease` is no longer held.
    pub async fn put(
        &self,
        (monitor, user): (MonitorId, &UserId),
        session: SessionKey,
        first: u32,
        changes: &[Change],
        lease: &Lease,
    ) -> Result<bool, StoreError> {
        let putting = Box::pin(self.replace((monitor, user), session, first, changes, lease));
        self.db.in_time(putting).await
    }

    async fn replace(
        &self,
        (monitor, user): (MonitorId, &UserId),
        session: SessionKey,
        first: u32,
        changes: &[Change],
        lease: &Lease,
    ) -> Result<bool, StoreError> {
        let (monitor, session) = (monitor.to_string(), session.to_string());
        let mut tx = self.db.begin().await?;
        if !lease.still_held(&mut tx).await? {
            return Ok(false);
        }
        with_tx!(&mut tx, conn => sqlx::query(
            "DELETE FROM monitor_changes WHERE session_key = $1 AND n >= $2")
            .bind(&session)
            .bind(i64::from(first))
            .execute(conn)
            .await
            .map(drop))?;
        let numbered: Vec<(i64, &Change)> = (i64::from(first)..).zip(changes).collect();
        for chunk in numbered.chunks(PORTION) {
            with_tx!(&mut tx, conn => {
                let mut insert = QueryBuilder::new(
                    "INSERT INTO monitor_changes (session_key, n, monitor_id, user_id, kind, \
                     business, identities, fingerprint, watched, paid, source, part, missing_in, \
                     missing_of, told, document, folded) ",
                );
                insert.push_values(chunk, |mut values, (n, change)| {
                    let known = &change.known;
                    values
                        .push_bind(&session)
                        .push_bind(*n)
                        .push_bind(&monitor)
                        .push_bind(user.as_str())
                        .push_bind(change.kind.as_str())
                        .push_bind(known.business)
                        .push_bind(&known.identities)
                        .push_bind(&known.fingerprint)
                        .push_bind(&known.watched)
                        .push_bind(known.paid)
                        .push_bind(&known.source)
                        .push_bind(&known.part)
                        .push_bind(&known.missing_in)
                        .push_bind(&known.missing_of)
                        .push_bind(&change.told)
                        .push_bind(&change.document)
                        .push_bind(false);
                });
                insert.build().persistent(false).execute(conn).await.map(drop)
            })?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// The runs of a monitor whose notes are not seen yet.
    pub async fn open_runs(&self, monitor: MonitorId) -> Result<Vec<SessionKey>, StoreError> {
        let sessions: Vec<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT DISTINCT session_key FROM monitor_changes WHERE monitor_id = $1 AND NOT folded")
            .bind(monitor.to_string())
            .fetch_all(pool)
            .await)?;
        Ok(sessions.iter().filter_map(|key| key.parse().ok()).collect())
    }

    /// From now on the notes of a run are seen: its rows below `delivered`, and all others if the run has completed. Does
    /// nothing a second time. Returns false, with nothing done, if a `lease` is given that is no longer held.
    pub async fn fold(
        &self,
        monitor: MonitorId,
        session: SessionKey,
        (delivered, completed): (u32, bool),
        lease: Option<&Lease>,
    ) -> Result<bool, StoreError> {
        let folding = Box::pin(self.fold_notes(monitor, session, (delivered, completed), lease));
        self.db.in_time(folding).await
    }

    async fn fold_notes(
        &self,
        monitor: MonitorId,
        session: SessionKey,
        (delivered, completed): (u32, bool),
        lease: Option<&Lease>,
    ) -> Result<bool, StoreError> {
        let (monitor, session) = (monitor.to_string(), session.to_string());
        let mut tx = self.db.begin().await?;
        if let Some(lease) = lease
            && !lease.still_held(&mut tx).await?
        {
            return Ok(false);
        }
        // A monitor that is deleted meanwhile is forgotten wholly before this, or after it.
        if matches!(tx, Tx::Postgres(_)) {
            with_tx!(&mut tx, conn => sqlx::query(LOCK)
                .bind(&session)
                .bind(&monitor)
                .execute(conn)
                .await
                .map(drop))?;
        }
        for (statement, of_rows) in folding(completed) {
            with_tx!(&mut tx, conn => {
                let query = sqlx::query(&statement).bind(&session).bind(&monitor);
                let query = match of_rows {
                    true => query.bind(i64::from(delivered)),
                    false => query,
                };
                query.execute(conn).await.map(drop)
            })?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// What is shown of a run: notes of these kinds after number `after`, those of rows below `delivered`.
    pub async fn told(
        &self,
        session: SessionKey,
        kinds: &[ChangeKind],
        delivered: u32,
        after: Option<u32>,
        limit: u32,
    ) -> Result<Vec<ChangeTold>, StoreError> {
        let kinds: Vec<String> = kinds
            .iter()
            .map(|kind| format!("'{}'", kind.as_str()))
            .collect();
        let sql = format!(
            "SELECT n, kind, told FROM monitor_changes WHERE session_key = $1 AND n > $2 \
             AND kind IN ({}) AND (kind NOT IN ('new', 'changed') OR n < $3) ORDER BY n LIMIT $4",
            kinds.join(", ")
        );
        Ok(with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(session.to_string())
            .bind(after.map_or(-1, i64::from))
            .bind(i64::from(delivered))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await)?)
    }
}

/// The statements that make a run's notes seen: `$1` is its session, `$2` the monitor, and `$3`, where that is needed, the
/// number of its rows.
fn folding(completed: bool) -> Vec<(String, bool)> {
    const NOTES: &str = "session_key = $1 AND monitor_id = $2 AND NOT folded";
    const ROWS: &str = "kind IN ('new', 'changed') AND n < $3";
    // What waited before, and what the sources had then.
    const REPLACE: &str = "DELETE FROM monitor_changes WHERE monitor_id = $2 AND session_key <> $1 \
        AND kind IN ('source', 'waits_new', 'waits_changed') AND EXISTS ( \
        SELECT 1 FROM monitor_changes AS now WHERE now.session_key = $1 AND now.kind = 'source' \
        AND NOT now.folded)";
    let known = match completed {
        true => format!("({ROWS} OR kind IN ('quiet', 'missing'))"),
        false => ROWS.to_owned(),
    };
    let know = format!(
        "INSERT INTO monitor_seen (monitor_id, business, user_id, identities, fingerprint, watched, \
         paid, source, part, missing_in, missing_of) SELECT monitor_id, business, user_id, identities, \
         fingerprint, watched, paid, source, part, missing_in, missing_of FROM monitor_changes \
         WHERE {NOTES} AND {known} \
         ON CONFLICT (monitor_id, business) DO UPDATE SET identities = excluded.identities, \
         fingerprint = excluded.fingerprint, watched = excluded.watched, paid = excluded.paid, \
         source = excluded.source, part = excluded.part, missing_in = excluded.missing_in, \
         missing_of = excluded.missing_of"
    );
    let done = format!("UPDATE monitor_changes SET folded = TRUE WHERE {NOTES}");
    if !completed {
        let drop_rest = format!("DELETE FROM monitor_changes WHERE {NOTES} AND NOT ({ROWS})");
        return vec![(know, true), (drop_rest, true), (done, false)];
    }
    let forget = format!(
        "DELETE FROM monitor_seen WHERE monitor_id = $2 AND business IN ( \
         SELECT business FROM monitor_changes WHERE {NOTES} AND kind = 'delisted')"
    );
    // What is told to nobody, and what was not delivered.
    let drop_quiet = format!(
        "DELETE FROM monitor_changes WHERE {NOTES} AND (kind = 'quiet' \
         OR (kind IN ('new', 'changed') AND n >= $3))"
    );
    vec![
        (know, true),
        (forget, false),
        (drop_quiet, true),
        (REPLACE.to_owned(), false),
        (done, false),
    ]
}
