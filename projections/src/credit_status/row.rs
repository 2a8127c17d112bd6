//! A user's row: the balance after the events up to the checkpoint.

use domain::Credits;
use domain::credit_account::balance::Balance;
use domain::tier::Tier;
use jiff::Timestamp;

use crate::table::view;

view! {
    /// One row per user.
    pub(crate) struct CreditStatusRow: "credit_status" version 2 {
        user_id: String,
        /// How many companies the user may save.
        #[since(2)]
        max_saves: Option<u32>,
        ..balance: Balance {
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
}

impl CreditStatusRow {
    /// How many companies the user may save. The former table does not know how the plan was come by.
    pub(super) fn max_saves(&self) -> u32 {
        let known = self.max_saves;
        known.unwrap_or_else(|| self.balance.tier.max_saves())
    }
}
