//! The provider's two cookies: the session, and the form token that guards its forms.
//!
//! Cookies ignore ports, so the names include one: two servers on one machine do not sign each
//! other's users out.

use axum::http::{HeaderMap, HeaderValue, header};

use super::config::{DevIdpConfig, MOUNT};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cookie {
    Session,
    Form,
}

impl Cookie {
    fn name(self, config: &DevIdpConfig) -> String {
        let purpose = match self {
            Self::Session => "session",
            Self::Form => "form",
        };
        format!("dev_idp_{purpose}_{}", config.port())
    }

    pub(super) fn read(self, headers: &HeaderMap, config: &DevIdpConfig) -> Option<String> {
        let name = self.name(config);
        let pairs = headers
            .get_all(header::COOKIE)
            .into_iter()
            .filter_map(|value| value.to_str().ok());
        pairs
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(key, value)| *key == name && !value.is_empty())
            .map(|(_, value)| value.to_owned())
    }

    /// A cookie that lives `life_s` seconds. `value` is one of the provider's own secrets.
    pub(super) fn set(self, config: &DevIdpConfig, value: &str, life_s: u64) -> HeaderValue {
        let name = self.name(config);
        let text =
            format!("{name}={value}; Path={MOUNT}; Max-Age={life_s}; HttpOnly; SameSite=Lax");
        HeaderValue::try_from(text).expect("name, base64url value and attributes are plain ASCII")
    }

    /// Removes the cookie.
    pub(super) fn clear(self, config: &DevIdpConfig) -> HeaderValue {
        self.set(config, "", 0)
    }
}
