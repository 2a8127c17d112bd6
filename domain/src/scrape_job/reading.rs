//! Reading websites: of a session's rows, of saved companies, or of an address.
//!
//! Which websites are read is decided when the job is queued, and lies beside the log with what they say: an event only
//! counts websites that were read, and those that have to be paid.

use serde::{Deserialize, Serialize};

use crate::ids::SessionKey;
use crate::text_enum::text_enum;

/// The most websites of a job.
pub const MAX_WEBSITES: u32 = 10_000;
/// The most pages read of an address.
pub const MAX_PAGES: u32 = 5;

text_enum! {
    /// What somebody wants to know of websites: they pay where one of these is new.
    pub enum Want {
        Email = "email",
        Phone = "phone",
        Social = "social",
        Hours = "hours",
        Technology = "technology",
    }
}

/// Whose websites are read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum ReadingOf {
    /// Those of a session's rows.
    Session { session: SessionKey },
    /// Those of saved companies.
    Companies,
    /// One address: what is counted are its pages.
    Address {
        /// Whether the pages' text is wanted.
        text: bool,
        /// Whether their links are wanted.
        links: bool,
    },
}

/// A reading of websites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reading {
    #[serde(flatten)]
    pub of: ReadingOf,
    /// Each once; empty for an address.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<Want>,
    /// The number of websites; of an address, the most pages.
    pub websites: u32,
    /// Stop when that many credits are spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_credits: Option<u32>,
}

impl Reading {
    /// Whether pages of an address are read.
    pub const fn is_of_address(&self) -> bool {
        matches!(self.of, ReadingOf::Address { .. })
    }

    /// The most credits that it may cost.
    pub fn credits_at_most(&self) -> u32 {
        self.max_credits
            .map_or(self.websites, |most| most.min(self.websites))
    }
}
