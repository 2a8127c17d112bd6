//! The links of the whole log's chain among the events: a link's line follows its last event.

use serde::{Deserialize, Serialize};

use crate::db::Tx;
use crate::error::StoreError;
use crate::links::{Kind, Link, LinkQueue, adopt, after_within, insert};
use crate::log::Cursor;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LinkLine {
    link: Text,
}

/// A link without its place, which the store that imports it may give it anew.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    number: u64,
    kind: String,
    events: u64,
    digest: String,
    note: String,
    key: String,
    seal: String,
}

pub(crate) fn to_line(link: &Link) -> String {
    let link = Text {
        number: link.number,
        kind: link.kind.name().to_owned(),
        events: link.events,
        digest: link.digest.to_string(),
        note: link.note.clone(),
        key: link.key.clone(),
        seal: link.seal.to_string(),
    };
    serde_json::to_string(&LinkLine { link }).expect("strings and numbers: always JSON")
}

/// None if the line is something else; an error if it is a link that cannot be read. Its last event is at `ends_at`.
pub(crate) fn from_line(line: &str, ends_at: Cursor) -> Option<Result<Link, String>> {
    line.starts_with("{\"link\"")
        .then(|| parse(line, ends_at).ok_or_else(|| "this is not a link".to_owned()))
}

fn parse(line: &str, ends_at: Cursor) -> Option<Link> {
    let LinkLine { link } = serde_json::from_str(line).ok()?;
    Some(Link {
        number: link.number,
        kind: Kind::from_name(&link.kind)?,
        events: link.events,
        digest: link.digest.parse().ok()?,
        note: link.note,
        key: link.key,
        seal: link.seal.parse().ok()?,
        ends_at,
    })
}

/// Stores the links of imported events. A file without any is from a log without a chain: its events are linked as they
/// were found.
pub(crate) async fn insert_all(tx: &mut Tx, chain: &[Link], events: u64) -> Result<(), StoreError> {
    if chain.is_empty() {
        adopt(tx, events).await?;
    }
    insert(tx, chain).await
}

/// Reads the stored links of events up to `end`, and a few more.
pub(crate) async fn read_to(
    queue: &mut LinkQueue,
    tx: &mut Tx,
    end: Cursor,
) -> Result<(), StoreError> {
    while let Some(after) = queue.lacks(end) {
        let portion = after_within(tx, after, LinkQueue::PORTION).await?;
        if !queue.add(portion) {
            break;
        }
    }
    Ok(())
}
