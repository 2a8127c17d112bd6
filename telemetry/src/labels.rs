//! The labels of counted metrics.

use prometheus_client::encoding::EncodeLabelSet;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Answered {
    pub(crate) route: String,
    pub(crate) method: &'static str,
    pub(crate) status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Route {
    pub(crate) route: String,
    pub(crate) method: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Command {
    pub(crate) aggregate: &'static str,
    pub(crate) command: &'static str,
    pub(crate) outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Event {
    pub(crate) event: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Kind {
    pub(crate) kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Limit {
    pub(crate) limit: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Asked {
    pub(crate) service: &'static str,
    pub(crate) outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Cache {
    pub(crate) cache: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Lookup {
    pub(crate) cache: &'static str,
    pub(crate) result: &'static str,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Its events are in the log.
    Stored,
    /// There was nothing to do.
    Idle,
    /// It had been carried out before.
    Repeated,
    /// The rules forbid it.
    Refused,
    /// Others kept changing the same streams.
    Conflict,
    /// Somebody else had taken the work over.
    Overtaken,
    /// The store failed.
    Failed,
}

impl Outcome {
    /// Its name as a label's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Idle => "idle",
            Self::Repeated => "repeated",
            Self::Refused => "refused",
            Self::Conflict => "conflict",
            Self::Overtaken => "overtaken",
            Self::Failed => "failed",
        }
    }
}
