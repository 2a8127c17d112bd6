//! Identifiers. Each is checked when it is made, so that no later layer sees a NUL, a control character or an unbounded
//! string.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The longest subject identifier accepted from an issuer (OpenID Connect Core 2, `sub`).
pub const MAX_USER_ID_CHARS: usize = 255;

/// Why a text is not an identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    #[error("The user id is empty.")]
    EmptyUser,
    #[error("The user id is longer than {MAX_USER_ID_CHARS} characters.")]
    LongUser,
    #[error("The user id contains control characters.")]
    ControlCharacter,
    #[error("'{0}' is not a session key: a session key is a UUID such as 7f1c0e0a-…")]
    NotASession(String),
    #[error("This is no company's id: it is a UUID such as 7f1c0e0a-…")]
    NotACompany,
    #[error("This is no schedule's id: it is a UUID such as 7f1c0e0a-…")]
    NotAMonitor,
    #[error("This does not name a company and a user.")]
    NotARecord,
}

/// A person, by the identity provider's subject id (`sub`).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct UserId(String);

impl UserId {
    /// Checks and wraps a subject id.
    pub fn new(sub: impl Into<String>) -> Result<Self, InvalidId> {
        let sub = sub.into();
        if sub.trim().is_empty() {
            return Err(InvalidId::EmptyUser);
        }
        if sub.chars().count() > MAX_USER_ID_CHARS {
            return Err(InvalidId::LongUser);
        }
        if sub.chars().any(char::is_control) {
            return Err(InvalidId::ControlCharacter);
        }
        Ok(Self(sub))
    }

    /// The subject id as the issuer wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for UserId {
    type Error = InvalidId;

    fn try_from(sub: String) -> Result<Self, Self::Error> {
        Self::new(sub)
    }
}

impl From<UserId> for String {
    fn from(user: UserId) -> Self {
        user.0
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One search and its rows. The same id is the job id, the session key and the session id.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SessionKey(Uuid);

impl SessionKey {
    /// Wraps a UUID. The caller generates it, as the domain has no randomness.
    pub const fn new(id: Uuid) -> Self {
        Self(id)
    }

    /// The UUID inside.
    pub const fn uuid(&self) -> Uuid {
        self.0
    }
}

impl fmt::Display for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_hyphenated().fmt(f)
    }
}

impl FromStr for SessionKey {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::try_parse(text).map(Self).map_err(|_| {
            InvalidId::NotASession(text.chars().filter(|c| !c.is_control()).take(64).collect())
        })
    }
}

/// A company of a user. The id is random, so that it outlives changes of the rules that recognize a company.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct CompanyId(Uuid);

impl CompanyId {
    /// Wraps a UUID. The caller generates it, as the domain has no randomness.
    pub const fn new(id: Uuid) -> Self {
        Self(id)
    }

    /// The UUID inside.
    pub const fn uuid(&self) -> Uuid {
        self.0
    }
}

impl fmt::Display for CompanyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_hyphenated().fmt(f)
    }
}

impl FromStr for CompanyId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let id = Uuid::try_parse(text);
        id.map(Self).map_err(|_| InvalidId::NotACompany)
    }
}

/// A search that runs again by a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct MonitorId(Uuid);

impl MonitorId {
    /// Wraps a UUID. The caller generates it, as the domain has no randomness.
    pub const fn new(id: Uuid) -> Self {
        Self(id)
    }

    /// The session of its run at a slot: always the same, so that there is one run a slot.
    pub fn run_at(self, slot: Timestamp) -> SessionKey {
        SessionKey::new(Uuid::new_v5(&self.0, slot.to_string().as_bytes()))
    }
}

impl fmt::Display for MonitorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_hyphenated().fmt(f)
    }
}

impl FromStr for MonitorId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let id = Uuid::try_parse(text);
        id.map(Self).map_err(|_| InvalidId::NotAMonitor)
    }
}

/// What a user notes about a company. The id names both, so that the record's events show whose they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordId {
    pub company: CompanyId,
    pub user: UserId,
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.company, self.user)
    }
}

impl FromStr for RecordId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (company, user) = text.split_once(':').ok_or(InvalidId::NotARecord)?;
        Ok(Self {
            company: company.parse()?,
            user: UserId::new(user)?,
        })
    }
}

/// A reservation of credits: the slice, the job, and the run of the worker that took it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct HoldId(String);

impl HoldId {
    /// The hold for the slice of `session` that starts at row `first_row`. `run` differs between runs of a job, so that
    /// a worker that was taken over cannot settle another's hold.
    pub fn for_slice(session: SessionKey, first_row: u32, run: impl fmt::Display) -> Self {
        Self(format!("{session}:{first_row}:{run}"))
    }

    /// The hold for enriching the rows of `session` from `first_row` on; `run` as above.
    pub fn for_enrichment(session: SessionKey, first_row: u32, run: impl fmt::Display) -> Self {
        Self(format!("{session}:enrich:{first_row}:{run}"))
    }

    /// The hold for reading the websites of `session` from number `first` on; `run` as above.
    pub fn for_reading(session: SessionKey, first: u32, run: impl fmt::Display) -> Self {
        Self(format!("{session}:read:{first}:{run}"))
    }

    /// The hold for what a monitor's run finds, from row `first_row` of `session` on; `run` as above.
    pub fn for_changes(session: SessionKey, first_row: u32, run: impl fmt::Display) -> Self {
        Self(format!("{session}:changes:{first_row}:{run}"))
    }

    /// The job whose results the credits were reserved for.
    pub fn session(&self) -> Option<SessionKey> {
        self.0.split(':').next()?.parse().ok()
    }

    /// The id as stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for HoldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A coupon, by a keyed hash of its code. Only its holders know the code.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct CouponId(String);

impl CouponId {
    /// Wraps the hash, in hexadecimal.
    pub fn from_hash(hash: impl Into<String>) -> Self {
        Self(hash.into())
    }

    /// The hash.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_id_refuses_what_a_database_or_a_log_cannot_hold() {
        assert_eq!(UserId::new(""), Err(InvalidId::EmptyUser));
        assert_eq!(UserId::new("   "), Err(InvalidId::EmptyUser));
        assert_eq!(UserId::new("a\nb"), Err(InvalidId::ControlCharacter));
        assert_eq!(UserId::new("\u{7f}"), Err(InvalidId::ControlCharacter));
        assert_eq!(UserId::new("auth0|\0"), Err(InvalidId::ControlCharacter));
        assert_eq!(UserId::new("x".repeat(256)), Err(InvalidId::LongUser));
        for good in ["auth0|u1", "dev|abc", "ünïcode", &"x".repeat(255)] {
            assert_eq!(UserId::new(good).unwrap().as_str(), good);
        }
        assert!(serde_json::from_str::<UserId>("\"a\\u0000\"").is_err());
    }

    #[test]
    fn a_session_key_is_a_uuid_in_any_case() {
        let key: SessionKey = "7F1C0E0A-6D0B-4E0E-9A53-0D7C3E1A2B3C".parse().unwrap();
        assert_eq!(key.to_string(), "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c");
        assert!("../../etc/passwd".parse::<SessionKey>().is_err());
    }

    #[test]
    fn a_record_names_its_company_and_its_user() {
        let text = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c:auth0|a:b";
        let id: RecordId = text.parse().unwrap();
        assert_eq!(
            (id.user.as_str(), id.to_string()),
            ("auth0|a:b", text.to_owned())
        );
        for wrong in [
            "",
            "auth0|a",
            "7f1c:auth0|a",
            "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c:",
        ] {
            assert!(wrong.parse::<RecordId>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_hold_knows_its_job() {
        let session: SessionKey = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c".parse().unwrap();
        for hold in [
            HoldId::for_slice(session, 40, "1.0"),
            HoldId::for_enrichment(session, 0, 7),
            HoldId::for_reading(session, 20, "1.0"),
        ] {
            assert_eq!(hold.session(), Some(session), "{hold}");
        }
        let other: HoldId = serde_json::from_str("\"h1\"").unwrap();
        assert_eq!(other.session(), None);
    }
}
