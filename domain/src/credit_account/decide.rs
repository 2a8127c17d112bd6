//! Turns commands into events or refusals.

use jiff::Timestamp;

use super::commands::CreditCommand;
use super::error::{CreditRefusal, MAX_ADJUSTMENT};
use super::events::{
    AccountOpened, AccountResumed, AccountSuspended, AllowanceGranted, CouponCredited, CreditEvent,
    CreditsAdjusted, CreditsDebited, CreditsHeld, HoldReleased, ReleaseReason, SessionsEnded,
    TierChangeReason, TierChanged,
};
use super::period::period_start;
use super::state::{CreditAccount, Hold};
use crate::Credits;
use crate::ids::{CouponId, HoldId, SessionKey};
use crate::pricing::DebitKind;
use crate::tier::Tier;

impl CreditAccount {
    /// Grants all periods that have begun by `now`; none if there are so many that an operator must confirm.
    pub(super) fn periods_due(&self, now: Timestamp) -> Vec<CreditEvent> {
        if self.waits_for_operator(now) {
            return Vec::new();
        }
        self.all_periods_due(now)
    }

    /// Grants all periods that have begun by `now`.
    pub(super) fn all_periods_due(&self, now: Timestamp) -> Vec<CreditEvent> {
        let Some(mut state) = self.period_state() else {
            return Vec::new();
        };
        std::iter::from_fn(|| state.next_due(now))
            .flat_map(|step| {
                let lapsed = step.lapsed.map(CreditEvent::from);
                lapsed.into_iter().chain([step.granted.into()])
            })
            .collect()
    }

    pub(super) fn decide(&self, command: CreditCommand) -> Result<Vec<CreditEvent>, CreditRefusal> {
        if let CreditCommand::OpenAccount { tier, now } = command {
            return Ok(self.open(tier, now));
        }
        if !self.is_open() {
            return Err(CreditRefusal::NotOpened);
        }
        if self.waits_for_operator(command.now())
            && let Some(decided) = self.decide_later(&command)
        {
            return decided;
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
            CreditCommand::ClaimPlan { to, .. } => Ok(self.claim_plan(to)),
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
            CreditCommand::Suspend { reason, .. } => Ok(self.suspend(reason)),
            CreditCommand::Resume { .. } => Ok(self.resume()),
            CreditCommand::EndSessions { now } => Ok(self.end_sessions(now)),
        }
    }

    /// Decides a change of plan while allowances wait for an operator. A claim comes again with each call.
    fn decide_later(
        &self,
        command: &CreditCommand,
    ) -> Option<Result<Vec<CreditEvent>, CreditRefusal>> {
        match command {
            CreditCommand::ClaimPlan { .. }
            | CreditCommand::ChangeTier {
                reason: TierChangeReason::SignInClaim,
                ..
            } => Some(Ok(Vec::new())),
            CreditCommand::CreditCoupon { coupon, tier, .. }
                if tier.is_none_or(|to| to <= self.tier) || self.coupons.contains(coupon) =>
            {
                None
            }
            CreditCommand::ChangePlan { .. }
            | CreditCommand::ChangeTier { .. }
            | CreditCommand::CreditCoupon { .. } => Some(Err(CreditRefusal::AllowancesDue)),
            _ => None,
        }
    }

    /// Whether a change to this tier for that reason has no effect. A claim is recorded even if the account already has
    /// the tier.
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
        // A plan that a coupon gave has less room than the same plan by an operator.
        let gives_room = to == self.tier && self.max_saves < to.max_saves();
        if to == self.next_tier.unwrap_or(self.tier) && !gives_room {
            return Vec::new();
        }
        self.at_the_next_period(to, TierChangeReason::PlanChange)
    }

    /// A claim is recorded even if the account already has the plan.
    fn claim_plan(&self, to: Tier) -> Vec<CreditEvent> {
        if to == self.claim {
            return Vec::new();
        }
        self.at_the_next_period(to, TierChangeReason::ClaimedPlan)
    }

    fn at_the_next_period(&self, to: Tier, reason: TierChangeReason) -> Vec<CreditEvent> {
        let Some(opened_at) = self.opened_at else {
            return Vec::new();
        };
        vec![
            TierChanged {
                from: self.tier,
                to,
                reason,
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
        // Bought credits are taken first: monthly ones may lapse anyway.
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
        if self.is_suspended() {
            return Err(CreditRefusal::Suspended);
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

    fn suspend(&self, reason: String) -> Vec<CreditEvent> {
        if self.is_suspended() {
            return Vec::new();
        }
        vec![AccountSuspended { reason }.into()]
    }

    fn resume(&self) -> Vec<CreditEvent> {
        if self.is_suspended() {
            vec![AccountResumed {}.into()]
        } else {
            Vec::new()
        }
    }

    fn end_sessions(&self, now: Timestamp) -> Vec<CreditEvent> {
        if self.not_before >= Some(now) {
            return Vec::new();
        }
        vec![SessionsEnded { not_before: now }.into()]
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
}
