//! Decides and applies. `decide` may refuse; `apply` never fails.

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use jiff::Timestamp;
use rpds::RedBlackTreeSetSync;
use serde::{Deserialize, Serialize};

use super::commands::CouponCommand;
use super::error::CouponRefusal;
use super::events::{CouponEvent, CouponIssued, CouponRedeemed, CouponRevoked};
use crate::codec::{EventSourced, StoredEvent};
use crate::ids::UserId;

/// The state needed for decisions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coupon {
    issued: Option<CouponIssued>,
    /// A persistent set: a popular coupon is copied for each redemption.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeSet<UserId>")
    )]
    redeemers: RedBlackTreeSetSync<UserId>,
    revoked: bool,
}

impl Coupon {
    /// The terms it was issued with, if it exists.
    pub const fn issued(&self) -> Option<&CouponIssued> {
        self.issued.as_ref()
    }

    /// The number of redemptions.
    pub fn redemptions(&self) -> usize {
        self.redeemers.size()
    }

    /// Whether an operator has revoked it.
    pub const fn is_revoked(&self) -> bool {
        self.revoked
    }

    fn decide(&self, command: CouponCommand) -> Result<Option<CouponEvent>, CouponRefusal> {
        match command {
            CouponCommand::Issue(coupon) => self.issue(coupon).map(|issued| Some(issued.into())),
            CouponCommand::Redeem { user, now } => {
                self.redeem(user, now).map(|redeemed| Some(redeemed.into()))
            }
            CouponCommand::Revoke if self.issued.is_none() => Err(CouponRefusal::Unknown),
            CouponCommand::Revoke => Ok((!self.revoked).then(|| CouponRevoked {}.into())),
        }
    }

    fn issue(&self, coupon: CouponIssued) -> Result<CouponIssued, CouponRefusal> {
        if self.issued.is_some() {
            return Err(CouponRefusal::AlreadyIssued);
        }
        if coupon.credits < 1 || coupon.max_redemptions < 1 {
            return Err(CouponRefusal::GivesNothing);
        }
        Ok(coupon)
    }

    /// To its redeemer it stays redeemed, even if it has expired or was revoked since.
    fn redeem(&self, user: UserId, now: Timestamp) -> Result<CouponRedeemed, CouponRefusal> {
        let coupon = self.issued.as_ref().ok_or(CouponRefusal::Unknown)?;
        if self.redeemers.contains(&user) {
            return Err(CouponRefusal::AlreadyRedeemed);
        }
        if self.revoked {
            return Err(CouponRefusal::Revoked);
        }
        if coupon.expires_at.is_some_and(|end| now > end) {
            return Err(CouponRefusal::Expired);
        }
        if self.redeemers.size() >= coupon.max_redemptions as usize {
            return Err(CouponRefusal::UsedUp);
        }
        Ok(CouponRedeemed {
            user,
            credits: coupon.credits,
            tier: coupon.tier,
        })
    }
}

impl Aggregate for Coupon {
    const TYPE: &'static str = CouponEvent::AGGREGATE;
    type Command = CouponCommand;
    type Event = CouponEvent;
    type Error = CouponRefusal;
    type Services = ();

    async fn handle(
        &mut self,
        command: Self::Command,
        (): &Self::Services,
        sink: &EventSink<Self>,
    ) -> Result<(), Self::Error> {
        if let Some(event) = self.decide(command)? {
            sink.write(event, self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: Self::Event) {
        match event {
            CouponEvent::CouponIssued(issued) => self.issued = Some(issued),
            CouponEvent::CouponRedeemed(redeemed) => {
                self.redeemers.insert_mut(redeemed.user);
            }
            CouponEvent::CouponRevoked(_) => self.revoked = true,
        }
    }
}

impl EventSourced for Coupon {
    const SHAPE: &'static str = "1";
    const SEALED: bool = true;

    fn heap_bytes(&self) -> usize {
        // A node of the set with a subject id of usual length.
        const REDEEMER: usize = 128;
        self.redeemers.size() * REDEEMER
    }
}
