//! A company of a list.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::personal::Mark;

/// A company of the list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Company {
    pub(super) standing: Standing,
    /// The marks of its tags.
    pub(super) tags: Vec<Mark>,
    /// The mark of its refreshed facts.
    pub(super) known: Option<Mark>,
    /// The mark of how its listing differs.
    pub(super) changed: Option<Mark>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum Standing {
    /// Written about, or seen in a session from which another was saved.
    #[default]
    Met,
    Saved,
    Removed,
}

impl Company {
    pub(super) const fn marks(&self) -> usize {
        self.tags.len() + self.known.is_some() as usize + self.changed.is_some() as usize
    }

    pub(super) fn is_packable(&self) -> bool {
        let mut marks = self.tags.iter().chain(&self.known).chain(&self.changed);
        marks.all(|mark| number(mark).is_some())
    }
}

/// Marks are 16 bytes in base64. Those of another form cannot be packed.
pub(super) fn number(mark: &Mark) -> Option<u128> {
    let mut bytes = [0; 16];
    let length = URL_SAFE_NO_PAD.decode_slice(mark.as_str(), &mut bytes);
    (length == Ok(bytes.len())).then(|| u128::from_be_bytes(bytes))
}
