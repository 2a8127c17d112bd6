//! The caller that a valid access token names.

use std::fmt;

use domain::ids::UserId;
use domain::tier::Tier;

/// Longest e-mail or name kept; a longer one is dropped, it only decorates.
const MAX_TEXT_CHARS: usize = 320;

/// A signed-in user, as the issuer's access token states it.
///
/// `Debug` shows the subject only, so that a log line can hold an identity without personal data.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// The provider's subject id: the user's key everywhere.
    pub sub: UserId,
    /// E-mail address, where the token carries one.
    pub email: Option<String>,
    /// Display name, where the token carries one.
    pub name: Option<String>,
    /// The plan that the issuer vouches for, where it is trusted for that.
    pub tier: Option<TierClaim>,
    /// Organization id, where the token carries one.
    pub org_id: Option<String>,
    /// Granted scopes, in the token's order.
    pub scopes: Vec<String>,
}

/// A plan that an issuer vouches for. It opens the account; one that differs later changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TierClaim {
    /// Of the development issuer: a change holds at once.
    AtOnce(Tier),
    /// Of an issuer whose claim the operator named: a change is a change of plan.
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

/// A claim that only decorates: kept when it is ordinary text, dropped otherwise.
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
            scopes: vec![],
        };
        let shown = format!("{identity:?}");
        assert!(shown.contains("dev|1") && !shown.contains("ada@") && !shown.contains("Ada"));
    }
}
