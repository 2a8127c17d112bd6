//! The proxies that users have websites read through.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::ids::UserId;
use outgoing::untrusted::{Proxy, ProxyError, Untrusted, UntrustedError};
use store::StoreError;
use store::user_keys::UserKeys;
use store::websites::UserProxies;
use url::Url;

use crate::error::CommandError;

/// How much of the test page's answer is looked at.
const LOOKED_AT: usize = 4_096;

/// The outcome of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProxyTest {
    pub took: Duration,
    /// The address that the test page saw, if it says so.
    pub seen_as: Option<IpAddr>,
}

/// Saves, tests and removes proxies. They are closed with their users' keys.
#[derive(Clone)]
pub struct Proxies {
    kept: UserProxies,
    keys: UserKeys,
    untrusted: Option<Untrusted>,
    test_page: Option<Url>,
}

impl Proxies {
    /// Over the database. Without a client nothing is read, and nothing tested.
    pub const fn new(
        kept: UserProxies,
        keys: UserKeys,
        untrusted: Option<Untrusted>,
        test_page: Option<Url>,
    ) -> Self {
        Self {
            kept,
            keys,
            untrusted,
            test_page,
        }
    }

    /// Has the operator named a page to test with?
    pub const fn can_be_tested(&self) -> bool {
        self.test_page.is_some() && self.untrusted.is_some()
    }

    /// Are websites read, and thus proxies of use?
    pub const fn is_on(&self) -> bool {
        self.untrusted.is_some()
    }

    /// The user's proxy. Unreadable, since another key has closed it, is as bad as an error: nothing may go out directly.
    pub async fn find(&self, user: &UserId) -> Result<Option<Arc<Proxy>>, StoreError> {
        let Some(closed) = self.kept.find(user).await? else {
            return Ok(None);
        };
        let key = self.keys.find(user).await?;
        let address = key.and_then(|key| key.open(&closed));
        let proxy = address.and_then(|address| address.parse().ok());
        let damaged = || StoreError::Damaged("a user's proxy cannot be opened".to_owned());
        proxy.map(|proxy| Some(Arc::new(proxy))).ok_or_else(damaged)
    }

    /// Saves the user's proxy in place of another one, once its address is known to be public: where nothing is read,
    /// that cannot be looked up.
    pub async fn save(
        &self,
        user: &UserId,
        proxy: &Proxy,
    ) -> Result<Result<(), ProxyError>, CommandError> {
        if let Some(untrusted) = &self.untrusted
            && let Err(refusal) = untrusted.may_be_proxy(proxy).await
        {
            return Ok(Err(refusal));
        }
        // None while the user is being erased.
        let key = self
            .keys
            .find_or_make(user)
            .await?
            .ok_or(CommandError::Conflict)?;
        self.kept.save(user, &key.close(proxy.address())).await?;
        Ok(Ok(()))
    }

    /// Removes the user's proxy; false if there is none.
    pub async fn remove(&self, user: &UserId) -> Result<bool, StoreError> {
        self.kept.remove(user).await
    }

    /// Restores a proxy that was removed within the last hour; false if there is none.
    pub async fn restore(&self, user: &UserId) -> Result<bool, StoreError> {
        self.kept.restore(user).await
    }

    /// Deletes the user's proxy.
    pub async fn erase(&self, user: &UserId) -> Result<bool, StoreError> {
        self.kept.erase(user).await
    }

    /// Deletes proxies that were removed before a moment.
    pub async fn forget_before(&self, until: i64) -> Result<(), StoreError> {
        self.kept.forget_before(until).await
    }

    /// Asks the operator's page through a proxy. None if the operator has named none.
    pub async fn test(&self, proxy: Arc<Proxy>) -> Option<Result<ProxyTest, UntrustedError>> {
        let page = self.test_page.as_ref()?;
        let mut visit = self.untrusted.as_ref()?.visit(Some(proxy));
        let began = Instant::now();
        let answer = visit.get(page, &[], |_, _| true).await;
        Some(answer.map(|answer| ProxyTest {
            took: began.elapsed(),
            seen_as: address_in(&answer.body),
        }))
    }
}

/// The first IP address in a text.
fn address_in(body: &[u8]) -> Option<IpAddr> {
    let text = String::from_utf8_lossy(&body[..body.len().min(LOOKED_AT)]).into_owned();
    let words = text.split(|c: char| !(c.is_ascii_hexdigit() || matches!(c, '.' | ':')));
    let words = words.map(|word| word.trim_matches(':').trim_end_matches('.'));
    words
        .filter(|word| word.len() > 6)
        .find_map(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_that_a_page_saw_is_found_in_its_text() {
        for (body, address) in [
            ("203.0.113.7\n", Some("203.0.113.7")),
            ("{\"ip\":\"2001:db8::7\"}", Some("2001:db8::7")),
            ("<p>Your address is 203.0.113.7.</p>", Some("203.0.113.7")),
            ("It works: 12:30", None),
            ("", None),
        ] {
            let expected = address.map(|address| address.parse().unwrap());
            assert_eq!(address_in(body.as_bytes()), expected, "{body}");
        }
    }
}
