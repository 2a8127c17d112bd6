//! The read model's side of an audit: rows with their checkpoint, and how a row differs from the ledger. Nothing is
//! compared while another version's table answers, whose rules were different, or while the log has lost events of which
//! rows were made.

use std::collections::HashMap;

use domain::credit_account::balance::Balance;
use jiff::Timestamp;
use store::StoreError;
use store::db::{Storage, Tx};
use store::log::Cursor;
use store::subscriptions::Checkpoints;
use store::with_tx;

use crate::credit_status::CreditStatusRow;
use crate::serving::is_current;
use crate::table::{Row, select};

/// The user's row, if any, and its checkpoint.
pub(super) async fn row_of(
    storage: &Storage,
    user: &str,
) -> Result<Option<(Cursor, Option<CreditStatusRow>)>, StoreError> {
    let mut tx = storage.views.begin_snapshot().await?;
    let Some(at) = position(&mut tx).await? else {
        return Ok(None);
    };
    let sql = format!("{} WHERE user_id = $1", all());
    let row = with_tx!(&mut tx, conn =>
        sqlx::query_as(&sql).bind(user).fetch_optional(conn).await)?;
    Ok(Some((at, row)))
}

/// The checkpoint of the rows; none while they are not to be compared.
async fn position(tx: &mut Tx) -> Result<Option<Cursor>, StoreError> {
    if !is_current::<CreditStatusRow>(tx).await? {
        return Ok(None);
    }
    let at = Checkpoints::at(tx, CreditStatusRow::TABLE).await?;
    Ok((at != Cursor::BEYOND).then_some(at))
}

pub(super) type Rows = HashMap<String, CreditStatusRow>;

/// All rows by user, and their checkpoint.
pub(super) async fn all_rows(storage: &Storage) -> Result<Option<(Cursor, Rows)>, StoreError> {
    let mut tx = storage.views.begin_snapshot().await?;
    let Some(at) = position(&mut tx).await? else {
        return Ok(None);
    };
    let rows: Vec<CreditStatusRow> =
        with_tx!(&mut tx, conn => sqlx::query_as(&all()).fetch_all(conn).await)?;
    let rows = rows.into_iter().map(|row| (row.user_id.clone(), row));
    Ok(Some((at, rows.collect())))
}

fn all() -> String {
    select::<CreditStatusRow>(CreditStatusRow::TABLE, CreditStatusRow::VERSION)
}

/// The first field in which the row differs from the ledger's balance.
pub(super) fn difference(
    balance: Option<&Balance>,
    row: Option<&CreditStatusRow>,
) -> Option<String> {
    let (balance, row) = match (balance, row) {
        (None, None) => return None,
        (None, Some(_)) => return Some(NO_EVENTS.to_owned()),
        (Some(_), None) => return Some("the read model has no row".to_owned()),
        (Some(balance), Some(row)) => (balance, row),
    };
    fields(balance)
        .into_iter()
        .zip(fields(&row.balance))
        .find(|(ledger, shown)| ledger != shown)
        .map(|((field, ledger), (_, shown))| {
            format!("the read model has {field} = {shown}, the ledger {ledger}")
        })
}

/// The finding for a row of an account that is not in the log.
pub(super) const NO_EVENTS: &str = "the read model has a balance, the log has no events";

fn fields(balance: &Balance) -> [(&'static str, String); 10] {
    let next = balance
        .next_tier
        .map_or_else(|| "none".to_owned(), |tier| tier.to_string());
    [
        ("tier", balance.tier.to_string()),
        ("next_tier", next),
        ("opened_at", micros(balance.opened_at)),
        ("period", balance.period.to_string()),
        ("period_starts_at", micros(balance.period_starts_at)),
        ("monthly", balance.monthly.to_string()),
        ("bought", balance.bought.to_string()),
        ("held", balance.held.to_string()),
        ("total", balance.total.to_string()),
        ("used", balance.used.to_string()),
    ]
}

/// In whole microseconds, as in the read model.
fn micros(at: Timestamp) -> String {
    Timestamp::from_microsecond(at.as_microsecond())
        .unwrap_or(at)
        .to_string()
}
