//! A log with many accounts: opened, with their first allowance, as the product's own events.

use domain::codec::StoredEvent;
use domain::credit_account::{AccountOpened, AllowanceGranted, CreditEvent};
use domain::tier::Tier;
use jiff::Timestamp;
use sqlx::{Connection, PgConnection};

use crate::error::BenchError;
use crate::rounds::progress;
use crate::workload;

/// The accounts' group (see [`workload::user`]).
pub(crate) const GROUP: &str = "m-";
/// Accounts per statement.
const STEP: u32 = 100_000;

/// Two events for each account, in the order in which the accounts would have been opened.
const FILL: &str = "INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata)
    SELECT 'CreditAccount', 'auth0|' || $1 || lpad(number::text, 20, '0'), event.sequence,
           event.name, event.version, event.payload::json, $8::json
      FROM generate_series($9::bigint, $10::bigint) AS number,
           (VALUES (1, $2, $3, $4), (2, $5, $6, $7)) AS event(sequence, name, version, payload)
     ORDER BY number, event.sequence";

/// Fills the empty log of the database at `url` with `accounts` accounts, then vacuums and checkpoints.
pub(crate) async fn fill(url: &str, accounts: u32) -> Result<(), BenchError> {
    let now = Timestamp::now();
    let tier = Tier::Enterprise;
    let opened = CreditEvent::from(AccountOpened {
        tier,
        opened_at: now,
    });
    let granted = CreditEvent::from(AllowanceGranted {
        period: 0,
        starts_at: now,
        credits: tier.monthly_allowance(),
    });
    let mut connection = PgConnection::connect(url).await?;
    for first in (0..accounts).step_by(STEP as usize) {
        progress(format_args!(
            "filling the log: {first} of {accounts} accounts"
        ));
        let last = accounts.min(first + STEP) - 1;
        let mut fill = sqlx::query(FILL).bind(GROUP);
        for event in [&opened, &granted] {
            fill = fill
                .bind(event.name())
                .bind(event.version())
                .bind(event.encode());
        }
        fill.bind(workload::metadata_json(workload::session(0)))
            .bind(i64::from(first))
            .bind(i64::from(last))
            .execute(&mut connection)
            .await?;
    }
    // Otherwise the measurement would pay for work that the filling left behind.
    for settle in ["VACUUM ANALYZE events", "CHECKPOINT"] {
        sqlx::query(settle).execute(&mut connection).await?;
    }
    Ok(())
}
