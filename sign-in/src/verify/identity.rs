//! The caller that a valid access token names.

use std::fmt;

use domain::tier::Tier;

/// Longest subject accepted, in characters (OpenID Connect's own bound).
const MAX_SUBJECT_CHARS: usize = 255;
/// Longest e-mail or name kept; a longer one is dropped, it only decorates.
const MAX_TEXT_CHARS: usize = 320;

/// A signed-in user, as the issuer's access token states it.
///
/// `Debug` shows the subject only, so that a log line can hold an identity without personal data.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// The provider's subject id: the user's key everywhere. 1 to 255 characters, none of control.
    pub sub: String,
    /// E-mail address, where the token carries one.
    pub email: Option<String>,
    /// Display name, where the token carries one.
    pub name: Option<String>,
    /// Plan tier: only ever set for the development issuer, whose claim alone is trusted for it.
    pub tier: Option<Tier>,
    /// Organization id, where the token carries one.
    pub org_id: Option<String>,
    /// Granted scopes, in the token's order.
    pub scopes: Vec<String>,
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("sub", &self.sub)
            .finish_non_exhaustive()
    }
}

/// Whether `sub` can be a user's key: 1 to 255 characters without control characters, and not
/// blank. (NUL would be refused by the event store, line breaks would forge log lines.)
#[must_use]
pub fn is_valid_subject(sub: &str) -> bool {
    !sub.trim().is_empty()
        && sub.chars().count() <= MAX_SUBJECT_CHARS
        && !sub.chars().any(char::is_control)
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
    fn subjects_are_bounded_printable_text() {
        for good in ["auth0|u1", "dev|abc", "ünïcode", &"x".repeat(255)] {
            assert!(is_valid_subject(good), "{good:?}");
        }
        for bad in ["", "   ", "a\0b", "a\nb", "\u{7f}", &"x".repeat(256)] {
            assert!(!is_valid_subject(bad), "{bad:?}");
        }
    }

    #[test]
    fn debug_output_holds_no_personal_data() {
        let identity = Identity {
            sub: "dev|1".into(),
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
