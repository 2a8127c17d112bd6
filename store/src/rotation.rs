//! Replacing the secret key: one transaction under the append lock. From then on processes that began with the former
//! key append nothing.
//!
//! What the former key has sealed stays as it is, and is judged with it. The chain over the log says where that ends:
//! with a note that both keys have sealed. Heads, which are the ends of chains that go on, are sealed anew where they are
//! right; one that is wrong stays wrong. Users' keys are wrapped anew. Snapshots go, since they only save time.

use std::time::Duration;

use domain::ids::UserId;
use domain::registry::AggregateType;

use crate::db::{Storage, Tx};
use crate::error::StoreError;
use crate::installation;
use crate::links::{End, Kind, LONGEST, Links, insert, last_within, rotation_note};
use crate::log::EventLog;
use crate::seals::{SealKey, detach};
use crate::user_keys::WrappingKey;
use crate::with_tx;

/// Rows read, and events linked, at a time.
const PORTION: usize = 10 * LONGEST;
/// Rows per statement.
const ROWS_PER_STATEMENT: usize = 2_000;

/// A key that is being replaced, or its successor.
#[derive(Debug, Clone)]
pub struct Secret {
    /// Names the secret that the others are derived from.
    pub fingerprint: String,
    pub seals: SealKey,
    /// The successor's also opens what the former has wrapped.
    pub wrapping: WrappingKey,
}

/// What was done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rotated {
    /// How many events the log has, all of them linked.
    pub events: u64,
    pub heads: u64,
    /// Heads that contradict their streams, which were left as they are.
    pub wrong_heads: u64,
    pub user_keys: u64,
}

/// Replaces the key. Fails, with everything as it was, if the log does not belong to `from`.
pub async fn rotate(
    storage: &Storage,
    log: &EventLog,
    from: &Secret,
    to: &Secret,
) -> Result<Rotated, StoreError> {
    log.settle(Duration::ZERO).await?;
    let adopts = Links::new(storage.log.clone()).adopts().await?;
    let mut tx = storage.log.begin().await?;
    tx.lift_time_limits().await?;
    EventLog::lock_appends(&mut tx).await?;
    if installation::owner_within(&mut tx).await?.as_deref() != Some(&from.fingerprint) {
        return Err(StoreError::Configuration(
            "The secret key was replaced by somebody else just now: nothing was changed."
                .to_owned(),
        ));
    }
    let end = link_rest(&mut tx, log, adopts, &from.seals).await?;
    let note = rotation_note(from.seals.id(), to.seals.id());
    let last = end.note(&from.seals, Kind::Rotated, &note);
    let first = End::from(&last).note(&to.seals, Kind::Rotated, &note);
    insert(&mut tx, &[last, first]).await?;
    let (heads, wrong_heads) = reseal_heads(&mut tx, log, &from.seals, &to.seals).await?;
    let user_keys = rewrap(&mut tx, &to.wrapping).await?;
    tx.run_script("DELETE FROM aggregate_snapshots").await?;
    installation::change_owner(&mut tx, &to.fingerprint).await?;
    tx.commit().await?;
    Ok(Rotated {
        events: end.events,
        heads,
        wrong_heads,
        user_keys,
    })
}

/// Links what is not linked yet, with the former key. Nobody appends meanwhile.
async fn link_rest(
    tx: &mut Tx,
    log: &EventLog,
    adopts: u64,
    key: &SealKey,
) -> Result<End, StoreError> {
    let last = last_within(tx).await?;
    let mut end = last.as_ref().map(End::from).unwrap_or_default();
    loop {
        let events = log.read_many_after(end.at, PORTION).await?;
        let links = end.links_over(&events, adopts, key);
        let Some(last) = links.last() else {
            return Ok(end);
        };
        end = End::from(last);
        insert(tx, &links).await?;
    }
}

/// Returns how many heads were sealed anew, and how many are wrong.
async fn reseal_heads(
    tx: &mut Tx,
    log: &EventLog,
    from: &SealKey,
    to: &SealKey,
) -> Result<(u64, u64), StoreError> {
    let (mut resealed, mut wrong) = (0, 0);
    for aggregate in AggregateType::sealed() {
        let mut after = String::new();
        loop {
            let of = aggregate.name();
            let heads = log
                .stream_heads_after(of, &after, ROWS_PER_STATEMENT)
                .await?;
            let Some(last) = heads.last() else { break };
            after.clone_from(&last.aggregate_id);
            for head in heads {
                let id = &head.aggregate_id;
                let last = log.read_last_of(of, id, 1).await?;
                let last = last.first().and_then(|event| {
                    let (_, seal) = detach(&event.metadata)?;
                    Some((event.sequence, seal))
                });
                let right = last.filter(|(events, seal)| {
                    *events == head.events
                        && from.head(of, id, *events, *seal).to_string() == head.seal
                });
                let Some((events, seal)) = right else {
                    wrong += 1;
                    continue;
                };
                let seal = to.head(of, id, events, seal).to_string();
                with_tx!(&mut *tx, conn => sqlx::query(
                    "UPDATE stream_heads SET seal = $3 WHERE aggregate_type = $1 AND aggregate_id = $2")
                    .bind(of)
                    .bind(id)
                    .bind(seal)
                    .execute(conn)
                    .await
                    .map(drop))?;
                resealed += 1;
            }
        }
    }
    Ok((resealed, wrong))
}

/// Returns how many users' keys were wrapped anew. One that no key opens stays as it is.
async fn rewrap(tx: &mut Tx, wrapping: &WrappingKey) -> Result<u64, StoreError> {
    let mut rewrapped = 0;
    let mut after = String::new();
    loop {
        let rows: Vec<(String, String)> = with_tx!(&mut *tx, conn => sqlx::query_as(
            "SELECT user_id, wrapped FROM user_keys WHERE user_id > $1 ORDER BY user_id LIMIT $2")
            .bind(&after)
            .bind(i64::try_from(ROWS_PER_STATEMENT).unwrap_or(i64::MAX))
            .fetch_all(conn)
            .await)?;
        let Some((last, _)) = rows.last() else {
            return Ok(rewrapped);
        };
        after.clone_from(last);
        for (user, wrapped) in rows {
            let owner = UserId::new(user.as_str());
            let owner = owner.map_err(|error| StoreError::Damaged(error.to_string()))?;
            let Some(wrapped) = wrapping.rewrap(&owner, &wrapped) else {
                continue;
            };
            with_tx!(&mut *tx, conn =>
                sqlx::query("UPDATE user_keys SET wrapped = $2 WHERE user_id = $1")
                    .bind(&user)
                    .bind(wrapped)
                    .execute(conn)
                    .await
                    .map(drop))?;
            rewrapped += 1;
        }
    }
}
