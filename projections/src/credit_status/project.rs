//! Credit events → one row a user.

use std::borrow::Cow;

use cqrs_es::Aggregate;
use domain::credit_account::balance::Balance;
use domain::credit_account::{CreditAccount, CreditEvent};
use jiff::Timestamp;
use sqlx::FromRow;
use store::StoreError;
use store::subscriptions::ProjectError;

use super::query::Account;
use crate::event::Event;
use crate::fold::{Fold, Value};

pub(crate) struct CreditStatusView;

/// A row of the table; times in microseconds since the epoch.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub(crate) struct CreditStatusRow {
    pub(crate) user_id: String,
    pub(crate) tier: String,
    pub(crate) next_tier: Option<String>,
    pub(crate) opened_at: i64,
    pub(crate) period: i64,
    pub(crate) period_starts_at: i64,
    pub(crate) monthly: i64,
    pub(crate) bought: i64,
    pub(crate) held: i64,
    pub(crate) total: i64,
    pub(crate) used: i64,
}

impl Fold for CreditStatusView {
    const NAME: &'static str = "credit_status";
    const VERSION: u32 = 1;
    const CHECKPOINT: &'static str = super::CHECKPOINT;
    const SCHEMA: &'static str = include_str!("../../../migrations/views/credit_status.sql");
    const COLUMNS: &'static [&'static str] = &[
        "user_id",
        "tier",
        "next_tier",
        "opened_at",
        "period",
        "period_starts_at",
        "monthly",
        "bought",
        "held",
        "total",
        "used",
    ];
    type Row = CreditStatusRow;
    type State = Account;

    fn concerns(aggregate_type: &str) -> bool {
        aggregate_type == CreditAccount::TYPE
    }

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(Some(Cow::Borrowed(&event.aggregate_id)))
    }

    fn state(row: Self::Row) -> Result<Self::State, StoreError> {
        let balance = row.balance()?;
        Ok(Account {
            user_id: row.user_id,
            balance,
        })
    }

    fn apply(state: &mut Option<Self::State>, event: &Event<'_>) -> Result<(), ProjectError> {
        match (state, event.credit()?) {
            (Some(account), credit) => account.balance.apply(credit),
            (state, CreditEvent::AccountOpened(opened)) => {
                *state = Some(Account {
                    user_id: event.aggregate_id.clone(),
                    balance: Balance::opened(opened),
                });
            }
            _ => return Err(ProjectError::at(event, "the account was never opened")),
        }
        Ok(())
    }

    fn values(account: Self::State) -> Vec<Value> {
        let balance = account.balance;
        vec![
            account.user_id.into(),
            balance.tier.to_string().into(),
            balance.next_tier.map(|tier| tier.to_string()).into(),
            balance.opened_at.as_microsecond().into(),
            i64::from(balance.period).into(),
            balance.period_starts_at.as_microsecond().into(),
            balance.monthly.into(),
            balance.bought.into(),
            balance.held.into(),
            balance.total.into(),
            balance.used.into(),
        ]
    }

    fn state_key(account: &Self::State) -> &str {
        &account.user_id
    }
}

impl CreditStatusRow {
    /// The balance that the row holds.
    pub(crate) fn balance(&self) -> Result<Balance, DamagedRow> {
        let time = |micros| Timestamp::from_microsecond(micros).map_err(|_| DamagedRow("time"));
        let tier = |text: &str| text.parse().map_err(|_| DamagedRow("tier"));
        Ok(Balance {
            tier: tier(&self.tier)?,
            next_tier: self.next_tier.as_deref().map(tier).transpose()?,
            opened_at: time(self.opened_at)?,
            period: u32::try_from(self.period).map_err(|_| DamagedRow("period"))?,
            period_starts_at: time(self.period_starts_at)?,
            monthly: self.monthly,
            bought: self.bought,
            held: self.held,
            total: self.total,
            used: self.used,
        })
    }
}

/// A row that no event could have made.
#[derive(Debug, thiserror::Error)]
#[error("the stored row's {0} cannot be read")]
pub(crate) struct DamagedRow(&'static str);

impl From<DamagedRow> for StoreError {
    fn from(row: DamagedRow) -> Self {
        Self::Damaged(format!("credit status: {row}"))
    }
}
