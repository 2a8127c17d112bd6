//! Personal texts: encrypted with a key of their user, so that destroying the key erases them from an append-only log.
//!
//! The domain never sees the texts. It compares marks (keyed digests: the same text of the same user has the same mark)
//! and passes encrypted texts through. The keys are kept next to the log (`store::user_keys`).

use serde::{Deserialize, Serialize};

/// A text encrypted with the user's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Closed(String);

impl Closed {
    /// Wraps the stored form.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The stored form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A keyed digest: equal for equal texts of one user, and meaningless once the key is destroyed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Mark(String);

impl Mark {
    /// Wraps the stored form.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The stored form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An encrypted text with its mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Noted {
    /// Equal for equal texts.
    pub mark: Mark,
    /// The encrypted text.
    pub text: Closed,
}
