//! Credit events → one row a user.

use cqrs_es::Aggregate;
use domain::codec::StoredEvent;
use domain::credit_account::{CreditAccount, CreditEvent, TierChangeReason, TierChanged};
use domain::tier::Tier;
use sqlx::FromRow;
use store::log::RecordedEvent;
use store::subscriptions::ProjectError;

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

    fn concerns(aggregate_type: &str) -> bool {
        aggregate_type == CreditAccount::TYPE
    }

    fn key(event: &RecordedEvent) -> Result<Option<String>, ProjectError> {
        Ok(Some(event.aggregate_id.clone()))
    }

    fn apply(row: Option<Self::Row>, recorded: &RecordedEvent) -> Result<Self::Row, ProjectError> {
        let event = CreditEvent::decode(
            &recorded.event_type,
            &recorded.event_version,
            &recorded.payload,
        )
        .map_err(|error| ProjectError::at(recorded, error))?;
        let mut row = match (row, &event) {
            (Some(row), _) => row,
            (None, CreditEvent::AccountOpened(opened)) => CreditStatusRow {
                user_id: recorded.aggregate_id.clone(),
                tier: opened.tier.to_string(),
                next_tier: None,
                opened_at: opened.opened_at.as_microsecond(),
                period: 0,
                period_starts_at: opened.opened_at.as_microsecond(),
                monthly: 0,
                bought: 0,
                held: 0,
                total: 0,
                used: 0,
            },
            (None, _) => {
                return Err(ProjectError::at(recorded, "the account was never opened"));
            }
        };
        row.take(event);
        Ok(row)
    }

    fn values(row: Self::Row) -> Vec<Value> {
        vec![
            row.user_id.into(),
            row.tier.into(),
            row.next_tier.into(),
            row.opened_at.into(),
            row.period.into(),
            row.period_starts_at.into(),
            row.monthly.into(),
            row.bought.into(),
            row.held.into(),
            row.total.into(),
            row.used.into(),
        ]
    }

    fn row_key(row: &Self::Row) -> &str {
        &row.user_id
    }
}

impl CreditStatusRow {
    fn take(&mut self, event: CreditEvent) {
        match event {
            CreditEvent::AccountOpened(_) => {}
            CreditEvent::AllowanceLapsed(lapsed) => self.monthly -= lapsed.credits,
            CreditEvent::AllowanceGranted(granted) => {
                self.period = i64::from(granted.period);
                self.period_starts_at = granted.starts_at.as_microsecond();
                self.monthly += granted.credits;
                self.total = self.monthly + self.bought;
                self.used = 0;
                if let Some(next) = self.next_tier.take() {
                    self.tier = next;
                }
            }
            CreditEvent::TierChanged(changed) => self.change_tier(&changed),
            CreditEvent::CreditsHeld(held) => self.held += held.amount,
            CreditEvent::CreditsDebited(debit) => {
                self.monthly -= debit.from_monthly;
                self.bought -= debit.amount - debit.from_monthly;
                self.held -= debit.amount;
                self.used += debit.amount;
            }
            CreditEvent::HoldReleased(released) => self.held -= released.amount,
            CreditEvent::CouponCredited(credited) => {
                self.bought += credited.credits;
                self.total += credited.credits;
            }
            CreditEvent::CreditsAdjusted(adjusted) => {
                self.monthly += adjusted.from_monthly;
                self.bought += adjusted.credits - adjusted.from_monthly;
                self.total += adjusted.credits;
            }
        }
    }

    fn change_tier(&mut self, changed: &TierChanged) {
        match changed.reason {
            TierChangeReason::PlanChange => {
                let to = changed.to.to_string();
                self.next_tier = (to != self.tier).then_some(to);
            }
            TierChangeReason::SignInClaim | TierChangeReason::Coupon => {
                self.tier = changed.to.to_string();
                let waiting = self
                    .next_tier
                    .as_deref()
                    .and_then(|tier| tier.parse::<Tier>().ok());
                if waiting.is_some_and(|waiting| waiting <= changed.to) {
                    self.next_tier = None;
                }
            }
        }
    }
}
