//! A user's row: the balance as the events up to the checkpoint leave it.

use domain::Credits;
use domain::credit_account::balance::Balance;
use domain::tier::Tier;
use jiff::Timestamp;

use crate::table::view;

view! {
    /// One row a user.
    pub(crate) struct CreditStatusRow: "credit_status" version 1 {
        user_id: String,
        tier: Tier,
        next_tier: Option<Tier>,
        opened_at: Timestamp,
        period: u32,
        period_starts_at: Timestamp,
        monthly: Credits,
        bought: Credits,
        held: Credits,
        total: Credits,
        used: Credits,
    }
}

impl CreditStatusRow {
    /// The row of a user with that balance.
    pub(crate) const fn new(user_id: String, balance: &Balance) -> Self {
        Self {
            user_id,
            tier: balance.tier,
            next_tier: balance.next_tier,
            opened_at: balance.opened_at,
            period: balance.period,
            period_starts_at: balance.period_starts_at,
            monthly: balance.monthly,
            bought: balance.bought,
            held: balance.held,
            total: balance.total,
            used: balance.used,
        }
    }

    /// The balance that the row holds.
    pub(crate) const fn balance(&self) -> Balance {
        Balance {
            tier: self.tier,
            next_tier: self.next_tier,
            opened_at: self.opened_at,
            period: self.period,
            period_starts_at: self.period_starts_at,
            monthly: self.monthly,
            bought: self.bought,
            held: self.held,
            total: self.total,
            used: self.used,
        }
    }
}
