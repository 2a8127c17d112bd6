//! Credit events → one row a user.

use std::borrow::Cow;

use domain::credit_account::CreditEvent;
use domain::credit_account::balance::Balance;
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
        let user_id = || event.aggregate_id.clone();
        let (user_id, balance) = match (row.take(), event.credit()?) {
            (Some(row), credit) => {
                let mut balance = row.balance();
                balance.apply(credit);
                (row.user_id, balance)
            }
            (None, CreditEvent::AccountOpened(opened)) => (user_id(), Balance::opened(opened)),
            (None, _) => return Err(ProjectError::at(event, "the account was never opened")),
        };
        *row = Some(CreditStatusRow::new(user_id, &balance));
        Ok(())
    }
}
