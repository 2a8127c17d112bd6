//! The development issuer's signing key: made at the first start, kept in the data folder.
//!
//! The key file is readable by its owner only, appears whole or not at all, and is the same for
//! processes that start at the same moment: the first to link it into place wins, and the others
//! read it.

use std::io;
use std::path::{Path, PathBuf};

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;

use crate::private_files::{create_private_folder, place, read_private};
use crate::verify::KeySet;

const FILE_NAME: &str = "signing-key.pem";

/// The development issuer's RSA key pair.
#[derive(Clone)]
pub struct DevKeys {
    encoding: EncodingKey,
    kid: String,
    jwks: JwkSet,
    verification: KeySet,
}

/// Why the development issuer's key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DevKeysError {
    #[error("cannot read or write the development sign-in's key {path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error(
        "{path} does not hold an RSA private key; remove the file to have a new key made (everybody must then sign in again)"
    )]
    Unreadable { path: PathBuf },
    #[error("cannot make an RSA key for the development sign-in")]
    Generate,
}

impl DevKeys {
    /// The key kept in `folder`; made if there is none.
    ///
    /// # Errors
    /// When the folder cannot be written, or the file does not hold an RSA key.
    pub fn load_or_create(folder: &Path) -> Result<Self, DevKeysError> {
        let path = folder.join(FILE_NAME);
        let failed = |source| DevKeysError::File {
            path: path.clone(),
            source,
        };
        let pem = match read_private(&path) {
            Ok(pem) => pem,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                create_private_folder(folder).map_err(failed)?;
                place(&path, &generate_pem()?).map_err(failed)?;
                read_private(&path).map_err(failed)?
            }
            Err(error) => return Err(failed(error)),
        };
        Self::from_pem(&pem).ok_or(DevKeysError::Unreadable { path })
    }

    fn from_pem(pem: &[u8]) -> Option<Self> {
        let encoding = EncodingKey::from_rsa_pem(pem).ok()?;
        let mut jwk = Jwk::from_encoding_key(&encoding, Algorithm::RS256).ok()?;
        let kid = jwk.thumbprint(ThumbprintHash::SHA256).ok()?;
        jwk.common.key_id = Some(kid.clone());
        jwk.common.public_key_use = Some(PublicKeyUse::Signature);
        let jwks = JwkSet { keys: vec![jwk] };
        let document = serde_json::to_vec(&jwks).ok()?;
        let verification = KeySet::from_jwks(&document).filter(|keys| !keys.is_empty())?;
        Some(Self {
            encoding,
            kid,
            jwks,
            verification,
        })
    }

    /// The key's id: its RFC 7638 thumbprint.
    #[must_use]
    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// The public key as a JWKS document.
    #[must_use]
    pub fn jwks(&self) -> &JwkSet {
        &self.jwks
    }

    /// The public key for the server's own token verifier.
    #[must_use]
    pub fn verification_keys(&self) -> KeySet {
        self.verification.clone()
    }

    /// Signs claims as an RS256 JWT with this key's id.
    pub(super) fn sign(
        &self,
        claims: &impl Serialize,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let header = Header {
            kid: Some(self.kid.clone()),
            ..Header::new(Algorithm::RS256)
        };
        jsonwebtoken::encode(&header, claims, &self.encoding)
    }
}

fn generate_pem() -> Result<String, DevKeysError> {
    let pair = KeyPair::generate(KeySize::Rsa2048).map_err(|_| DevKeysError::Generate)?;
    let der = pair.as_der().map_err(|_| DevKeysError::Generate)?;
    let body = STANDARD.encode(der.as_ref());
    let mut pem = String::from("-----BEGIN PRIVATE KEY-----\n");
    for line in body.as_bytes().chunks(64) {
        pem.extend(line.iter().copied().map(char::from));
        pem.push('\n');
    }
    pem.push_str("-----END PRIVATE KEY-----\n");
    Ok(pem)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_key_is_made_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let first = DevKeys::load_or_create(folder.path()).unwrap();
        let second = DevKeys::load_or_create(folder.path()).unwrap();
        assert_eq!(first.kid(), second.kid());
        assert_eq!(first.kid().len(), 43, "a SHA-256 thumbprint, base64url");
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "no draft is left behind"
        );
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_the_key() {
        use std::os::unix::fs::PermissionsExt;
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("dev-idp");
        DevKeys::load_or_create(&folder).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        let key = folder.join(FILE_NAME);
        assert_eq!(mode(&key), 0o600);
        fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
        DevKeys::load_or_create(&folder).unwrap();
        assert_eq!(
            mode(&key),
            0o600,
            "the key's permissions are restricted again"
        );
    }

    #[test]
    fn processes_that_start_at_once_share_one_key() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("dev-idp");
        let kids: Vec<String> = std::thread::scope(|scope| {
            let starts: Vec<_> = (0..6)
                .map(|_| scope.spawn(|| DevKeys::load_or_create(&folder).unwrap().kid().to_owned()))
                .collect();
            starts
                .into_iter()
                .map(|start| start.join().unwrap())
                .collect()
        });
        assert!(kids.iter().all(|kid| *kid == kids[0]), "{kids:?}");
    }

    #[test]
    fn a_file_that_is_no_key_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE_NAME), "nonsense").unwrap();
        let refused = DevKeys::load_or_create(folder.path());
        assert!(matches!(refused, Err(DevKeysError::Unreadable { .. })));
    }
}
