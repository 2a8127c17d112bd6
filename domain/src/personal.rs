//! What is written about people: closed with a key of the user whom it belongs to, so that destroying the key
//! erases it from a log that never forgets.
//!
//! The domain never sees the texts. It decides on marks (keyed digests: the same text of the same user has the
//! same mark) and hands closed texts through. Making, opening and comparing needs the key, which lies beside the
//! log (`store::user_keys`).

use serde::{Deserialize, Serialize};

/// A text that only the user's key opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Closed(String);

impl Closed {
    /// Wraps what the key made.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// As it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What tells texts of one user apart, and says nothing of them once the key is gone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Mark(String);

impl Mark {
    /// Wraps what the key made.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// As it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text with what tells it from others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Noted {
    /// Tells it from others.
    pub mark: Mark,
    /// The text itself.
    pub text: Closed,
}
