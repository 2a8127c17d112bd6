//! The installation's one secret key. The keys that seal the ledger, hide coupon codes and wrap users' keys are derived
//! from it, so that a copy of the database alone reveals none of them.

use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use commands::coupons::CodeKey;
use commands::mail::AddressKey;
use commands::websites::ContactKey;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use sign_in::private_files::{create_private_folder, place, read_private};
use store::rotation::Secret;
use store::seals::{SealKey, SealKeys};
use store::user_keys::WrappingKey;

use crate::settings::{SHORTEST_SECRET, Settings};

const FILE_NAME: &str = "secret.key";
/// The file that replaces it once the database has taken the new key.
const NEXT_NAME: &str = "secret.key.next";

/// The secret key, and former ones that it has replaced: those only judge, find and open what is from before.
pub(crate) struct SecretKey {
    current: SecretString,
    former: Vec<SecretString>,
}

impl SecretKey {
    /// The configured key, or the one in the data folder, which is created if missing.
    pub(crate) fn open(settings: &Settings) -> anyhow::Result<Self> {
        match &settings.secret_key {
            Some(current) => Self::new(current.clone(), settings.former_secret_keys.clone()),
            None => Self::from_file(settings),
        }
    }

    /// The same for a database that already belongs to a key: a missing key is not created.
    pub(crate) fn of_database(settings: &Settings, fingerprint: &str) -> anyhow::Result<Self> {
        if settings.secret_key.is_some() {
            return Self::open(settings);
        }
        let folder = &settings.server.data_dir;
        let (path, next) = (folder.join(FILE_NAME), folder.join(NEXT_NAME));
        // A replacement of the key that was interrupted between the database and the file.
        if next.exists() && Self::read(&next)?.fingerprint() == fingerprint {
            std::fs::rename(&next, &path)
                .with_context(|| format!("{} cannot be renamed", next.display()))?;
        }
        if !path.exists() {
            bail!(
                "the secret key {} is missing: this database belongs to the key {fingerprint}. Restore secret.key \
                 from a backup, or set DEMANDATLAS_SECRET_KEY to its content. Without it coupons cannot be \
                 found, the ledger cannot be verified, and what users wrote stays closed",
                path.display()
            );
        }
        Self::open(settings)
    }

    fn from_file(settings: &Settings) -> anyhow::Result<Self> {
        let folder = &settings.server.data_dir;
        let path = folder.join(FILE_NAME);
        if !path.exists() {
            create_private_folder(folder)
                .and_then(|()| place(&path, &random_key()))
                .with_context(|| format!("the secret key {} cannot be created", path.display()))?;
        }
        Self::read(&path)
    }

    /// The first line of a file is the key; those below it are former ones.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let failed = || format!("the secret key {} cannot be read", path.display());
        let text =
            String::from_utf8(read_private(path).with_context(failed)?).with_context(failed)?;
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let current = lines.next().unwrap_or_default().into();
        Self::new(current, lines.map(SecretString::from).collect())
    }

    fn new(current: SecretString, former: Vec<SecretString>) -> anyhow::Result<Self> {
        if current.expose_secret().len() < SHORTEST_SECRET {
            bail!("the secret key is too short: use at least {SHORTEST_SECRET} random characters");
        }
        Ok(Self { current, former })
    }

    /// A new random key that replaces this one.
    pub(crate) fn successor(&self) -> Self {
        let mut former = vec![self.current.clone()];
        former.extend(self.former.iter().cloned());
        Self {
            current: random_key().trim().into(),
            former,
        }
    }

    /// Places the key beside the one in use, whose place it takes with [`Self::take_place`].
    pub(crate) fn place_next(&self, settings: &Settings) -> anyhow::Result<()> {
        let path = settings.server.data_dir.join(NEXT_NAME);
        // Left over from an attempt that failed: nothing belongs to it.
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        place(&path, &self.lines())
            .with_context(|| format!("the new secret key {} cannot be placed", path.display()))
    }

    /// The database has taken the key that was placed.
    pub(crate) fn take_place(settings: &Settings) -> anyhow::Result<()> {
        let folder = &settings.server.data_dir;
        std::fs::rename(folder.join(NEXT_NAME), folder.join(FILE_NAME))
            .context("secret.key.next cannot be renamed to secret.key")
    }

    /// Writes the key and the former ones to a file, which must not exist.
    pub(crate) fn write_all_to(&self, path: &Path) -> anyhow::Result<()> {
        write_new(path, &self.lines())
    }

    /// Puts the key into the data folder if there is none; returns the one that is there then.
    pub(crate) fn place_first(&self, settings: &Settings) -> anyhow::Result<Self> {
        let folder = &settings.server.data_dir;
        create_private_folder(folder)?;
        place(&folder.join(FILE_NAME), &self.lines())?;
        Self::read(&folder.join(FILE_NAME))
    }

    fn lines(&self) -> String {
        let keys = std::iter::once(&self.current).chain(&self.former);
        keys.map(|key| format!("{}\n", key.expose_secret()))
            .collect()
    }

    /// Writes the key alone to a file, which must not exist.
    pub(crate) fn write_to(&self, path: &Path) -> anyhow::Result<()> {
        write_new(path, &format!("{}\n", self.current.expose_secret()))
    }

    /// Seals the ledger.
    pub(crate) fn seals(&self) -> SealKeys {
        let key =
            |secret| SealKey::new(&derive(secret, "ledger seals")).called(fingerprint(secret));
        SealKeys::new(key(&self.current), self.former.iter().map(key))
    }

    /// Hides coupon codes.
    pub(crate) fn coupon_codes(&self) -> CodeKey {
        let former: Vec<_> = self.former_derived("coupon codes");
        CodeKey::new(&derive(&self.current, "coupon codes"))
            .after(former.iter().map(<[u8; 32]>::as_slice))
    }

    /// Hides whom websites say nothing of any more.
    pub(crate) fn contacts(&self) -> ContactKey {
        let former = self.former_derived("removed contacts");
        ContactKey::new(&derive(&self.current, "removed contacts")).after(&former)
    }

    /// Counts e-mails to an address: for a day, so that former keys do not matter.
    pub(crate) fn addresses(&self) -> AddressKey {
        AddressKey::new(&derive(&self.current, "addresses of e-mail"))
    }

    /// Wraps the users' keys.
    pub(crate) fn user_keys(&self) -> WrappingKey {
        let former = self.former_derived("user keys");
        WrappingKey::new(&derive(&self.current, "user keys")).after(&former)
    }

    fn former_derived(&self, purpose: &str) -> Vec<[u8; 32]> {
        let former = self.former.iter();
        former.map(|secret| derive(secret, purpose)).collect()
    }

    /// Names the former keys, the last one first.
    pub(crate) fn former_fingerprints(&self) -> impl Iterator<Item = String> {
        self.former.iter().map(fingerprint)
    }

    /// What [`store::rotation`] needs of it.
    pub(crate) fn for_rotation(&self) -> Secret {
        Secret {
            fingerprint: self.fingerprint(),
            seals: self.seals().current().clone(),
            wrapping: self.user_keys(),
        }
    }

    /// Identifies a key without revealing it.
    pub(crate) fn fingerprint(&self) -> String {
        fingerprint(&self.current)
    }
}

fn fingerprint(secret: &SecretString) -> String {
    hex::encode(&derive(secret, "fingerprint")[..6])
}

fn write_new(path: &Path, keys: &str) -> anyhow::Result<()> {
    if path.exists() {
        bail!("{} exists: name another file", path.display());
    }
    place(path, keys)
        .with_context(|| format!("the secret key {} cannot be written", path.display()))
}

fn derive(secret: &SecretString, purpose: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes())
        .expect("HMAC takes keys of any length");
    mac.update(purpose.as_bytes());
    mac.finalize().into_bytes().into()
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
