//! Credit events → one row per user.

use std::borrow::Cow;

use domain::credit_account::balance::Balance;
use domain::credit_account::{CreditEvent, max_saves_after};
use domain::registry::AggregateType;
use store::subscriptions::ProjectError;

use super::row::CreditStatusRow;
use crate::event::Event;
use crate::fold::Fold;

pub(crate) struct CreditStatusView;

impl Fold for CreditStatusView {
    const CONCERNS: &'static [&'static str] = &[AggregateType::CreditAccount.name()];
    type Row = CreditStatusRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(Some(Cow::Borrowed(&event.aggregate_id)))
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        match (row.as_mut(), event.credit()?) {
            (Some(row), credit) => {
                row.max_saves = Some(max_saves_after(
                    row.max_saves(),
                    row.balance.next_tier,
                    credit,
                ));
                row.balance.apply(credit);
            }
            (None, CreditEvent::AccountOpened(opened)) => {
                *row = Some(CreditStatusRow {
                    user_id: event.aggregate_id.clone(),
                    max_saves: Some(opened.tier.max_saves()),
                    balance: Balance::opened(opened),
                });
            }
            (None, _) => return Err(ProjectError::at(event, "the account was never opened")),
        }
        Ok(())
    }
}
