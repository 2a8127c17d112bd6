//! Debits, for every view that shows what a session costs.

use std::borrow::Cow;

use domain::credit_account::{CreditEvent, CreditsDebited};
use domain::registry::AnyEvent;
use store::subscriptions::ProjectError;

use crate::event::Event;

/// The debit that an account's event is, if it is one.
pub(crate) const fn debit(event: &CreditEvent) -> Option<&CreditsDebited> {
    match event {
        CreditEvent::CreditsDebited(debit) => Some(debit),
        CreditEvent::AccountOpened(_)
        | CreditEvent::AllowanceGranted(_)
        | CreditEvent::AllowanceLapsed(_)
        | CreditEvent::TierChanged(_)
        | CreditEvent::CreditsHeld(_)
        | CreditEvent::HoldReleased(_)
        | CreditEvent::CouponCredited(_)
        | CreditEvent::CreditsAdjusted(_) => None,
    }
}

/// The session whose row an event changes: a job's own, or the one that is paid for.
pub(crate) fn session_of<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
    Ok(match event.decoded()? {
        AnyEvent::ScrapeJob(_) => Some(Cow::Borrowed(&event.aggregate_id)),
        AnyEvent::CreditAccount(credit) => {
            debit(credit).map(|debit| Cow::Owned(debit.session.to_string()))
        }
        AnyEvent::Coupon(_) | AnyEvent::CompanyList(_) | AnyEvent::AccountRecord(_) => None,
    })
}
