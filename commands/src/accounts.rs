//! A user's account: opened by the first authenticated call, adjusted by operators.

use std::sync::Arc;

use domain::Credits;
use domain::credit_account::{CreditAccount, CreditCommand, TierChangeReason};
use domain::ids::UserId;
use domain::metadata::Actor;
use domain::tier::Tier;
use jiff::Timestamp;
use store::log::{CommandRecord, Cursor};
use uuid::Uuid;

use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher, Done};
use crate::error::CommandError;

/// Opens accounts and keeps their tier in step with a trusted claim.
#[derive(Clone)]
pub struct Accounts {
    dispatcher: Dispatcher,
    clock: Arc<dyn Clock>,
}

impl Accounts {
    /// Over the dispatcher.
    pub fn new(dispatcher: Dispatcher, clock: Arc<dyn Clock>) -> Self {
        Self { dispatcher, clock }
    }

    /// Makes sure that the user has an account. `claim` is a tier that the issuer vouches for: the plan to open with;
    /// if it differs from the last claim, the plan changes at once. As long as the claim stays the same, what a
    /// coupon or an operator gave since remains. Returns the end of the log if something was appended.
    pub async fn ensure(
        &self,
        user: &UserId,
        claim: Option<Tier>,
        request_id: &str,
    ) -> Result<Cursor, CommandError> {
        let at_once = |to, now| CreditCommand::ChangeTier {
            to,
            reason: TierChangeReason::SignInClaim,
            now,
        };
        self.open_or(user, claim, at_once, request_id).await
    }

    /// As [`Accounts::ensure`], but a claim that differs from the last one is a change of plan, which takes effect
    /// with the next period.
    pub async fn ensure_with_plan(
        &self,
        user: &UserId,
        plan: Tier,
        request_id: &str,
    ) -> Result<Cursor, CommandError> {
        let later = |to, now| CreditCommand::ClaimPlan { to, now };
        self.open_or(user, Some(plan), later, request_id).await
    }

    async fn open_or(
        &self,
        user: &UserId,
        claim: Option<Tier>,
        change: impl FnOnce(Tier, Timestamp) -> CreditCommand,
        request_id: &str,
    ) -> Result<Cursor, CommandError> {
        let account = self
            .dispatcher
            .store()
            .load::<CreditAccount>(user.as_str())
            .await?;
        let account = account.aggregate();
        let now = self.clock.now();
        let command = if !account.is_open() {
            CreditCommand::OpenAccount {
                tier: claim.unwrap_or_default(),
                now,
            }
        } else {
            match claim {
                Some(to) if to != account.claim() => change(to, now),
                _ => return Ok(Cursor::START),
            }
        };
        let context = Context::new(Actor::User(user.clone()), request_id, now);
        let done = self
            .dispatcher
            .execute::<CreditAccount>(user.as_str(), command, &context)
            .await?;
        Ok(done.cursor())
    }

    /// Changes a user's plan from the next period on.
    pub async fn change_plan(&self, user: &UserId, to: Tier) -> Result<(), CommandError> {
        let now = self.clock.now();
        self.operate(user, CreditCommand::ChangePlan { to, now }, None, now)
            .await
            .map(drop)
    }

    /// Grants every period that has begun, no matter how many: the caller knows that the clock is right.
    pub async fn grant_due(&self, user: &UserId) -> Result<(), CommandError> {
        let now = self.clock.now();
        self.operate(user, CreditCommand::GrantDue { now }, None, now)
            .await
            .map(drop)
    }

    /// Keeps a user out; [`CancelSuspended`](crate::scraping::CancelSuspended) ends the user's open work.
    pub async fn suspend(&self, user: &UserId, reason: String) -> Result<(), CommandError> {
        let now = self.clock.now();
        self.operate(user, CreditCommand::Suspend { reason, now }, None, now)
            .await
            .map(drop)
    }

    /// Lets a suspended user in again.
    pub async fn resume(&self, user: &UserId) -> Result<(), CommandError> {
        let now = self.clock.now();
        self.operate(user, CreditCommand::Resume { now }, None, now)
            .await
            .map(drop)
    }

    /// Has the access tokens refused that were issued to the user before now.
    pub async fn end_sessions(&self, user: &UserId) -> Result<(), CommandError> {
        let now = self.clock.now();
        self.operate(user, CreditCommand::EndSessions { now }, None, now)
            .await
            .map(drop)
    }

    /// Gives credits, or takes them if negative. With a `key` it does so once, however often it is called; keys are
    /// the operators' own, and are stored for good.
    pub async fn adjust(
        &self,
        user: &UserId,
        credits: Credits,
        by: String,
        reason: String,
        key: Option<&str>,
    ) -> Result<Done, CommandError> {
        let now = self.clock.now();
        let record = key.map(|key| CommandRecord {
            key: format!("adjust:{key}"),
            body_hash: format!("{credits} credits, user {user}"),
            answer: String::new(),
        });
        let command = CreditCommand::Adjust {
            credits,
            by,
            reason,
            now,
        };
        self.operate(user, command, record, now).await
    }

    async fn operate(
        &self,
        user: &UserId,
        command: CreditCommand,
        record: Option<CommandRecord>,
        now: Timestamp,
    ) -> Result<Done, CommandError> {
        let mut context = Context::new(Actor::Operator, Uuid::new_v4().to_string(), now);
        context.record = record;
        self.dispatcher
            .execute::<CreditAccount>(user.as_str(), command, &context)
            .await
    }
}
