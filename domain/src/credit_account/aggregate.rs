//! Grants what is due, decides, and applies. Deciding may refuse; `apply` never fails.

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use jiff::Timestamp;

use super::commands::CreditCommand;
use super::error::CreditRefusal;
use super::events::{CreditEvent, CreditsDebited, TierChangeReason, TierChanged};
use super::saves::max_saves_after;
use super::state::{CreditAccount, Hold};
use crate::Credits;
use crate::codec::{EventSourced, StoredEvent};
use crate::ids::HoldId;

impl CreditAccount {
    /// The account at `now`, including periods that have begun.
    #[must_use]
    pub fn at(&self, now: Timestamp) -> Self {
        let mut account = self.clone();
        for event in self.periods_due(now) {
            account.apply(event);
        }
        account
    }

    fn change_tier(&mut self, changed: &TierChanged) {
        match changed.reason {
            TierChangeReason::PlanChange | TierChangeReason::ClaimedPlan => {
                if changed.reason == TierChangeReason::ClaimedPlan {
                    self.claim = changed.to;
                }
                self.next_tier = (changed.to != self.tier).then_some(changed.to);
            }
            TierChangeReason::SignInClaim | TierChangeReason::Coupon => {
                if changed.reason == TierChangeReason::SignInClaim {
                    self.claim = changed.to;
                }
                self.tier = changed.to;
                // A pending change must not take back what was just given.
                self.next_tier = self.next_tier.filter(|&waiting| waiting > changed.to);
            }
        }
    }

    fn debit(&mut self, debit: &CreditsDebited) {
        self.monthly -= debit.from_monthly;
        self.bought -= debit.amount - debit.from_monthly;
        self.shrink_hold(&debit.hold, debit.amount);
    }

    fn shrink_hold(&mut self, id: &HoldId, amount: Credits) {
        if let Some(hold) = self.holds.get_mut(id) {
            hold.amount -= amount;
            if hold.amount <= 0 {
                self.holds.remove(id);
            }
        }
    }
}

impl Aggregate for CreditAccount {
    const TYPE: &'static str = CreditEvent::AGGREGATE;
    type Command = CreditCommand;
    type Event = CreditEvent;
    type Error = CreditRefusal;
    type Services = ();

    async fn handle(
        &mut self,
        command: Self::Command,
        (): &Self::Services,
        sink: &EventSink<Self>,
    ) -> Result<(), Self::Error> {
        let due = match command {
            CreditCommand::GrantDue { now } => self.all_periods_due(now),
            _ => self.periods_due(command.now()),
        };
        for event in due {
            sink.write(event, self).await;
        }
        for event in self.decide(command)? {
            sink.write(event, self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: Self::Event) {
        self.max_saves = max_saves_after(self.max_saves, self.next_tier, &event);
        match event {
            CreditEvent::AccountOpened(opened) => {
                self.opened_at = Some(opened.opened_at);
                self.tier = opened.tier;
                self.claim = opened.tier;
            }
            CreditEvent::AllowanceGranted(granted) => {
                self.period = granted.period;
                self.monthly += granted.credits;
                self.tier = self.next_tier.take().unwrap_or(self.tier);
            }
            CreditEvent::AllowanceLapsed(lapsed) => self.monthly -= lapsed.credits,
            CreditEvent::TierChanged(changed) => self.change_tier(&changed),
            CreditEvent::CreditsHeld(held) => {
                self.holds.insert(
                    held.hold,
                    Hold {
                        session: held.session,
                        amount: held.amount,
                        expires_at: held.expires_at,
                    },
                );
            }
            CreditEvent::CreditsDebited(debit) => self.debit(&debit),
            CreditEvent::HoldReleased(released) => {
                self.shrink_hold(&released.hold, released.amount);
            }
            CreditEvent::CouponCredited(credited) => {
                self.bought += credited.credits;
                self.coupons.insert(credited.coupon);
            }
            CreditEvent::CreditsAdjusted(adjusted) => {
                self.monthly += adjusted.from_monthly;
                self.bought += adjusted.credits - adjusted.from_monthly;
            }
            CreditEvent::AccountSuspended(suspended) => self.suspended = Some(suspended.reason),
            CreditEvent::AccountResumed(_) => self.suspended = None,
            CreditEvent::SessionsEnded(ended) => self.not_before = Some(ended.not_before),
        }
    }
}

impl EventSourced for CreditAccount {
    const SHAPE: &'static str = "3";
    const SEALED: bool = true;

    fn heap_bytes(&self) -> usize {
        // A map entry: ids and a hold's numbers.
        const ENTRY: usize = 160;
        let note = self.suspended.as_ref().map_or(0, String::len);
        (self.holds.len() + self.coupons.len()) * ENTRY + note
    }
}
