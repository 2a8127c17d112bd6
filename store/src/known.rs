//! The businesses that users know already, and which of them searches have left out. A user's list is replaced as a
//! whole, in one commit with nothing of the former one left. What it says is closed with the user's key; what recognizes
//! its businesses is hashed with it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::ids::{SessionKey, UserId};
use domain::personal::Closed;

use crate::db::Db;
use crate::error::StoreError;
use crate::fail_points::dies_at;
use crate::user_keys::{MARK_BYTES, UserKey, UserKeys};
use crate::{with_reader, with_tx, with_writer};

/// The lists of all users.
#[derive(Debug, Clone)]
pub struct KnownLists {
    db: Db,
}

/// A list without its businesses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownList {
    /// Another one for each upload.
    pub id: String,
    /// In microseconds since the epoch.
    pub uploaded_at: i64,
    pub businesses: u32,
    /// How many are listed; `None` if they have not been counted yet.
    pub found: Option<u32>,
    /// Where they were counted.
    pub found_in: String,
}

/// A list to store.
#[derive(Debug, Clone)]
pub struct NewKnownList {
    pub id: String,
    pub uploaded_at: i64,
    pub businesses: u32,
    pub recognized_by: Recognized,
    /// The businesses, closed in parts.
    pub parts: Vec<Closed>,
}

/// What recognizes the businesses of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognized {
    /// The kinds of texts that were hashed.
    pub kinds: Vec<String>,
    /// Sorted.
    pub digests: Vec<Digest>,
}

/// A text hashed with a user's key.
pub type Digest = [u8; MARK_BYTES];

fn damaged() -> StoreError {
    StoreError::Damaged("what recognizes known businesses".to_owned())
}

fn digests_of(text: &str) -> Result<Vec<Digest>, StoreError> {
    let bytes = STANDARD.decode(text).map_err(|_| damaged())?;
    let (digests, rest) = bytes.as_chunks();
    rest.is_empty()
        .then(|| digests.to_vec())
        .ok_or_else(damaged)
}

impl Recognized {
    fn read(kinds: &str, digests: &str) -> Result<Self, StoreError> {
        Ok(Self {
            kinds: serde_json::from_str(kinds).map_err(|_| damaged())?,
            digests: digests_of(digests)?,
        })
    }
}

#[derive(sqlx::FromRow)]
struct Head {
    list_id: String,
    uploaded_at: i64,
    businesses: i64,
    found: i64,
    found_in: String,
}

impl TryFrom<Head> for KnownList {
    type Error = StoreError;

    fn try_from(head: Head) -> Result<Self, StoreError> {
        let count = |stored: i64| {
            let damaged = |_| StoreError::Damaged("a count of known businesses".to_owned());
            u32::try_from(stored).map_err(damaged)
        };
        let found = (!head.found_in.is_empty()).then(|| count(head.found));
        Ok(Self {
            id: head.list_id,
            uploaded_at: head.uploaded_at,
            businesses: count(head.businesses)?,
            found: found.transpose()?,
            found_in: head.found_in,
        })
    }
}

impl KnownLists {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The user's list.
    pub async fn find(&self, user: &UserId) -> Result<Option<KnownList>, StoreError> {
        let head: Option<Head> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT list_id, uploaded_at, businesses, found, found_in FROM known_lists WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_optional(pool)
            .await)?;
        head.map(KnownList::try_from).transpose()
    }

    /// What recognizes the businesses of a list; none if it is not the user's any more.
    pub async fn recognized_by(
        &self,
        user: &UserId,
        list: &str,
    ) -> Result<Option<Recognized>, StoreError> {
        let texts: Option<(String, String)> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT kinds, digests FROM known_lists WHERE user_id = $1 AND list_id = $2")
            .bind(user.as_str())
            .bind(list)
            .fetch_optional(pool)
            .await)?;
        let read = texts.map(|(kinds, digests)| Recognized::read(&kinds, &digests));
        read.transpose()
    }

    /// All parts of a list; none if it is not the user's any more.
    pub async fn parts(&self, user: &UserId, list: &str) -> Result<Vec<Closed>, StoreError> {
        let parts: Vec<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT part.closed FROM known_businesses AS part JOIN known_lists AS list \
             ON list.user_id = part.user_id WHERE part.user_id = $1 AND list.list_id = $2 ORDER BY part.part")
            .bind(user.as_str())
            .bind(list)
            .fetch_all(pool)
            .await)?;
        Ok(parts.into_iter().map(Closed::new).collect())
    }

    /// Stores a list in place of another one. False if the user's key, which closed it, was destroyed meanwhile: then
    /// all is as it was.
    pub async fn replace(
        &self,
        user: &UserId,
        list: &NewKnownList,
        keys: &UserKeys,
        key: &UserKey,
    ) -> Result<bool, StoreError> {
        let replacing = Box::pin(self.replace_all(user, list, keys, key));
        self.db.in_time(replacing).await
    }

    async fn replace_all(
        &self,
        user: &UserId,
        list: &NewKnownList,
        keys: &UserKeys,
        key: &UserKey,
    ) -> Result<bool, StoreError> {
        let Recognized { kinds, digests } = &list.recognized_by;
        let kinds = serde_json::to_string(kinds).expect("texts are always JSON");
        let digests = STANDARD.encode(digests.as_flattened());
        let mut tx = self.db.begin().await?;
        if !keys.holds(&mut tx, key).await? {
            return Ok(false);
        }
        with_tx!(&mut tx, conn => sqlx::query(
            "INSERT INTO known_lists \
             (user_id, list_id, uploaded_at, businesses, found, found_in, kinds, digests, listings) \
             VALUES ($1, $2, $3, $4, 0, '', $5, $6, '') ON CONFLICT (user_id) DO UPDATE SET \
             list_id = excluded.list_id, uploaded_at = excluded.uploaded_at, businesses = excluded.businesses, \
             found = 0, found_in = '', kinds = excluded.kinds, digests = excluded.digests, listings = ''",
        )
        .bind(user.as_str())
        .bind(&list.id)
        .bind(list.uploaded_at)
        .bind(i64::from(list.businesses))
        .bind(&kinds)
        .bind(&digests)
        .execute(conn)
        .await
        .map(drop))?;
        dies_at("known.half_replaced");
        with_tx!(&mut tx, conn => sqlx::query("DELETE FROM known_businesses WHERE user_id = $1")
            .bind(user.as_str())
            .execute(conn)
            .await
            .map(drop))?;
        for (part, closed) in (0_i64..).zip(&list.parts) {
            with_tx!(&mut tx, conn => sqlx::query(
                "INSERT INTO known_businesses (user_id, part, closed) VALUES ($1, $2, $3)")
                .bind(user.as_str())
                .bind(part)
                .bind(closed.as_str())
                .execute(conn)
                .await
                .map(drop))?;
        }
        dies_at("known.before_commit");
        tx.commit().await?;
        dies_at("known.after_commit");
        Ok(true)
    }

    /// Deletes the user's list; false if there is none.
    pub async fn remove(&self, user: &UserId) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        // The row that a replacement locks, too, comes first.
        let removed = with_tx!(&mut tx, conn =>
            sqlx::query("DELETE FROM known_lists WHERE user_id = $1")
                .bind(user.as_str())
                .execute(conn)
                .await
                .map(|done| done.rows_affected()))?;
        with_tx!(&mut tx, conn =>
            sqlx::query("DELETE FROM known_businesses WHERE user_id = $1")
                .bind(user.as_str())
                .execute(conn)
                .await
                .map(drop))?;
        tx.commit().await?;
        Ok(removed > 0)
    }

    /// Notes how many of a list's businesses were found in the listings, and where; nothing if it is not the user's any
    /// more.
    pub async fn note_found(
        &self,
        user: &UserId,
        list: &str,
        (found, found_in): (u32, &str),
        listings: &Closed,
    ) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "UPDATE known_lists SET found = $3, found_in = $4, listings = $5 WHERE user_id = $1 AND list_id = $2",
        )
        .bind(user.as_str())
        .bind(list)
        .bind(i64::from(found))
        .bind(found_in)
        .bind(listings.as_str())
        .execute(pool)
        .await
        .map(drop))?)
    }

    /// Where the businesses of a list were found; none before they were counted.
    pub async fn listings(&self, user: &UserId, list: &str) -> Result<Option<Closed>, StoreError> {
        let listings: Option<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT listings FROM known_lists WHERE user_id = $1 AND list_id = $2 AND found_in <> ''")
            .bind(user.as_str())
            .bind(list)
            .fetch_optional(pool)
            .await)?;
        Ok(listings.map(Closed::new))
    }
}

/// Which known businesses searches have left out, hashed, by city.
#[derive(Debug, Clone)]
pub struct LeftOut {
    db: Db,
}

impl LeftOut {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes what a user's search has left out in a city, before that is done: in place of what a run noted that died.
    pub async fn note(
        &self,
        user: &UserId,
        session: SessionKey,
        city: u32,
        businesses: &[Digest],
    ) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO left_out_businesses (session_key, city, user_id, digests) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (session_key, city) DO UPDATE SET digests = excluded.digests",
        )
        .bind(session.to_string())
        .bind(i64::from(city))
        .bind(user.as_str())
        .bind(STANDARD.encode(businesses.as_flattened()))
        .execute(pool)
        .await
        .map(drop))?)
    }

    /// What a search has left out in the cities before one.
    pub async fn before(&self, session: SessionKey, city: u32) -> Result<Vec<Digest>, StoreError> {
        let noted: Vec<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT digests FROM left_out_businesses WHERE session_key = $1 AND city < $2")
            .bind(session.to_string())
            .bind(i64::from(city))
            .fetch_all(pool)
            .await)?;
        let read = noted.iter().map(|digests| digests_of(digests));
        Ok(read.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Deletes what a search has left out that is over.
    pub async fn forget(&self, session: SessionKey) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM left_out_businesses WHERE session_key = $1")
                .bind(session.to_string())
                .execute(pool)
                .await
                .map(drop))?)
    }

    /// Deletes what a user's searches have left out; returns whether there was anything.
    pub async fn erase(&self, user: &UserId) -> Result<bool, StoreError> {
        let erased = with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM left_out_businesses WHERE user_id = $1")
                .bind(user.as_str())
                .execute(pool)
                .await
                .map(|done| done.rows_affected()))?;
        Ok(erased > 0)
    }
}
