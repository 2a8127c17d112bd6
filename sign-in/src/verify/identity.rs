//! The caller that a valid access token names.

use std::fmt;

use domain::ids::UserId;
use domain::tier::Tier;

/// Longest e-mail or name kept; a longer one is dropped, since it is only decoration.
const MAX_TEXT_CHARS: usize = 320;

/// A signed-in user, as the access token describes them.
///
/// `Debug` shows only the subject, so that log lines hold no personal data.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// The issuer's subject id: the user's key everywhere.
    pub sub: UserId,
    pub email: Option<String>,
    pub name: Option<String>,
    /// The plan that the issuer vouches for, if it is trusted to.
    pub tier: Option<TierClaim>,
    pub org_id: Option<String>,
    /// When the token was issued, in seconds since the epoch, if it says so.
    pub issued_at: Option<u64>,
    /// In the token's order.
    pub scopes: Vec<String>,
}

/// A plan that an issuer vouches for. It opens the account; a different one later changes the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TierClaim {
    /// From the development issuer: a change takes effect at once.
    AtOnce(Tier),
    /// From an issuer whose claim the operator configured: a change is a change of plan.
    NextPeriod(Tier),
}

impl TierClaim {
    /// The plan.
    #[must_use]
    pub const fn tier(self) -> Tier {
        match self {
            Self::AtOnce(tier) | Self::NextPeriod(tier) => tier,
        }
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("sub", &self.sub.as_str())
            .finish_non_exhaustive()
    }
}

/// A purely decorative claim: kept if it is ordinary text, dropped otherwise.
pub(super) fn decorative(claim: Option<&serde_json::Value>) -> Option<String> {
    let text = claim?.as_str()?.trim();
    let ordinary = !text.is_empty()
        && text.chars().count() <= MAX_TEXT_CHARS
        && !text.chars().any(char::is_control);
    ordinary.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_holds_no_personal_data() {
        let identity = Identity {
            sub: UserId::new("dev|1").unwrap(),
            email: Some("ada@example.com".into()),
            name: Some("Ada".into()),
            tier: None,
            org_id: None,
            issued_at: None,
            scopes: vec![],
        };
        let shown = format!("{identity:?}");
        assert!(shown.contains("dev|1") && !shown.contains("ada@") && !shown.contains("Ada"));
    }
}
