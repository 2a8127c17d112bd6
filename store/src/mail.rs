//! The addresses that e-mails about scheduled searches go to: texts that were closed with their users' keys, and when
//! there is something to send to each. Times are microseconds since 1970, by the clock of whoever calls.
//!
//! Several processes may send: whoever moves `look_at` on from what it has read may send; nobody else does until then.

use std::fmt;

use domain::ids::UserId;
use domain::personal::Closed;

use crate::db::Db;
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// Nothing is due further away than this: what is was noted by a clock that was wrong.
const FURTHEST_US: i64 = 25 * 3_600 * 1_000_000;

/// What may be sent to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailState {
    /// Its owner has not opened the link yet: nothing but the link.
    Waiting,
    On,
    /// Its owner, or the mail server, wants nothing more.
    Off,
}

impl MailState {
    /// The word for it, in the table and in answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::On => "on",
            Self::Off => "off",
        }
    }

    fn read(word: &str) -> Result<Self, StoreError> {
        let all = [Self::Waiting, Self::On, Self::Off];
        let found = all.into_iter().find(|state| state.as_str() == word);
        found.ok_or_else(|| StoreError::Damaged("the state of an e-mail address".to_owned()))
    }
}

/// A user's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailAddress {
    pub user: UserId,
    pub closed: Closed,
    pub state: MailState,
    /// The token of its links is made from this.
    pub salt: String,
    pub asked_at: i64,
    /// What ended by then was sent.
    pub told_until: i64,
    /// What ended by then is being sent, unless whoever began with that has died; 0 if nothing is.
    pub telling_until: i64,
    /// When something was sent last, but for the link; 0 if nothing was.
    pub sent_at: i64,
    /// When there may be something to send; 0 if there is not.
    pub look_at: i64,
    /// How often in a row sending has failed.
    pub failures: u32,
}

/// An address that a user has entered.
#[derive(Debug)]
pub struct NewAddress<'a> {
    pub closed: &'a Closed,
    pub salt: &'a str,
    pub token_hash: &'a str,
    pub asked_at: i64,
    /// Is a link sent to it?
    pub sends_link: bool,
}

/// A row of the table.
#[derive(sqlx::FromRow)]
struct Row {
    user_id: String,
    closed: String,
    state: String,
    salt: String,
    asked_at: i64,
    told_until: i64,
    telling_until: i64,
    sent_at: i64,
    look_at: i64,
    failures: i64,
}

const COLUMNS: &str =
    "user_id, closed, state, salt, asked_at, told_until, telling_until, sent_at, look_at, failures";

impl TryFrom<Row> for MailAddress {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let damaged = |what: &dyn fmt::Display| StoreError::Damaged(what.to_string());
        Ok(Self {
            user: UserId::new(row.user_id).map_err(|error| damaged(&error))?,
            closed: Closed::new(row.closed),
            state: MailState::read(&row.state)?,
            salt: row.salt,
            asked_at: row.asked_at,
            told_until: row.told_until,
            telling_until: row.telling_until,
            sent_at: row.sent_at,
            look_at: row.look_at,
            failures: u32::try_from(row.failures).map_err(|error| damaged(&error))?,
        })
    }
}

/// Runs a statement that changes rows; its value is how many.
macro_rules! changed {
    ($db:expr, $sql:expr $(, $value:expr)*) => {
        with_writer!($db, pool => sqlx::query($sql)
            $(.bind($value))*
            .execute(pool)
            .await
            .map(|done| done.rows_affected()))
    };
}

/// The addresses of all users.
#[derive(Debug, Clone)]
pub struct MailAddresses {
    db: Db,
}

impl MailAddresses {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The user's address.
    pub async fn find(&self, user: &UserId) -> Result<Option<MailAddress>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM mail_addresses WHERE user_id = $1");
        let row: Option<Row> = with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(user.as_str())
            .fetch_optional(pool)
            .await)?;
        row.map(MailAddress::try_from).transpose()
    }

    /// Saves the user's address in place of another one; it waits for its owner.
    pub async fn save(&self, user: &UserId, new: &NewAddress<'_>) -> Result<(), StoreError> {
        let look_at = if new.sends_link { new.asked_at } else { 0 };
        changed!(
            &self.db,
            "INSERT INTO mail_addresses (user_id, closed, state, salt, token_hash, asked_at, told_until, telling_until, \
             sent_at, look_at, failures) VALUES ($1, $2, 'waiting', $3, $4, $5, $5, 0, 0, $6, 0) \
             ON CONFLICT (user_id) DO UPDATE SET closed = excluded.closed, state = excluded.state, \
             salt = excluded.salt, token_hash = excluded.token_hash, asked_at = excluded.asked_at, \
             told_until = excluded.told_until, telling_until = 0, look_at = excluded.look_at, failures = 0",
            user.as_str(),
            new.closed.as_str(),
            new.salt,
            new.token_hash,
            new.asked_at,
            look_at
        )?;
        Ok(())
    }

    /// Deletes the user's address; returns whether there was one.
    pub async fn erase(&self, user: &UserId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM mail_addresses WHERE user_id = $1";
        Ok(changed!(&self.db, sql, user.as_str())? > 0)
    }

    /// Deletes addresses that have waited for their owners since before a moment.
    pub async fn forget_waiting(&self, asked_before: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM mail_addresses WHERE state = 'waiting' AND asked_at < $1";
        changed!(&self.db, sql, asked_before)?;
        Ok(())
    }

    /// The owner of the token says that the address is right: what ends from now on is sent, first looked for at
    /// `look_at`. Returns what holds then; none if there is no such token.
    pub async fn confirm(
        &self,
        token_hash: &str,
        now: i64,
        look_at: i64,
    ) -> Result<Option<MailState>, StoreError> {
        changed!(
            &self.db,
            "UPDATE mail_addresses SET state = 'on', told_until = $2, look_at = $3, failures = 0 \
             WHERE token_hash = $1 AND state = 'waiting'",
            token_hash,
            now,
            look_at
        )?;
        self.state(token_hash).await
    }

    /// The owner of the token wants nothing more. Returns what holds then.
    pub async fn stop(&self, token_hash: &str) -> Result<Option<MailState>, StoreError> {
        let sql = "UPDATE mail_addresses SET state = 'off', look_at = 0 WHERE token_hash = $1 AND state <> 'off'";
        changed!(&self.db, sql, token_hash)?;
        self.state(token_hash).await
    }

    /// The owner of the token wants e-mails again: of what ended since `since` and was not sent. Returns what holds then.
    pub async fn start(
        &self,
        token_hash: &str,
        since: i64,
        look_at: i64,
    ) -> Result<Option<MailState>, StoreError> {
        changed!(
            &self.db,
            "UPDATE mail_addresses SET state = 'on', telling_until = 0, look_at = $3, failures = 0, \
             told_until = CASE WHEN told_until < $2 THEN $2 ELSE told_until END \
             WHERE token_hash = $1 AND state = 'off'",
            token_hash,
            since,
            look_at
        )?;
        self.state(token_hash).await
    }

    async fn state(&self, token_hash: &str) -> Result<Option<MailState>, StoreError> {
        let state: Option<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT state FROM mail_addresses WHERE token_hash = $1")
            .bind(token_hash)
            .fetch_optional(pool)
            .await)?;
        state.map(|word| MailState::read(&word)).transpose()
    }

    /// Up to `limit` addresses that something may have to be sent to by now, the longest overdue first.
    pub async fn due(&self, now: i64, limit: u32) -> Result<Vec<MailAddress>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM mail_addresses WHERE look_at > 0 AND (look_at <= $1 OR look_at > $2) \
             ORDER BY look_at, user_id LIMIT $3"
        );
        let rows: Vec<Row> = with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(now)
            .bind(now.saturating_add(FURTHEST_US))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await)?;
        rows.into_iter().map(MailAddress::try_from).collect()
    }

    /// To how many addresses sending has failed, and will be tried again.
    pub async fn failing(&self) -> Result<i64, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT count(*) FROM mail_addresses WHERE look_at > 0 AND failures > 0")
            .fetch_one(pool)
            .await)?)
    }

    /// There is nothing to send yet: it is looked at again at `look_at`, with what the caller says was sent and is being
    /// sent. Nothing, if somebody has changed or taken it since it was read.
    pub async fn put_off(&self, seen: &MailAddress, look_at: i64) -> Result<(), StoreError> {
        changed!(
            &self.db,
            "UPDATE mail_addresses SET look_at = $3, told_until = $4, telling_until = $5 \
             WHERE user_id = $1 AND look_at = $2",
            seen.user.as_str(),
            seen.look_at,
            look_at,
            seen.told_until,
            seen.telling_until
        )?;
        Ok(())
    }

    /// Takes an address to send to it, what ended by `telling_until`; others leave it alone until `until`. None if
    /// somebody has changed or taken it since it was read.
    pub async fn claim(
        &self,
        seen: &MailAddress,
        telling_until: i64,
        until: i64,
    ) -> Result<Option<MailAddress>, StoreError> {
        let claimed = changed!(
            &self.db,
            "UPDATE mail_addresses SET look_at = $3, told_until = $4, telling_until = $5 \
             WHERE user_id = $1 AND look_at = $2",
            seen.user.as_str(),
            seen.look_at,
            until,
            seen.told_until,
            telling_until
        )?;
        Ok((claimed > 0).then(|| MailAddress {
            look_at: until,
            telling_until,
            ..seen.clone()
        }))
    }

    /// The link was sent: the address waits for its owner.
    pub async fn link_sent(&self, claimed: &MailAddress) -> Result<(), StoreError> {
        changed!(
            &self.db,
            "UPDATE mail_addresses SET look_at = 0, failures = 0 \
             WHERE user_id = $1 AND look_at = $2 AND state = 'waiting'",
            claimed.user.as_str(),
            claimed.look_at
        )?;
        Ok(())
    }

    /// What had ended was sent. It counts though the owner has stopped it meanwhile.
    pub async fn digest_sent(
        &self,
        claimed: &MailAddress,
        sent_at: i64,
        look_at: i64,
    ) -> Result<(), StoreError> {
        changed!(
            &self.db,
            "UPDATE mail_addresses SET told_until = $2, telling_until = 0, sent_at = $3, failures = 0, \
             look_at = CASE WHEN state = 'on' THEN $4 ELSE look_at END WHERE user_id = $1 AND telling_until = $2",
            claimed.user.as_str(),
            claimed.telling_until,
            sent_at,
            look_at
        )?;
        Ok(())
    }

    /// Sending has failed: it is tried again at `look_at`; the same, if `may_have_come`.
    pub async fn failed(
        &self,
        claimed: &MailAddress,
        may_have_come: bool,
        look_at: i64,
    ) -> Result<(), StoreError> {
        let telling_until = if may_have_come {
            claimed.telling_until
        } else {
            0
        };
        changed!(
            &self.db,
            "UPDATE mail_addresses SET failures = failures + 1, look_at = $3, telling_until = $4 \
             WHERE user_id = $1 AND look_at = $2",
            claimed.user.as_str(),
            claimed.look_at,
            look_at,
            telling_until
        )?;
        Ok(())
    }

    /// The mail server refuses the address for good.
    pub async fn give_up(&self, claimed: &MailAddress) -> Result<(), StoreError> {
        changed!(
            &self.db,
            "UPDATE mail_addresses SET state = 'off', look_at = 0, telling_until = 0 \
             WHERE user_id = $1 AND look_at = $2",
            claimed.user.as_str(),
            claimed.look_at
        )?;
        Ok(())
    }
}
