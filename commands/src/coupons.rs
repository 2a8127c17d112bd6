//! Coupons: issued and revoked by operators, redeemed by users.
//!
//! A code is known only to its holders: the coupon's id is a keyed hash of it, so neither the log nor a copy of the
//! database reveals codes. A redemption appends to the coupon's and the account's streams in one commit.

use std::fmt;
use std::sync::Arc;

use domain::Credits;
use domain::coupon::{Coupon, CouponCommand, CouponIssued, CouponRefusal};
use domain::credit_account::{CreditAccount, CreditCommand};
use domain::ids::{CouponId, UserId};
use domain::metadata::Actor;
use domain::tier::Tier;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use rand::seq::IndexedRandom;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use store::StoreError;
use store::log::{CommandRecord, Cursor};
use uuid::Uuid;

use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher, Done, on};
use crate::error::{CommandError, Refusal};

/// Shortest code that an operator may choose.
pub const MIN_CODE_CHARS: usize = 4;
/// Longest code; what the redemption form takes.
pub const MAX_CODE_CHARS: usize = 20;
/// What generated codes are made of: no characters that are easily confused (0 and O, 1, I and L, U and V).
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTWXYZ";
/// A generated code is groups of letters joined by hyphens: 15 of 29 letters are 72 random bits.
const GROUPS: usize = 3;
const GROUP_CHARS: usize = 5;

/// A coupon's code, in capitals.
#[derive(Clone, PartialEq, Eq)]
pub struct CouponCode(String);

/// The text cannot be a coupon's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "A coupon code has {MIN_CODE_CHARS} to {MAX_CODE_CHARS} letters, digits and hyphens, at least {MIN_CODE_CHARS} of them letters or digits."
)]
pub struct InvalidCode;

impl CouponCode {
    /// Reads a code in any case, with or without spaces around it.
    pub fn parse(text: &str) -> Result<Self, InvalidCode> {
        let code = text.trim().to_ascii_uppercase();
        let legible = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let counted = code.chars().filter(char::is_ascii_alphanumeric).count();
        if code.len() > MAX_CODE_CHARS || counted < MIN_CODE_CHARS || !code.chars().all(legible) {
            return Err(InvalidCode);
        }
        Ok(Self(code))
    }

    /// Draws a code of 72 random bits.
    pub fn generate() -> Self {
        let mut rng = rand::rng();
        let groups: Vec<String> = (0..GROUPS)
            .map(|_| {
                (0..GROUP_CHARS)
                    .filter_map(|_| ALPHABET.choose(&mut rng).copied().map(char::from))
                    .collect()
            })
            .collect();
        Self(groups.join("-"))
    }

    /// The code in the clear: shown once, to the operator who made it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for CouponCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CouponCode(…)")
    }
}

/// The key under which codes are hashed, and former ones: coupons from before it was replaced are still found. It is
/// stored outside the database.
#[derive(Clone)]
pub struct CodeKey {
    current: Hmac<Sha256>,
    former: Vec<Hmac<Sha256>>,
}

impl CodeKey {
    /// From key material of any length, at least 32 random bytes of it.
    pub fn new(material: &[u8]) -> Self {
        Self {
            current: keyed(material),
            former: Vec::new(),
        }
    }

    /// The same after others.
    #[must_use]
    pub fn after<'a>(mut self, former: impl IntoIterator<Item = &'a [u8]>) -> Self {
        self.former = former.into_iter().map(keyed).collect();
        self
    }

    /// The id of the coupon with that code. Hyphens do not count.
    pub fn id(&self, code: &CouponCode) -> CouponId {
        hashed(&self.current, code)
    }

    /// The ids that former keys gave.
    fn former_ids(&self, code: &CouponCode) -> impl Iterator<Item = CouponId> {
        self.former.iter().map(|key| hashed(key, code))
    }
}

fn keyed(material: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(material).expect("HMAC takes keys of any length")
}

fn hashed(key: &Hmac<Sha256>, code: &CouponCode) -> CouponId {
    let mut mac = key.clone();
    mac.update(code.0.replace('-', "").as_bytes());
    CouponId::from_hash(hex::encode(mac.finalize().into_bytes()))
}

impl fmt::Debug for CodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CodeKey(…)")
    }
}

/// What a redemption gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redeemed {
    pub credits: Credits,
    pub tier: Option<Tier>,
}

/// Issues, redeems, revokes.
#[derive(Clone)]
pub struct Coupons {
    dispatcher: Dispatcher,
    clock: Arc<dyn Clock>,
    key: CodeKey,
}

impl Coupons {
    /// Over the dispatcher, with this installation's key.
    pub fn new(dispatcher: Dispatcher, clock: Arc<dyn Clock>, key: CodeKey) -> Self {
        Self {
            dispatcher,
            clock,
            key,
        }
    }

    /// The id that a coupon with this code has, whether it exists or not.
    pub async fn id_of(&self, code: &CouponCode) -> Result<CouponId, StoreError> {
        let store = self.dispatcher.store();
        for id in self.key.former_ids(code) {
            let coupon = store.load::<Coupon>(id.as_str()).await?;
            if coupon.aggregate().issued().is_some() {
                return Ok(id);
            }
        }
        Ok(self.key.id(code))
    }

    /// Makes a coupon.
    pub async fn issue(
        &self,
        code: &CouponCode,
        coupon: CouponIssued,
    ) -> Result<CouponId, CommandError> {
        let id = self.id_of(code).await?;
        let command = CouponCommand::Issue(coupon);
        let context = self.operator();
        self.dispatcher
            .execute::<Coupon>(id.as_str(), command, &context)
            .await?;
        Ok(id)
    }

    /// Ends a coupon; redemptions stay. Does nothing if it has already ended.
    pub async fn revoke(&self, id: &CouponId) -> Result<(), CommandError> {
        let context = self.operator();
        self.dispatcher
            .execute::<Coupon>(id.as_str(), CouponCommand::Revoke, &context)
            .await
            .map(drop)
    }

    /// Redeems a code for a user: all of it, or nothing. `record` makes it repeatable; its answer is filled in here.
    pub async fn redeem(
        &self,
        user: &UserId,
        code: &str,
        record: Option<CommandRecord>,
        request_id: &str,
    ) -> Result<(Redeemed, Cursor), CommandError> {
        let unknown = || CommandError::from(Refusal::from(CouponRefusal::Unknown));
        let code = CouponCode::parse(code).map_err(|InvalidCode| unknown())?;
        let id = self.id_of(&code).await?;
        let store = self.dispatcher.store();
        let coupon = store.load::<Coupon>(id.as_str()).await?;
        // What a coupon gives never changes, so it is known before the redemption is decided.
        let gives = coupon.aggregate().issued().ok_or_else(unknown)?;
        let redeemed = Redeemed {
            credits: gives.credits,
            tier: gives.tier,
        };
        let mut context = Context::new(Actor::User(user.clone()), request_id, self.clock.now());
        context.record = record.map(|record| CommandRecord {
            answer: answer(&redeemed),
            ..record
        });
        let credit = CreditCommand::CreditCoupon {
            coupon: id.clone(),
            label: gives.label.clone(),
            credits: gives.credits,
            tier: gives.tier,
            now: context.at,
        };
        let redeem = CouponCommand::Redeem {
            user: user.clone(),
            now: context.at,
        };
        let parts = [
            on::<Coupon>(id.as_str(), vec![redeem]),
            on::<CreditAccount>(user.as_str(), vec![credit]),
        ];
        let done = self.dispatcher.execute_all(&parts, &context).await?;
        let cursor = done.cursor_or_head(store.log()).await?;
        let redeemed = match done {
            Done::Stored(_) => redeemed,
            Done::Repeated(first) => serde_json::from_str(&first.answer).unwrap_or(redeemed),
        };
        Ok((redeemed, cursor))
    }

    fn operator(&self) -> Context {
        let request = Uuid::new_v4().to_string();
        Context::new(Actor::Operator, request, self.clock.now())
    }
}

fn answer(redeemed: &Redeemed) -> String {
    serde_json::to_string(redeemed).expect("a number and a name: always JSON")
}

/// Why a coupon can no longer be redeemed, or that it is active.
pub fn coupon_state(coupon: &Coupon, now: Timestamp) -> &'static str {
    let Some(issued) = coupon.issued() else {
        return "unknown";
    };
    if coupon.is_revoked() {
        "revoked"
    } else if coupon.redemptions() >= issued.max_redemptions as usize {
        "used up"
    } else if issued.expires_at.is_some_and(|end| now > end) {
        "expired"
    } else {
        "open"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // COUP-02
    fn coup_02_a_code_is_read_in_any_case_and_without_its_hyphens() {
        let key = CodeKey::new(b"test");
        let id = |text| key.id(&CouponCode::parse(text).unwrap());
        assert_eq!(id(" spring-2026 "), id("SPRING2026"));
        assert_ne!(id("SPRING2026"), id("SPRING2027"));
        assert_ne!(
            id("SPRING2026"),
            CodeKey::new(b"other").id(&CouponCode::parse("SPRING2026").unwrap())
        );
        for bad in [
            "",
            "abc",
            "a-b-c",
            "ünïcode",
            "a b c d",
            "x".repeat(21).as_str(),
        ] {
            assert_eq!(CouponCode::parse(bad), Err(InvalidCode), "{bad}");
        }
    }

    #[test]
    fn generated_codes_fit_the_form_and_differ() {
        let codes: Vec<_> = (0..1000).map(|_| CouponCode::generate()).collect();
        for code in &codes {
            assert_eq!(CouponCode::parse(code.reveal()).as_ref(), Ok(code));
        }
        let mut texts: Vec<_> = codes.iter().map(CouponCode::reveal).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), 1000);
        assert_eq!(format!("{:?}", codes[0]), "CouponCode(…)");
    }
}
