//! The auditor's replay of an account: an entry with the running balance for each event, with all rules of the ledger
//! checked.
//!
//! It does not rely on the aggregate's decisions: a hold settles once, a coupon credits once, nothing goes below zero,
//! and periods follow each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::balance::Balance;
use super::events::{CreditEvent, CreditEventType, CreditsDebited};
use crate::Credits;
use crate::ids::{CouponId, HoldId, SessionKey};

/// One event in the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// What happened.
    pub event: CreditEventType,
    /// The change of the account's credits: grants, coupons and adjustments up, debits and lapses down.
    pub credits: Credits,
    /// The change of the reserved part.
    pub reserved: Credits,
    /// The job it belongs to, if any.
    pub session: Option<SessionKey>,
    /// For people: the period, the coupon's label, or the reason.
    pub note: String,
    /// The balance afterwards.
    pub balance: Balance,
}

impl LedgerEntry {
    /// The entry of the event after `before`. The only rule checked is that the account was opened.
    pub fn after(before: Option<&Balance>, event: &CreditEvent) -> Result<Self, LedgerError> {
        let balance = match (before, event) {
            (Some(before), _) => {
                let mut balance = before.clone();
                balance.apply(event);
                balance
            }
            (None, CreditEvent::AccountOpened(opened)) => Balance::opened(opened),
            (None, _) => return Err(LedgerError::NeverOpened),
        };
        let (credits, reserved) = change(event);
        Ok(Self {
            event: event.into(),
            credits,
            reserved,
            session: session(event),
            note: note(event),
            balance,
        })
    }
}

/// A rule broken by an event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    #[error("the account was never opened")]
    NeverOpened,
    #[error("the account is opened twice")]
    OpenedTwice,
    #[error("period {found} is granted where period {due} is due")]
    PeriodOrder { due: u32, found: u32 },
    #[error("hold {0} is taken while it is open")]
    HoldTakenTwice(HoldId),
    /// More was settled or released than was held; also if the hold was not open.
    #[error("hold {hold} has {left} credits left, not {needed}")]
    HoldExceeded {
        hold: HoldId,
        /// 0 if the hold is not open.
        left: Credits,
        needed: Credits,
    },
    #[error("coupon {} is credited twice", .0.as_str())]
    CouponTwice(CouponId),
    /// The amount must be positive.
    #[error("{0} credits is not an amount")]
    Amount(Credits),
    /// A bucket, or the available balance, is below zero.
    #[error("the balance goes below zero: monthly {monthly}, bought {bought}, reserved {held}")]
    BelowZero {
        monthly: Credits,
        bought: Credits,
        held: Credits,
    },
}

/// An account in the course of its events.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    balance: Option<Balance>,
    next_period: u32,
    holds: BTreeMap<HoldId, Credits>,
    coupons: BTreeSet<CouponId>,
}

impl Ledger {
    /// The balance so far; `None` before the opening.
    pub const fn balance(&self) -> Option<&Balance> {
        self.balance.as_ref()
    }

    /// Applies the next event.
    pub fn take(&mut self, event: &CreditEvent) -> Result<LedgerEntry, LedgerError> {
        self.check(event)?;
        let entry = LedgerEntry::after(self.balance.as_ref(), event)?;
        let balance = self.balance.insert(entry.balance.clone());
        let below = [
            balance.monthly,
            balance.bought,
            balance.held,
            balance.available(),
        ];
        if below.iter().any(|&part| part < 0) {
            return Err(LedgerError::BelowZero {
                monthly: balance.monthly,
                bought: balance.bought,
                held: balance.held,
            });
        }
        Ok(entry)
    }

    fn check(&mut self, event: &CreditEvent) -> Result<(), LedgerError> {
        match event {
            CreditEvent::AccountOpened(_) if self.balance.is_some() => {
                Err(LedgerError::OpenedTwice)
            }
            CreditEvent::AccountOpened(_) => Ok(()),
            _ if self.balance.is_none() => Err(LedgerError::NeverOpened),
            CreditEvent::AllowanceGranted(granted) if granted.period != self.next_period => {
                Err(LedgerError::PeriodOrder {
                    due: self.next_period,
                    found: granted.period,
                })
            }
            CreditEvent::AllowanceGranted(granted) => {
                self.next_period += 1;
                positive(granted.credits)
            }
            CreditEvent::AllowanceLapsed(lapsed) => positive(lapsed.credits),
            CreditEvent::TierChanged(_)
            | CreditEvent::CreditsAdjusted(_)
            | CreditEvent::AccountSuspended(_)
            | CreditEvent::AccountResumed(_)
            | CreditEvent::SessionsEnded(_) => Ok(()),
            CreditEvent::CreditsHeld(held) => {
                positive(held.amount)?;
                match self.holds.insert(held.hold.clone(), held.amount) {
                    None => Ok(()),
                    Some(_) => Err(LedgerError::HoldTakenTwice(held.hold.clone())),
                }
            }
            CreditEvent::CreditsDebited(debit) => self.debit(debit),
            CreditEvent::HoldReleased(released) => self.shrink(&released.hold, released.amount),
            CreditEvent::CouponCredited(credited) => {
                positive(credited.credits)?;
                if self.coupons.insert(credited.coupon.clone()) {
                    Ok(())
                } else {
                    Err(LedgerError::CouponTwice(credited.coupon.clone()))
                }
            }
        }
    }

    fn debit(&mut self, debit: &CreditsDebited) -> Result<(), LedgerError> {
        if debit.from_monthly < 0 || debit.from_monthly > debit.amount {
            return Err(LedgerError::Amount(debit.from_monthly));
        }
        self.shrink(&debit.hold, debit.amount)
    }

    fn shrink(&mut self, hold: &HoldId, needed: Credits) -> Result<(), LedgerError> {
        positive(needed)?;
        let left = self.holds.get(hold).copied().unwrap_or(0);
        if needed > left {
            return Err(LedgerError::HoldExceeded {
                hold: hold.clone(),
                left,
                needed,
            });
        }
        if needed == left {
            self.holds.remove(hold);
        } else {
            self.holds.insert(hold.clone(), left - needed);
        }
        Ok(())
    }
}

const fn positive(credits: Credits) -> Result<(), LedgerError> {
    if credits > 0 {
        Ok(())
    } else {
        Err(LedgerError::Amount(credits))
    }
}

/// The change of the credits and of the reserved part.
const fn change(event: &CreditEvent) -> (Credits, Credits) {
    match event {
        CreditEvent::AccountOpened(_)
        | CreditEvent::TierChanged(_)
        | CreditEvent::AccountSuspended(_)
        | CreditEvent::AccountResumed(_)
        | CreditEvent::SessionsEnded(_) => (0, 0),
        CreditEvent::AllowanceGranted(granted) => (granted.credits, 0),
        CreditEvent::AllowanceLapsed(lapsed) => (-lapsed.credits, 0),
        CreditEvent::CreditsHeld(held) => (0, held.amount),
        CreditEvent::CreditsDebited(debit) => (-debit.amount, -debit.amount),
        CreditEvent::HoldReleased(released) => (0, -released.amount),
        CreditEvent::CouponCredited(credited) => (credited.credits, 0),
        CreditEvent::CreditsAdjusted(adjusted) => (adjusted.credits, 0),
    }
}

fn session(event: &CreditEvent) -> Option<SessionKey> {
    match event {
        CreditEvent::CreditsHeld(held) => Some(held.session),
        CreditEvent::CreditsDebited(debit) => Some(debit.session),
        CreditEvent::HoldReleased(released) => released.hold.session(),
        CreditEvent::AccountOpened(_)
        | CreditEvent::AllowanceGranted(_)
        | CreditEvent::AllowanceLapsed(_)
        | CreditEvent::TierChanged(_)
        | CreditEvent::CouponCredited(_)
        | CreditEvent::CreditsAdjusted(_)
        | CreditEvent::AccountSuspended(_)
        | CreditEvent::AccountResumed(_)
        | CreditEvent::SessionsEnded(_) => None,
    }
}

fn note(event: &CreditEvent) -> String {
    let mut note = String::new();
    // Writing to a string does not fail.
    let _written = match event {
        CreditEvent::AccountOpened(opened) => write!(note, "{} plan", opened.tier),
        CreditEvent::AllowanceGranted(granted) => {
            let starts_at = granted.starts_at.strftime("%F %T");
            write!(note, "period {} from {starts_at}", granted.period)
        }
        CreditEvent::AllowanceLapsed(lapsed) => write!(note, "before period {}", lapsed.period),
        CreditEvent::TierChanged(changed) => write!(
            note,
            "{} to {} ({}) from {}",
            changed.from,
            changed.to,
            changed.reason,
            changed.effective.strftime("%F %T")
        ),
        CreditEvent::CreditsHeld(held) => write!(note, "hold {}", held.hold),
        CreditEvent::CreditsDebited(debit) => {
            let results = if debit.results == 1 {
                "result"
            } else {
                "results"
            };
            write!(note, "{} {results} ({})", debit.results, debit.kind)
        }
        CreditEvent::HoldReleased(released) => {
            write!(note, "{}: hold {}", released.reason, released.hold)
        }
        CreditEvent::CouponCredited(credited) => write!(note, "coupon {}", credited.label),
        CreditEvent::CreditsAdjusted(adjusted) => {
            write!(note, "{} by {}", adjusted.reason, adjusted.by)
        }
        // The operator's note is not for the user, who reads this too.
        CreditEvent::AccountSuspended(_) | CreditEvent::AccountResumed(_) => Ok(()),
        CreditEvent::SessionsEnded(ended) => {
            write!(note, "begun before {}", ended.not_before.strftime("%F %T"))
        }
    };
    note
}
