//! What the ledger is sealed with, and where its anchors are kept.

use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::declared::Declared;
use super::error::SettingsError;
use super::values::{names, wanted};
use crate::anchors::AnchorSettings;

pub(super) fn anchors(declared: &Declared) -> Result<AnchorSettings, SettingsError> {
    let url = wanted(declared.anchor_url.as_deref());
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https");
    let url = url.map(|url| {
        let url = url.parse().ok().filter(is_web);
        url.ok_or(SettingsError::Range(
            "anchor_url must be an http or https address.",
        ))
    });
    Ok(AnchorSettings {
        file: declared.anchor_file.clone(),
        url: url.transpose()?,
    })
}

pub(super) fn former_secret_keys(declared: &Declared) -> Vec<SecretString> {
    let list = declared.former_secret_keys.as_ref();
    let list = list.map(ExposeSecret::expose_secret);
    let keys = list.into_iter().flat_map(names);
    keys.map(SecretString::from).collect()
}
