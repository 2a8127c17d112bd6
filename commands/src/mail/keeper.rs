//! The keeper: sends what is new, and the links that confirm addresses.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use jiff::{SignedDuration, Timestamp};
use store::StoreError;
use store::fail_points::dies_at;
use store::mail::{MailAddress, MailAddresses, MailState};
use store::problems::Problems;
use store::user_keys::{UserKey, UserKeys};
use tokio_util::sync::CancellationToken;

use super::digest::{Digest, DigestRun, DigestSource};
use super::error::MailError;
use super::letter::Letter;
use super::links::{Links, token};
use super::mailer::Delivery;
use super::recipient::Recipient;
use super::settings::PublicAddress;
use super::times::{DAY, LOOK, after, moment};
use crate::clock::Clock;

/// How old the first news is when it is sent: what ends meanwhile comes along.
const READY: SignedDuration = SignedDuration::from_mins(15);
/// Runs that have ended since may not be seen yet: they come with the next e-mail.
const UNSETTLED: SignedDuration = SignedDuration::from_mins(1);
/// How long nobody else sends to an address that is being sent to. Far more than sending takes.
const CLAIM: SignedDuration = SignedDuration::from_mins(10);
/// The pause after a first failure; each further one doubles it.
const AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(15);
/// The server has refused an address so often, for days: nobody has it.
const REFUSALS: u32 = 10;
/// Between two looks for addresses.
const POLL: Duration = Duration::from_secs(1);
/// Addresses per look.
const PORTION: u32 = 100;
/// Addresses at work at once.
const AT_ONCE: usize = 4;
/// The keeper's name among the problems of a process.
const MAIL: &str = "e-mail";
/// Marks of this kind tell e-mails apart.
const IDS: &str = "e-mail";

/// Why nothing was sent to an address.
#[derive(Debug, thiserror::Error)]
enum Unsent {
    #[error("the mail server {0}")]
    Mail(#[from] MailError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sends e-mails when they are due. Several may run at once.
#[derive(Clone)]
pub struct MailKeeper {
    addresses: MailAddresses,
    keys: UserKeys,
    source: Arc<dyn DigestSource>,
    delivery: Arc<dyn Delivery>,
    links: Links,
    clock: Arc<dyn Clock>,
    problems: Problems,
}

impl MailKeeper {
    /// Sends news of `source` by `delivery`, with links to the app at `public`.
    pub fn new(
        addresses: MailAddresses,
        keys: UserKeys,
        source: Arc<dyn DigestSource>,
        delivery: Arc<dyn Delivery>,
        public: PublicAddress,
        clock: Arc<dyn Clock>,
        problems: Problems,
    ) -> Self {
        Self {
            addresses,
            keys,
            source,
            delivery,
            links: Links::to(public),
            clock,
            problems,
        }
    }

    /// Works until `stop` is cancelled.
    pub async fn run(self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let looked_at = self.look_at_due().await.unwrap_or_else(|error| {
                tracing::warn!(%error, "due e-mails could not be looked for");
                0
            });
            if looked_at < PORTION as usize {
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(POLL) => {}
                }
            }
        }
    }

    /// Looks at one portion of the addresses that something may have to be sent to; returns how many there were.
    pub async fn look_at_due(&self) -> Result<usize, StoreError> {
        let now = self.clock.now().as_microsecond();
        let due = self.addresses.due(now, PORTION).await?;
        let looked_at = due.len();
        let looks = futures::stream::iter(due).map(|address| self.look_at(address));
        let looks: Vec<Option<MailError>> = looks.buffer_unordered(AT_ONCE).collect().await;
        self.tell(looks.into_iter().flatten().next()).await?;
        Ok(looked_at)
    }

    /// Tells operators while something cannot be sent.
    async fn tell(&self, failure: Option<MailError>) -> Result<(), StoreError> {
        if failure.is_none() && !self.problems.parts().contains(&MAIL) {
            return Ok(());
        }
        let waiting = self.addresses.failing().await?;
        match failure {
            _ if waiting == 0 => self.problems.clear(MAIL),
            Some(error) => self.problems.report(
                MAIL,
                format!("the mail server {error}. Waiting to be sent again: {waiting}"),
            ),
            None => {}
        }
        Ok(())
    }

    /// Sends what is due to an address; returns what the mail server has failed with.
    async fn look_at(&self, address: MailAddress) -> Option<MailError> {
        let sent = match address.state {
            MailState::Waiting => self.send_link(&address).await,
            MailState::On => self.send_news(&address).await,
            MailState::Off => self
                .addresses
                .put_off(&address, 0)
                .await
                .map_err(Unsent::from),
        };
        match sent {
            Ok(()) => None,
            Err(Unsent::Mail(error)) => {
                let cause = error.cause();
                tracing::warn!(cause, "an e-mail was not sent: the mail server {error}");
                Some(error)
            }
            Err(Unsent::Store(error)) => {
                tracing::warn!(%error, "what is due to a user by e-mail could not be looked for");
                let later = self.later(AFTER_FAILURE);
                // If this fails too, it stays due.
                let _put_off = self.addresses.put_off(&address, later).await;
                None
            }
        }
    }

    async fn send_link(&self, address: &MailAddress) -> Result<(), Unsent> {
        let (key, to) = self.open(address).await?;
        let claiming = self.addresses.claim(address, 0, self.later(CLAIM));
        let Some(claimed) = claiming.await? else {
            return Ok(());
        };
        let id = id(&key, &format!("link {} {}", address.salt, address.asked_at));
        let token = token(&key, &address.salt);
        let letter = Letter::confirmation(&self.links, &token, id, moment(address.asked_at));
        if let Err(error) = self.deliver(&to, letter).await {
            return self.failed(&claimed, error).await;
        }
        Ok(self.addresses.link_sent(&claimed).await?)
    }

    async fn send_news(&self, address: &MailAddress) -> Result<(), Unsent> {
        // All of it is decided at one moment, however long it takes.
        let now = self.clock.now();
        let now_us = now.as_microsecond();
        // A clock that was ahead must not keep news back until its time has come.
        let mut address = MailAddress {
            told_until: address.told_until.min(now_us),
            ..address.clone()
        };
        let next = after(moment(address.sent_at), DAY);
        if address.sent_at <= now_us && now_us < next {
            return Ok(self.addresses.put_off(&address, next).await?);
        }
        // What may have come already is sent as it was.
        let is_again = address.telling_until > 0;
        let until = match is_again {
            true => moment(address.telling_until),
            false => moment(after(now, -UNSETTLED)),
        };
        let runs = self.news(&address, until).await?;
        let Some(first) = runs.first() else {
            address.telling_until = 0;
            let later = after(now, LOOK);
            return Ok(self.addresses.put_off(&address, later).await?);
        };
        let ready = after(first.ended_at, READY);
        if now_us < ready && !is_again {
            return Ok(self.addresses.put_off(&address, ready).await?);
        }
        let credits_left = self.source.credits_left(&address.user).await?;
        let (key, to) = self.open(&address).await?;
        let (until_us, free_at) = (until.as_microsecond(), self.later(CLAIM));
        let claiming = self.addresses.claim(&address, until_us, free_at);
        let Some(claimed) = claiming.await? else {
            return Ok(());
        };
        let digest = Digest {
            runs: &runs,
            credits_left,
            links: &self.links,
            token: &token(&key, &address.salt),
        };
        let id = id(&key, &format!("news {} {until}", address.salt));
        if let Err(error) = self.deliver(&to, digest.letter(id, until)).await {
            return self.failed(&claimed, error).await;
        }
        let sent_at = self.clock.now();
        let (sent_at, next) = (sent_at.as_microsecond(), after(sent_at, DAY));
        Ok(self.addresses.digest_sent(&claimed, sent_at, next).await?)
    }

    /// The runs with news that were not sent and ended by `until`, the oldest first.
    async fn news(
        &self,
        address: &MailAddress,
        until: Timestamp,
    ) -> Result<Vec<DigestRun>, StoreError> {
        let after = moment(address.told_until);
        let mut runs = self.source.since(&address.user, after).await?;
        runs.retain(|run| run.has_news() && run.ended_at > after && run.ended_at <= until);
        runs.sort_by_key(|run| run.ended_at);
        Ok(runs)
    }

    /// Hands a letter to the mail server. A process that dies around that leaves the address claimed.
    async fn deliver(&self, to: &Recipient, letter: Letter) -> Result<(), MailError> {
        dies_at("mail.before_sent");
        self.delivery.deliver(to, letter).await?;
        dies_at("mail.after_sent");
        Ok(())
    }

    /// Notes when it is tried again.
    async fn failed(&self, claimed: &MailAddress, error: MailError) -> Result<(), Unsent> {
        if error.is_about_the_recipient() && claimed.failures + 1 >= REFUSALS {
            self.addresses.give_up(claimed).await?;
        } else {
            let doubled = AFTER_FAILURE.saturating_mul(1 << claimed.failures.min(10));
            let later = self.later(doubled.min(DAY));
            let may_have_come = error.may_have_come();
            self.addresses.failed(claimed, may_have_come, later).await?;
        }
        Err(error.into())
    }

    /// The user's key, and the address.
    async fn open(&self, address: &MailAddress) -> Result<(UserKey, Recipient), StoreError> {
        let key = self.keys.find(&address.user).await?.ok_or_else(damaged)?;
        let opened = key.open(&address.closed).and_then(|text| text.parse().ok());
        let to = opened.ok_or_else(damaged)?;
        Ok((key, to))
    }

    fn later(&self, time: SignedDuration) -> i64 {
        after(self.clock.now(), time)
    }
}

fn damaged() -> StoreError {
    StoreError::Damaged("a user's e-mail address cannot be opened".to_owned())
}

/// What tells an e-mail from all others, and nothing to whoever sees it.
fn id(key: &UserKey, what: &str) -> String {
    key.mark(IDS, what).as_str().to_owned()
}
