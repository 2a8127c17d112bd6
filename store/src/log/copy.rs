//! Reading many events from PostgreSQL: COPY's binary rows, which cost both sides less than a query's.

use futures::TryStreamExt;
use sqlx::postgres::PgPoolCopyExt;

use super::cursor::Cursor;
use super::recorded::RecordedEvent;
use super::sql::EVENT_COLUMNS;
use crate::db::{Server, in_time};
use crate::error::StoreError;

/// What a binary copy starts with, before its flags and the length of what extends its header.
const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0";
/// Replaces a row's number of columns at the end.
const END: i16 = -1;
const COLUMNS: i16 = 9;

/// Up to `limit` events after `cursor`, in order.
pub(super) async fn all_after(
    server: &Server,
    cursor: Cursor,
    limit: usize,
) -> Result<Vec<RecordedEvent>, StoreError> {
    // COPY takes no parameters; these are numbers.
    let sql = format!(
        "COPY (SELECT {EVENT_COLUMNS} FROM events WHERE position > {} ORDER BY position LIMIT {limit}) \
         TO STDOUT (FORMAT BINARY)",
        cursor.position()
    );
    let copying = async {
        let mut copied = Vec::new();
        let mut chunks = server.pool.copy_out_raw(&sql).await?;
        while let Some(chunk) = chunks.try_next().await? {
            copied.extend_from_slice(&chunk);
        }
        Ok(copied)
    };
    let copied = in_time(server.limits.answer(), copying).await?;
    rows(&copied).ok_or_else(|| StoreError::Damaged("COPY answered in an unknown form".to_owned()))
}

fn rows(copied: &[u8]) -> Option<Vec<RecordedEvent>> {
    let mut rest = Rest(copied);
    if rest.bytes(SIGNATURE.len())? != SIGNATURE {
        return None;
    }
    let [_flags, extension] = [rest.i32()?, rest.i32()?];
    rest.bytes(usize::try_from(extension).ok()?)?;
    let mut events = Vec::new();
    loop {
        match rest.i16()? {
            COLUMNS => events.push(rest.event()?),
            END => return Some(events),
            _ => return None,
        }
    }
}

/// The unread rest. Every read returns none if it does not fit.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    /// The columns in the order of [`EVENT_COLUMNS`].
    fn event(&mut self) -> Option<RecordedEvent> {
        Some(RecordedEvent {
            cursor: Cursor::from_position(self.number()?),
            aggregate_type: self.text()?,
            aggregate_id: self.text()?,
            sequence: self.number()?.unsigned_abs(),
            event_type: self.text()?,
            event_version: self.text()?,
            payload: self.text()?,
            metadata: self.text()?,
            recorded_at: self.number()?,
        })
    }

    fn number(&mut self) -> Option<i64> {
        let length = self.i32()?;
        let bytes = self.bytes(usize::try_from(length).ok()?)?;
        bytes.try_into().ok().map(i64::from_be_bytes)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.i32()?;
        let bytes = self.bytes(usize::try_from(length).ok()?)?;
        std::str::from_utf8(bytes).ok().map(str::to_owned)
    }

    fn i16(&mut self) -> Option<i16> {
        self.array().map(i16::from_be_bytes)
    }

    fn i32(&mut self) -> Option<i32> {
        self.array().map(i32::from_be_bytes)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test code")]

    use super::*;

    fn copy_of_one() -> Vec<u8> {
        let mut copied = SIGNATURE.to_vec();
        copied.extend([0; 8]);
        copied.extend(COLUMNS.to_be_bytes());
        let field = |copied: &mut Vec<u8>, bytes: &[u8]| {
            copied.extend(i32::try_from(bytes.len()).unwrap().to_be_bytes());
            copied.extend(bytes);
        };
        field(&mut copied, &7_i64.to_be_bytes());
        field(&mut copied, b"Account");
        field(&mut copied, "ünïcode".as_bytes());
        field(&mut copied, &3_i64.to_be_bytes());
        for text in ["Paid", "1.0.0", "{}", ""] {
            field(&mut copied, text.as_bytes());
        }
        field(&mut copied, &(-5_i64).to_be_bytes());
        copied.extend(END.to_be_bytes());
        copied
    }

    #[test]
    fn a_row_is_read_and_a_part_of_one_is_not() {
        let copied = copy_of_one();
        let event = &rows(&copied).unwrap()[0];
        assert_eq!(event.cursor, Cursor::from_position(7));
        assert_eq!(event.aggregate_id, "ünïcode");
        assert_eq!((event.sequence, event.recorded_at), (3, -5));
        assert_eq!((&*event.payload, &*event.metadata), ("{}", ""));
        for length in 0..copied.len() {
            assert_eq!(rows(&copied[..length]), None, "{length}");
        }
    }
}
