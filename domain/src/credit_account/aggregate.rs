//! Decides and applies. `decide` may refuse; `apply` never fails.

use std::collections::{BTreeMap, BTreeSet};

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};

use super::commands::CreditCommand;
use super::error::{CreditRefusal, MAX_ADJUSTMENT};
use super::events::{
    AccountOpened, AllowanceGranted, CouponCredited, CreditEvent, CreditsAdjusted, CreditsDebited,
    CreditsHeld, DebitKind, HoldReleased, ReleaseReason, TierChangeReason, TierChanged,
};
use super::period::{PeriodState, period_start};
use crate::Credits;
use crate::codec::EventSourced;
use crate::ids::{CouponId, HoldId, SessionKey};
use crate::tier::Tier;

/// The state that deciding needs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CreditAccount {
    opened_at: Option<Timestamp>,
    tier: Tier,
    /// The tier that the issuer vouched for last. The tier itself may have moved on since.
    claim: Tier,
    /// The plan from the next period on, where a change waits for it.
    next_tier: Option<Tier>,
    period: u32,
    monthly: Credits,
    bought: Credits,
    holds: BTreeMap<HoldId, Hold>,
    coupons: BTreeSet<CouponId>,
}

/// An open reservation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// The job it is for.
    pub session: SessionKey,
    /// Credits reserved.
    pub amount: Credits,
    /// When it may be swept away.
    pub expires_at: Timestamp,
}

/// The first moment at which a hold that expires then is swept away.
pub fn swept_from(expires_at: Timestamp) -> Timestamp {
    let next = expires_at.saturating_add(Span::new().microseconds(1));
    next.unwrap_or(expires_at)
}

impl CreditAccount {
    /// Has the user signed in once?
    pub const fn is_open(&self) -> bool {
        self.opened_at.is_some()
    }

    /// The plan in force.
    pub const fn tier(&self) -> Tier {
        self.tier
    }

    /// The tier that the issuer vouched for last.
    pub const fn claim(&self) -> Tier {
        self.claim
    }

    /// Credits reserved by open holds.
    pub fn held(&self) -> Credits {
        self.holds.values().map(|hold| hold.amount).sum()
    }

    /// Credits that can be reserved now, before any period that is due is granted.
    pub fn available(&self) -> Credits {
        self.monthly + self.bought - self.held()
    }

    /// The account at `now`, periods that have begun by then included.
    #[must_use]
    pub fn at(&self, now: Timestamp) -> Self {
        let mut account = self.clone();
        for event in self.periods_due(now) {
            account.apply(event);
        }
        account
    }

    /// Credits that can be reserved at `now`, periods that have begun by then included.
    pub fn available_at(&self, now: Timestamp) -> Credits {
        self.at(now).available()
    }

    /// The plan from the next period on, where a change waits for it.
    pub const fn next_tier(&self) -> Option<Tier> {
        self.next_tier
    }

    /// When the next period starts; the end of time where the account is not open.
    pub fn next_period_at(&self) -> Timestamp {
        self.opened_at.map_or(Timestamp::MAX, |opened| {
            period_start(opened, self.period.saturating_add(1))
        })
    }

    /// The open holds.
    pub const fn holds(&self) -> &BTreeMap<HoldId, Hold> {
        &self.holds
    }

    /// The open hold of that name.
    pub fn hold(&self, id: &HoldId) -> Option<&Hold> {
        self.holds.get(id)
    }

    /// When something falls due by itself: the next period's start, or the first moment after which a
    /// hold is swept away.
    pub fn next_due(&self) -> Timestamp {
        let holds = self.holds.values().map(|hold| swept_from(hold.expires_at));
        holds.fold(self.next_period_at(), Timestamp::min)
    }

    /// Grants every period that has begun by `now`.
    fn periods_due(&self, now: Timestamp) -> Vec<CreditEvent> {
        let Some(opened_at) = self.opened_at else {
            return Vec::new();
        };
        let mut state = PeriodState {
            opened_at,
            tier: self.tier,
            next_tier: self.next_tier,
            period: self.period,
            monthly: self.monthly,
            held: self.held(),
        };
        std::iter::from_fn(|| state.next_due(now))
            .flat_map(|step| {
                let lapsed = step.lapsed.map(CreditEvent::from);
                lapsed.into_iter().chain([step.granted.into()])
            })
            .collect()
    }

    fn decide(&self, command: CreditCommand) -> Result<Vec<CreditEvent>, CreditRefusal> {
        if let CreditCommand::OpenAccount { tier, now } = command {
            return Ok(self.open(tier, now));
        }
        if !self.is_open() {
            return Err(CreditRefusal::NotOpened);
        }
        match command {
            CreditCommand::OpenAccount { .. } => unreachable!("answered above"),
            CreditCommand::ChangeTier { to, reason, now } => Ok(if self.has_tier(to, reason) {
                Vec::new()
            } else {
                vec![
                    TierChanged {
                        from: self.tier,
                        to,
                        reason,
                        effective: now,
                    }
                    .into(),
                ]
            }),
            CreditCommand::ChangePlan { to, .. } => Ok(self.change_plan(to)),
            CreditCommand::CreditCoupon {
                coupon,
                label,
                credits,
                tier,
                now,
            } => Ok(self.credit_coupon(coupon, label, credits, tier, now)),
            CreditCommand::Adjust {
                credits,
                by,
                reason,
                ..
            } => self.adjust(credits, by, reason),
            CreditCommand::SweepHolds { now } => Ok(self.sweep(now)),
            CreditCommand::GrantDue { .. } => Ok(Vec::new()),
            CreditCommand::HoldCredits {
                hold,
                session,
                wanted,
                expires_at,
                ..
            } => self.reserve(hold, session, wanted, expires_at),
            CreditCommand::SettleHold {
                hold,
                results,
                kind,
                ..
            } => self.settle(hold, results, kind),
            CreditCommand::ReleaseSession {
                session, reason, ..
            } => Ok(self.release_session(session, reason)),
        }
    }

    /// Would a change to this tier for that reason change nothing? A claim is remembered even where the
    /// tier is its already.
    fn has_tier(&self, to: Tier, reason: TierChangeReason) -> bool {
        to == self.tier && (reason != TierChangeReason::SignInClaim || to == self.claim)
    }

    fn open(&self, tier: Tier, now: Timestamp) -> Vec<CreditEvent> {
        if self.is_open() {
            return Vec::new();
        }
        vec![
            AccountOpened {
                tier,
                opened_at: now,
            }
            .into(),
            AllowanceGranted {
                period: 0,
                starts_at: now,
                credits: tier.monthly_allowance(),
            }
            .into(),
        ]
    }

    fn change_plan(&self, to: Tier) -> Vec<CreditEvent> {
        let waiting = self.next_tier.unwrap_or(self.tier);
        let (true, Some(opened_at)) = (to != waiting, self.opened_at) else {
            return Vec::new();
        };
        vec![
            TierChanged {
                from: self.tier,
                to,
                reason: TierChangeReason::PlanChange,
                effective: period_start(opened_at, self.period.saturating_add(1)),
            }
            .into(),
        ]
    }

    fn credit_coupon(
        &self,
        coupon: CouponId,
        label: String,
        credits: Credits,
        tier: Option<Tier>,
        now: Timestamp,
    ) -> Vec<CreditEvent> {
        if self.coupons.contains(&coupon) {
            return Vec::new();
        }
        let raised = tier.filter(|&tier| tier > self.tier).map(|to| {
            TierChanged {
                from: self.tier,
                to,
                reason: TierChangeReason::Coupon,
                effective: now,
            }
            .into()
        });
        let credited = CouponCredited {
            coupon,
            label,
            credits,
        };
        [credited.into()].into_iter().chain(raised).collect()
    }

    fn adjust(
        &self,
        credits: Credits,
        by: String,
        reason: String,
    ) -> Result<Vec<CreditEvent>, CreditRefusal> {
        if credits == 0 || !(-MAX_ADJUSTMENT..=MAX_ADJUSTMENT).contains(&credits) {
            return Err(CreditRefusal::AdjustmentRange);
        }
        let available = self.available();
        if -credits > available {
            return Err(CreditRefusal::TakesTooMuch {
                wanted: -credits,
                available,
            });
        }
        // Bought credits are taken first: the monthly ones may lapse anyway.
        let from_monthly = (credits + self.bought).min(0);
        Ok(vec![
            CreditsAdjusted {
                credits,
                from_monthly,
                by,
                reason,
            }
            .into(),
        ])
    }

    fn sweep(&self, now: Timestamp) -> Vec<CreditEvent> {
        self.released(|hold| hold.expires_at < now, ReleaseReason::Expired)
    }

    fn reserve(
        &self,
        hold: HoldId,
        session: SessionKey,
        wanted: Credits,
        expires_at: Timestamp,
    ) -> Result<Vec<CreditEvent>, CreditRefusal> {
        if wanted < 1 {
            return Err(CreditRefusal::EmptyHold);
        }
        if self.holds.contains_key(&hold) {
            return Ok(Vec::new());
        }
        let available = self.available();
        if available < 1 {
            return Err(CreditRefusal::InsufficientCredits { available });
        }
        Ok(vec![
            CreditsHeld {
                hold,
                session,
                amount: wanted.min(available),
                expires_at,
            }
            .into(),
        ])
    }

    fn settle(
        &self,
        id: HoldId,
        results: u32,
        kind: DebitKind,
    ) -> Result<Vec<CreditEvent>, CreditRefusal> {
        let Some(hold) = self.holds.get(&id) else {
            return Err(CreditRefusal::HoldNotOpen(id));
        };
        let needed = Credits::from(results) * kind.price();
        if needed > hold.amount {
            return Err(CreditRefusal::HoldExceeded {
                hold: id,
                held: hold.amount,
                needed,
            });
        }
        let mut events = Vec::with_capacity(2);
        if needed > 0 {
            events.push(
                CreditsDebited {
                    hold: id.clone(),
                    session: hold.session,
                    amount: needed,
                    from_monthly: needed.min(self.monthly),
                    results,
                    kind,
                }
                .into(),
            );
        }
        if needed < hold.amount {
            events.push(
                HoldReleased {
                    hold: id,
                    amount: hold.amount - needed,
                    reason: ReleaseReason::Unused,
                }
                .into(),
            );
        }
        Ok(events)
    }

    fn release_session(&self, session: SessionKey, reason: ReleaseReason) -> Vec<CreditEvent> {
        self.released(|hold| hold.session == session, reason)
    }

    fn released(&self, which: impl Fn(&Hold) -> bool, reason: ReleaseReason) -> Vec<CreditEvent> {
        self.holds
            .iter()
            .filter(|(_, hold)| which(hold))
            .map(|(id, hold)| {
                HoldReleased {
                    hold: id.clone(),
                    amount: hold.amount,
                    reason,
                }
                .into()
            })
            .collect()
    }

    fn change_tier(&mut self, changed: &TierChanged) {
        match changed.reason {
            TierChangeReason::PlanChange => {
                self.next_tier = (changed.to != self.tier).then_some(changed.to);
            }
            TierChangeReason::SignInClaim | TierChangeReason::Coupon => {
                if changed.reason == TierChangeReason::SignInClaim {
                    self.claim = changed.to;
                }
                self.tier = changed.to;
                // A waiting change must not take back what was just given.
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
    const TYPE: &'static str = "CreditAccount";
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
        for event in self.periods_due(command.now()) {
            sink.write(event, self).await;
        }
        for event in self.decide(command)? {
            sink.write(event, self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: Self::Event) {
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
        }
    }
}

impl EventSourced for CreditAccount {
    const SHAPE: &'static str = "3";
    const SEALED: bool = true;
}
