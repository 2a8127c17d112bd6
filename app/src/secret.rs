//! The installation's one secret key. The keys that seal the ledger, hide coupon codes and wrap users' keys are derived
//! from it, so that a copy of the database alone reveals none of them.

use std::io;

use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use commands::coupons::CodeKey;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use sign_in::private_files::{create_private_folder, place, read_private};
use store::seals::SealKey;
use store::user_keys::WrappingKey;

use crate::settings::{SHORTEST_SECRET, Settings};

const FILE_NAME: &str = "secret.key";

pub(crate) struct SecretKey(SecretString);

impl SecretKey {
    /// The configured key, or the one in the data folder, which is created if missing.
    pub(crate) fn open(settings: &Settings) -> anyhow::Result<Self> {
        let key = match &settings.secret_key {
            Some(key) => key.clone(),
            None => Self::from_file(settings)?,
        };
        if key.expose_secret().len() < SHORTEST_SECRET {
            bail!("the secret key is too short: use at least {SHORTEST_SECRET} random characters");
        }
        Ok(Self(key))
    }

    /// The same for a database that already belongs to a key: a missing key is not created.
    pub(crate) fn of_database(settings: &Settings, fingerprint: &str) -> anyhow::Result<Self> {
        let path = settings.server.data_dir.join(FILE_NAME);
        if settings.secret_key.is_none() && !path.exists() {
            bail!(
                "the secret key {} is missing: this database belongs to the key {fingerprint}. Restore secret.key \
                 from a backup, or set DEMANDATLAS_SECRET_KEY to its content. Without it coupons cannot be \
                 found, the ledger cannot be verified, and what users wrote stays closed",
                path.display()
            );
        }
        Self::open(settings)
    }

    fn from_file(settings: &Settings) -> anyhow::Result<SecretString> {
        let folder = &settings.server.data_dir;
        let path = folder.join(FILE_NAME);
        let content = match read_private(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => create_private_folder(folder)
                .and_then(|()| place(&path, &random_key()))
                .and_then(|()| read_private(&path)),
            read => read,
        };
        let failed = || {
            format!(
                "the secret key {} cannot be read or created",
                path.display()
            )
        };
        let text = String::from_utf8(content.with_context(failed)?).with_context(failed)?;
        Ok(text.trim().into())
    }

    /// Seals the ledger.
    pub(crate) fn seals(&self) -> SealKey {
        SealKey::new(&self.derive("ledger seals"))
    }

    /// Hides coupon codes.
    pub(crate) fn coupon_codes(&self) -> CodeKey {
        CodeKey::new(&self.derive("coupon codes"))
    }

    /// Wraps the users' keys.
    pub(crate) fn user_keys(&self) -> WrappingKey {
        WrappingKey::new(&self.derive("user keys"))
    }

    /// Identifies a key without revealing it.
    pub(crate) fn fingerprint(&self) -> String {
        hex::encode(&self.derive("fingerprint")[..6])
    }

    fn derive(&self, purpose: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.expose_secret().as_bytes())
            .expect("HMAC takes keys of any length");
        mac.update(purpose.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// 256 random bits.
fn random_key() -> String {
    let mut bytes = [0; 32];
    aws_lc_rs::rand::fill(&mut bytes)
        .expect("the system's random source works, or nothing can be signed either");
    format!("{}\n", URL_SAFE_NO_PAD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Overrides;

    fn settings(folder: &std::path::Path) -> Settings {
        let overrides = Overrides {
            data_dir: Some(folder.to_owned()),
            ..Overrides::default()
        };
        Settings::load(None, &overrides).unwrap()
    }

    #[test]
    fn the_key_is_made_once_and_configuration_wins() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(&folder.path().join("data"));
        let made = SecretKey::open(&settings).unwrap().fingerprint();
        assert_eq!(SecretKey::open(&settings).unwrap().fingerprint(), made);
        settings.secret_key = Some("x".repeat(SHORTEST_SECRET).into());
        assert_ne!(SecretKey::open(&settings).unwrap().fingerprint(), made);
        settings.secret_key = Some("short".to_owned().into());
        assert!(SecretKey::open(&settings).is_err());
    }
}
