//! What is recorded, and the row that it becomes.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// What is recorded. The names are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AuditKind {
    /// Somebody signed in, or a process saw an access token for the first time.
    SignIn,
    /// 401: no access token, or one that is not accepted.
    Unauthenticated,
    /// 403: the user may not do that.
    Forbidden,
    /// 429: a limit was reached.
    Limited,
    /// A coupon code that gives nothing.
    CouponGuess,
    /// A command of an operator.
    Operator,
    /// Entries that could not be recorded.
    Lost,
}

impl AuditKind {
    /// In the order of declaration.
    pub const ALL: [Self; 7] = [
        Self::SignIn,
        Self::Unauthenticated,
        Self::Forbidden,
        Self::Limited,
        Self::CouponGuess,
        Self::Operator,
        Self::Lost,
    ];

    /// The stored name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SignIn => "sign_in",
            Self::Unauthenticated => "unauthenticated",
            Self::Forbidden => "forbidden",
            Self::Limited => "limited",
            Self::CouponGuess => "coupon_guess",
            Self::Operator => "operator",
            Self::Lost => "lost",
        }
    }
}

impl fmt::Display for AuditKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for AuditKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        known.ok_or_else(|| {
            let all = Self::ALL.map(Self::as_str).join(", ");
            format!("'{text}' is none of {all}")
        })
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEvent {
    pub kind: AuditKind,
    /// A stable word: the error's code, or the operator's command.
    pub outcome: Cow<'static, str>,
    /// The subject id; empty if nobody was signed in.
    pub user: String,
    /// The client's address; empty at the command line.
    pub client: String,
    pub request_id: String,
}

/// A row: the same event, once or several times within a minute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub id: String,
    /// The first time, in microseconds since the epoch.
    pub at: i64,
    /// The last time.
    pub last_at: i64,
    pub count: u64,
    /// The first one.
    pub event: AuditEvent,
}

impl AuditEntry {
    /// Of an event that happened once so far.
    pub fn new(event: AuditEvent, at: i64) -> Self {
        Self {
            id: random_id(),
            at,
            last_at: at,
            count: 1,
            event,
        }
    }

    /// Writes it to the process's log too, for those who collect that.
    pub fn tell(&self) {
        let event = &self.event;
        tracing::info!(
            target: "audit",
            kind = event.kind.as_str(),
            outcome = %event.outcome,
            user = event.user,
            client = event.client,
            request_id = event.request_id,
            count = self.count,
        );
    }
}

fn random_id() -> String {
    let mut bytes = [0; 16];
    aws_lc_rs::rand::fill(&mut bytes).expect("the system has random numbers");
    hex::encode(bytes)
}
