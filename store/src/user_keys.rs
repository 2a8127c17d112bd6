//! A key for each user: what is written about people is encrypted with it in the log, and erased with it.
//!
//! Keys are stored next to the log, wrapped with a key of the installation's secret, so that a copy of the database
//! reveals nothing. They are not events: a log never forgets. A text that was encrypted for one user cannot be opened
//! as another's.

use std::fmt;
use std::sync::Arc;

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::ids::UserId;
use domain::personal::{Closed, Mark};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use sqlx::QueryBuilder;

use crate::db::{Db, Tx, now_micros};
use crate::error::StoreError;
use crate::{with_reader, with_tx, with_writer};

/// Bytes of a key.
const KEY_BYTES: usize = 32;
/// Bytes of a mark: enough that no two texts of a user share one by chance.
pub const MARK_BYTES: usize = 16;

/// How well long texts are compressed: quickly.
const LEVEL: i32 = 3;

/// Keys looked up per statement.
const USERS_PER_STATEMENT: usize = 500;

type KeyBytes = [u8; KEY_BYTES];

/// Encrypts and decrypts bytes, each time with a new nonce, which precedes them.
#[derive(Clone)]
struct Lock(Arc<RandomizedNonceKey>);

impl Lock {
    fn new(key: &KeyBytes) -> Self {
        let key = RandomizedNonceKey::new(&AES_256_GCM, key);
        Self(Arc::new(
            key.expect("the key is as long as the cipher wants"),
        ))
    }

    /// `owner` must be named again to open.
    fn close(&self, owner: &UserId, clear: &[u8]) -> String {
        let mut text = clear.to_vec();
        let owner = Aad::from(owner.as_str().as_bytes());
        let nonce = self.0.seal_in_place_append_tag(owner, &mut text);
        let nonce =
            nonce.expect("the system's random source works, or nothing can be signed either");
        let mut closed = nonce.as_ref().to_vec();
        closed.extend(text);
        URL_SAFE_NO_PAD.encode(closed)
    }

    fn open(&self, owner: &UserId, closed: &str) -> Option<Vec<u8>> {
        let closed = URL_SAFE_NO_PAD.decode(closed).ok()?;
        let (nonce, text) = closed.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut text = text.to_vec();
        let owner = Aad::from(owner.as_str().as_bytes());
        let clear = self.0.open_in_place(nonce, owner, &mut text).ok()?;
        Some(clear.to_vec())
    }
}

/// The key that wraps all others, and former ones: a key that a process with one of those has made still opens. It is
/// stored outside the database.
#[derive(Clone)]
pub struct WrappingKey {
    current: Lock,
    former: Vec<Lock>,
}

impl WrappingKey {
    /// From random bytes that are used for nothing else.
    pub fn new(material: &[u8; 32]) -> Self {
        Self {
            current: Lock::new(material),
            former: Vec::new(),
        }
    }

    /// The same after others.
    #[must_use]
    pub fn after<'a>(mut self, former: impl IntoIterator<Item = &'a [u8; 32]>) -> Self {
        self.former = former.into_iter().map(Lock::new).collect();
        self
    }

    fn open(&self, owner: &UserId, wrapped: &str) -> Option<Vec<u8>> {
        let current = self.current.open(owner, wrapped);
        current.or_else(|| self.former.iter().find_map(|key| key.open(owner, wrapped)))
    }

    /// Wraps a key anew that a former one has wrapped; none if no key opens it.
    pub(crate) fn rewrap(&self, owner: &UserId, wrapped: &str) -> Option<String> {
        let key = self.open(owner, wrapped)?;
        Some(self.current.close(owner, &key))
    }
}

impl fmt::Debug for WrappingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WrappingKey(…)")
    }
}

/// A user's key.
#[derive(Clone)]
pub struct UserKey {
    owner: UserId,
    lock: Lock,
    marks: Hmac<Sha256>,
}

impl fmt::Debug for UserKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserKey(…)")
    }
}

impl UserKey {
    pub(crate) fn new(owner: UserId, key: &KeyBytes) -> Self {
        let derive = |purpose: &str| -> KeyBytes {
            let mut mac = keyed(key);
            mac.update(purpose.as_bytes());
            mac.finalize().into_bytes().into()
        };
        Self {
            lock: Lock::new(&derive("texts")),
            marks: keyed(&derive("marks")),
            owner,
        }
    }

    /// Encrypts a text: the result differs each time.
    pub fn close(&self, text: &str) -> Closed {
        Closed::new(self.lock.close(&self.owner, text.as_bytes()))
    }

    /// Decrypts a text; none if it was encrypted with another key.
    pub fn open(&self, closed: &Closed) -> Option<String> {
        let clear = self.lock.open(&self.owner, closed.as_str())?;
        String::from_utf8(clear).ok()
    }

    /// Encrypts a long text, compressed.
    pub fn close_long(&self, text: &str) -> Result<Closed, StoreError> {
        let packed = zstd::encode_all(text.as_bytes(), LEVEL);
        let packed = packed.map_err(|error| StoreError::Damaged(error.to_string()))?;
        Ok(Closed::new(self.lock.close(&self.owner, &packed)))
    }

    /// Decrypts a long text; none if it was encrypted with another key.
    pub fn open_long(&self, closed: &Closed) -> Option<String> {
        let packed = self.lock.open(&self.owner, closed.as_str())?;
        String::from_utf8(zstd::decode_all(&*packed).ok()?).ok()
    }

    /// Tells a text of some kind from others of that kind.
    pub fn mark(&self, kind: &str, text: &str) -> Mark {
        Mark::new(URL_SAFE_NO_PAD.encode(self.digest(kind, text)))
    }

    /// The bytes of a mark, for tables that hold many.
    pub fn digest(&self, kind: &str, text: &str) -> [u8; MARK_BYTES] {
        let mut mac = self.marks.clone();
        mac.update(&(kind.len() as u64).to_be_bytes());
        mac.update(kind.as_bytes());
        mac.update(text.as_bytes());
        let mut digest = [0; MARK_BYTES];
        digest.copy_from_slice(&mac.finalize().into_bytes()[..MARK_BYTES]);
        digest
    }
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

/// The keys of all users.
#[derive(Debug, Clone)]
pub struct UserKeys {
    db: Db,
    wrapping: WrappingKey,
}

impl UserKeys {
    /// Stored with the log in `db`.
    pub const fn new(db: Db, wrapping: WrappingKey) -> Self {
        Self { db, wrapping }
    }

    /// The user's key; none if nothing was ever written about them, or all of it was erased.
    pub async fn find(&self, user: &UserId) -> Result<Option<UserKey>, StoreError> {
        let wrapped: Option<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT wrapped FROM user_keys WHERE user_id = $1",
        )
        .bind(user.as_str())
        .fetch_optional(pool)
        .await)?;
        wrapped
            .map(|wrapped| self.unwrap(user.clone(), &wrapped))
            .transpose()
    }

    /// Whether this still is the user's key. An erasure, which destroys it, waits for the end of the transaction.
    pub(crate) async fn holds(&self, tx: &mut Tx, key: &UserKey) -> Result<bool, StoreError> {
        let lock = match tx {
            // It has one writer.
            Tx::Sqlite(_) => "",
            Tx::Postgres(_) => " FOR SHARE",
        };
        let sql = format!("SELECT wrapped FROM user_keys WHERE user_id = $1{lock}");
        let wrapped: Option<String> = with_tx!(tx, conn => sqlx::query_scalar(&sql)
            .bind(key.owner.as_str())
            .fetch_optional(conn)
            .await)?;
        let stored = wrapped.map(|wrapped| self.unwrap(key.owner.clone(), &wrapped));
        let stored = stored.transpose()?;
        Ok(stored.is_some_and(|stored| stored.digest("key", "") == key.digest("key", "")))
    }

    /// The keys of those users who have one.
    pub async fn find_all(&self, users: &[UserId]) -> Result<Vec<(UserId, UserKey)>, StoreError> {
        let mut found = Vec::with_capacity(users.len());
        for chunk in users.chunks(USERS_PER_STATEMENT) {
            let rows: Vec<(String, String)> = with_reader!(&self.db, pool => {
                let mut select =
                    QueryBuilder::new("SELECT user_id, wrapped FROM user_keys WHERE user_id IN (");
                let mut list = select.separated(", ");
                for user in chunk {
                    list.push_bind(user.as_str());
                }
                select.push(")");
                select.build_query_as().persistent(false).fetch_all(pool).await
            })?;
            for (user, wrapped) in rows {
                let user =
                    UserId::new(user).map_err(|error| StoreError::Damaged(error.to_string()))?;
                found.push((user.clone(), self.unwrap(user, &wrapped)?));
            }
        }
        Ok(found)
    }

    fn unwrap(&self, user: UserId, wrapped: &str) -> Result<UserKey, StoreError> {
        let key = self.wrapping.open(&user, wrapped);
        let key: Option<KeyBytes> = key.and_then(|key| key.try_into().ok());
        let key = key.ok_or_else(|| {
            StoreError::Damaged("a user's key does not open with this secret key".to_owned())
        })?;
        Ok(UserKey::new(user, &key))
    }

    /// The user's key, created if there is none. None while an erasure is not done in the log: what would be encrypted
    /// now is erased with the rest, but with a new key it could still be opened.
    pub async fn find_or_make(&self, user: &UserId) -> Result<Option<UserKey>, StoreError> {
        if let Some(key) = self.find(user).await? {
            return Ok(Some(key));
        }
        let mut key: KeyBytes = [0; KEY_BYTES];
        aws_lc_rs::rand::fill(&mut key)
            .expect("the system's random source works, or nothing can be signed either");
        // If two are made at once, the first one counts.
        let wrapped: Option<String> = with_writer!(&self.db, pool => sqlx::query_scalar(
            "INSERT INTO user_keys (user_id, wrapped, made_at) SELECT $1, $2, $3 WHERE NOT EXISTS \
             (SELECT 1 FROM unfinished_erasures WHERE user_id = $1 AND NOT forgotten) \
             ON CONFLICT (user_id) DO UPDATE SET made_at = user_keys.made_at RETURNING wrapped",
        )
        .bind(user.as_str())
        .bind(self.wrapping.current.close(user, &key))
        .bind(now_micros())
        .fetch_optional(pool)
        .await)?;
        wrapped
            .map(|wrapped| self.unwrap(user.clone(), &wrapped))
            .transpose()
    }
}

impl UserKeys {
    /// How many users have texts that no key opens: erased, or not brought along.
    pub async fn missing(&self) -> Result<u64, StoreError> {
        let count: i64 = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT COUNT(*) FROM (SELECT DISTINCT aggregate_id FROM events \
             WHERE aggregate_type = 'CompanyList') AS lists \
             WHERE aggregate_id NOT IN (SELECT user_id FROM user_keys)",
        )
        .fetch_one(pool)
        .await)?;
        Ok(count.unsigned_abs())
    }

    /// Destroys the user's key: what was encrypted with it can no longer be opened. Returns whether there was one.
    pub async fn destroy(&self, user: &UserId) -> Result<bool, StoreError> {
        let destroyed: Option<String> = with_writer!(&self.db, pool => sqlx::query_scalar(
            "DELETE FROM user_keys WHERE user_id = $1 RETURNING user_id",
        )
        .bind(user.as_str())
        .fetch_optional(pool)
        .await)?;
        Ok(destroyed.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(sub: &str) -> UserId {
        UserId::new(sub).unwrap()
    }

    fn key(sub: &str, byte: u8) -> UserKey {
        UserKey::new(user(sub), &[byte; KEY_BYTES])
    }

    #[test]
    fn a_text_opens_with_the_key_that_closed_it_and_looks_different_each_time() {
        let ada = key("ada", 1);
        let (one, other) = (ada.close("Grüße"), ada.close("Grüße"));
        assert_ne!(one, other);
        assert_eq!(ada.open(&one).as_deref(), Some("Grüße"));
        assert_eq!(key("ada", 2).open(&one), None, "another key");
        assert_eq!(key("eve", 1).open(&one), None, "another owner");
        for broken in ["", "AAAA", "no base64!", &one.as_str()[1..]] {
            assert_eq!(ada.open(&Closed::new(broken)), None, "{broken}");
        }
    }

    #[test]
    fn a_long_text_is_compressed_and_opens_with_the_key_that_closed_it() {
        let (ada, text) = (key("ada", 1), "Grüße ".repeat(1_000));
        let closed = ada.close_long(&text).unwrap();
        assert!(closed.as_str().len() < text.len() / 10);
        assert_eq!(ada.open_long(&closed), Some(text));
        assert_eq!(key("ada", 2).open_long(&closed), None);
        assert_eq!(ada.open_long(&ada.close("Grüße")), None, "not compressed");
    }

    #[test]
    fn a_mark_tells_texts_kinds_and_users_apart() {
        let ada = key("ada", 1);
        assert_eq!(ada.mark("email", "a@b.c"), ada.mark("email", "a@b.c"));
        assert_ne!(ada.mark("email", "a@b.c"), ada.mark("email", "a@b.d"));
        assert_ne!(ada.mark("email", "a@b.c"), ada.mark("notes", "a@b.c"));
        assert_ne!(
            ada.mark("email", "a@b.c"),
            key("ada", 2).mark("email", "a@b.c")
        );
    }
}
