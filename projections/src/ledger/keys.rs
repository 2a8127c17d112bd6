//! Which key has sealed what, where the secret key was replaced.

use store::StoreError;
use store::links::{Kind, Links};
use store::log::Cursor;
use store::seals::{SealKey, SealKeys};

/// The keys by the places in the log up to which they sealed.
#[derive(Debug, Clone)]
pub(super) struct KeysByPlace {
    keys: SealKeys,
    /// In the log's order: the last event that a former key has sealed, and the key's name.
    former: Vec<(Cursor, String)>,
}

impl KeysByPlace {
    pub(super) async fn read(links: &Links, keys: &SealKeys) -> Result<Self, StoreError> {
        let mut former: Vec<(Cursor, String)> = Vec::new();
        for link in links.notes(Kind::Rotated).await? {
            // The second one of a place is the new key's.
            if former.last().is_none_or(|(at, _)| *at != link.ends_at) {
                former.push((link.ends_at, link.key));
            }
        }
        Ok(Self {
            keys: keys.clone(),
            former,
        })
    }

    /// The key that seals now.
    pub(super) const fn now(&self) -> &SealKey {
        self.keys.current()
    }

    /// The key that has sealed an event there.
    pub(super) fn of(&self, at: Cursor) -> Result<&SealKey, String> {
        let Some((_, name)) = self.former.iter().find(|(until, _)| at <= *until) else {
            return Ok(self.now());
        };
        self.keys.named(name).ok_or_else(|| {
            format!(
                "it was sealed with the former secret key {name}, which is missing here: add it below the first line of \
                 secret.key"
            )
        })
    }
}
