//! A user's balance as it stands at a moment: periods that have begun since the last event are
//! counted as granted, as the next command will grant them.

use domain::Credits;
use domain::credit_account::period::PeriodState;
use domain::tier::Tier;
use jiff::Timestamp;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::project::{CreditStatusRow, CreditStatusView};
use crate::fold::Fold;
use crate::view::table;

/// A balance.
#[derive(Debug, Clone, PartialEq)]
pub struct CreditStatus {
    /// The plan.
    pub tier: Tier,
    /// What can be spent now.
    pub available: Credits,
    /// This period's allowance, what rolled over, and what was bought at its start and since.
    pub total: Credits,
    /// Debited in this period.
    pub used: Credits,
    /// Start of this period.
    pub period_starts_at: Timestamp,
}

impl CreditStatus {
    /// Used credits as a share of the total, in percent with two decimals; 0 where the total is 0.
    pub fn percentage_used(&self) -> f64 {
        if self.total == 0 {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "credits are far below 2^52")]
        let share = self.used as f64 / self.total as f64;
        (share * 10_000.0).round() / 100.0
    }
}

/// Reads balances.
#[derive(Debug, Clone)]
pub struct CreditStatusQuery {
    db: Db,
}

impl CreditStatusQuery {
    /// Over the read models in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The balance of a user at `now`; nothing where the user has no account.
    pub async fn at(&self, user: &str, now: Timestamp) -> Result<Option<CreditStatus>, StoreError> {
        let sql = format!(
            "SELECT {} FROM {} WHERE user_id = $1",
            CreditStatusView::COLUMNS.join(", "),
            table::<CreditStatusView>()
        );
        let row: Option<CreditStatusRow> = with_reader!(&self.db, pool =>
            sqlx::query_as(&sql).bind(user).fetch_optional(pool).await)?;
        row.map(|row| status(&row, now)).transpose()
    }
}

pub(super) fn status(row: &CreditStatusRow, now: Timestamp) -> Result<CreditStatus, StoreError> {
    let damaged = |what: String| StoreError::Damaged(format!("credit status: {what}"));
    let time = |micros| Timestamp::from_microsecond(micros).map_err(|e| damaged(e.to_string()));
    let tier: Tier = row.tier.parse().map_err(|e| damaged(format!("{e}")))?;
    let mut state = PeriodState {
        opened_at: time(row.opened_at)?,
        tier,
        next_tier: row
            .next_tier
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|e| damaged(format!("{e}")))?,
        period: u32::try_from(row.period).map_err(|e| damaged(e.to_string()))?,
        monthly: row.monthly,
        held: row.held,
    };
    let mut status = CreditStatus {
        tier,
        available: 0,
        total: row.total,
        used: row.used,
        period_starts_at: time(row.period_starts_at)?,
    };
    while let Some(step) = state.next_due(now) {
        status.tier = state.tier;
        status.period_starts_at = step.granted.starts_at;
        status.total = state.monthly + row.bought;
        status.used = 0;
    }
    status.available = state.monthly + row.bought - row.held;
    Ok(status)
}
