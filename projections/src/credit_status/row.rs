//! A user's row: the balance after the events up to the checkpoint.

use domain::Credits;
use domain::credit_account::balance::Balance;
use domain::tier::Tier;
use jiff::Timestamp;

use crate::table::view;

view! {
    /// One row per user.
    pub(crate) struct CreditStatusRow: "credit_status" version 1 {
        user_id: String,
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
