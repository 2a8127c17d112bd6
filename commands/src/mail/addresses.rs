//! What users, and the owners of addresses, do about them.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use domain::ids::UserId;
use hmac::{Hmac, KeyInit, Mac};
use jiff::SignedDuration;
use sha2::Sha256;
use store::StoreError;
use store::live_requests::{Counted, DailyLimits, LiveRequests};
use store::mail::{MailAddresses, MailState, NewAddress};
use store::user_keys::{UserKey, UserKeys};
use uuid::Uuid;

use super::letter::WAITS_DAYS;
use super::links::{hash_of, token};
use super::recipient::Recipient;
use super::times::{DAY, LOOK, after};
use crate::clock::{Clock, until_next_day, utc_day};
use crate::error::CommandError;

/// Links of a user, and links to an address, among what is counted by the day.
const LINKS: &str = "mail_links";
const LINKS_TO_ADDRESS: &str = "mail_links_to";

/// Why an address was not saved.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AskError {
    #[error("E-mail is off: the operator has set no mail server.")]
    Off,
    /// The user has asked for as many links as there are in a day. The next day begins in that time.
    #[error("Too many links for one day.")]
    TooMany(Duration),
    #[error(transparent)]
    Failed(#[from] CommandError),
}

impl From<StoreError> for AskError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

/// Links to confirm an address, in a day (UTC).
#[derive(Debug, Clone, Copy)]
pub struct MailLimits {
    /// That a user may ask for.
    pub of_user: u32,
    /// That are sent to an address, whoever asks.
    pub to_address: u32,
}

/// The key under which links to an address are counted.
#[derive(Clone)]
pub struct AddressKey(Hmac<Sha256>);

impl AddressKey {
    /// From random bytes that are used for nothing else.
    pub fn new(material: &[u8; 32]) -> Self {
        let key = Hmac::new_from_slice(material);
        Self(key.expect("HMAC takes keys of any length"))
    }

    fn mark(&self, address: &Recipient) -> String {
        let mut mac = self.0.clone();
        mac.update(address.as_str().to_ascii_lowercase().as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }
}

impl fmt::Debug for AddressKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AddressKey(…)")
    }
}

/// Saves, confirms, stops and deletes the addresses that e-mails go to. They are closed with their users' keys.
#[derive(Clone)]
pub struct Mail {
    kept: MailAddresses,
    keys: UserKeys,
    counts: LiveRequests,
    key: AddressKey,
    limits: MailLimits,
    clock: Arc<dyn Clock>,
    is_on: bool,
}

impl Mail {
    /// Over the database. Unless it `is_on`, nothing is sent and no address saved; what there is can be stopped.
    pub const fn new(
        kept: MailAddresses,
        keys: UserKeys,
        counts: LiveRequests,
        key: AddressKey,
        limits: MailLimits,
        clock: Arc<dyn Clock>,
        is_on: bool,
    ) -> Self {
        Self {
            kept,
            keys,
            counts,
            key,
            limits,
            clock,
            is_on,
        }
    }

    /// Is there a mail server?
    pub const fn is_on(&self) -> bool {
        self.is_on
    }

    /// The user's address, and what may be sent to it.
    pub async fn find(&self, user: &UserId) -> Result<Option<(Recipient, MailState)>, StoreError> {
        let Some(kept) = self.kept.find(user).await? else {
            return Ok(None);
        };
        let key = self.keys.find(user).await?;
        // One that was saved beside an erasure is closed with a key that is gone: there is none.
        let address = key.and_then(|key| key.open(&kept.closed)?.parse().ok());
        Ok(address.map(|address| (address, kept.state)))
    }

    /// The same as it is shown.
    pub async fn shown(&self, user: &UserId) -> Result<Option<(String, &'static str)>, StoreError> {
        let found = self.find(user).await?;
        Ok(found.map(|(address, state)| (address.as_str().to_owned(), state.as_str())))
    }

    /// Saves the user's address in place of another one, and has a link sent to it; nothing else is before that is
    /// opened. One that is on stays as it is.
    ///
    /// That too many links were sent to an address is told to nobody: it would say that others have entered it.
    pub async fn ask(&self, user: &UserId, address: &Recipient) -> Result<(), AskError> {
        if !self.is_on {
            return Err(AskError::Off);
        }
        let key = self.keys.find_or_make(user).await?;
        // None while the user is being erased.
        let key = key.ok_or(CommandError::Conflict)?;
        let kept = self.kept.find(user).await?;
        let same = kept.filter(|kept| key.open(&kept.closed).as_deref() == Some(address.as_str()));
        if same
            .as_ref()
            .is_some_and(|same| same.state == MailState::On)
        {
            return Ok(());
        }
        // The link that waits stays good, whichever of the two is opened.
        let waiting = same.filter(|same| same.state == MailState::Waiting);
        let salt = waiting.map_or_else(|| Uuid::new_v4().to_string(), |waiting| waiting.salt);
        let sends_link = self.count(user, address).await?;
        Ok(self.save(user, &key, address, &salt, sends_link).await?)
    }

    /// Counts a link; returns whether it is sent.
    async fn count(&self, user: &UserId, address: &Recipient) -> Result<bool, AskError> {
        let now = self.clock.now();
        let day = utc_day(now).to_string();
        let most = |each| DailyLimits { each, all: None };
        let of_user = most(self.limits.of_user);
        let counting = self.counts.count(user.as_str(), LINKS, &day, of_user);
        if counting.await? != Counted::Yes {
            return Err(AskError::TooMany(until_next_day(now)));
        }
        let (mark, to_address) = (self.key.mark(address), most(self.limits.to_address));
        let counting = self.counts.count(&mark, LINKS_TO_ADDRESS, &day, to_address);
        Ok(counting.await? == Counted::Yes)
    }

    async fn save(
        &self,
        user: &UserId,
        key: &UserKey,
        address: &Recipient,
        salt: &str,
        sends_link: bool,
    ) -> Result<(), StoreError> {
        let new = NewAddress {
            closed: &key.close(address.as_str()),
            salt,
            token_hash: &hash_of(&token(key, salt)),
            asked_at: self.clock.now().as_microsecond(),
            sends_link,
        };
        self.kept.save(user, &new).await
    }

    /// Deletes the user's address; returns whether there was one.
    pub async fn erase(&self, user: &UserId) -> Result<bool, StoreError> {
        self.kept.erase(user).await
    }

    /// Whoever has the token owns the address: e-mails come from now on. Returns what holds then; none if there is no
    /// such token.
    pub async fn confirm(&self, token: &str) -> Result<Option<MailState>, StoreError> {
        let now = self.clock.now();
        let look_at = after(now, LOOK);
        let hash = hash_of(token);
        self.kept
            .confirm(&hash, now.as_microsecond(), look_at)
            .await
    }

    /// Whoever has the token wants nothing more. Returns what holds then.
    pub async fn stop(&self, token: &str) -> Result<Option<MailState>, StoreError> {
        self.kept.stop(&hash_of(token)).await
    }

    /// Whoever has the token wants e-mails again, of the last day, too. Returns what holds then.
    pub async fn start(&self, token: &str) -> Result<Option<MailState>, StoreError> {
        let now = self.clock.now();
        let (since, look_at) = (after(now, -DAY), after(now, LOOK));
        self.kept.start(&hash_of(token), since, look_at).await
    }

    /// Deletes addresses whose owners have not opened the link in time.
    pub async fn forget_waiting(&self) -> Result<(), StoreError> {
        let waits = SignedDuration::from_hours(24 * WAITS_DAYS);
        let asked_before = after(self.clock.now(), -waits);
        self.kept.forget_waiting(asked_before).await
    }
}
