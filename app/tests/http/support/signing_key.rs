//! The development issuer's key.

use std::path::Path;
use std::sync::LazyLock;

use sign_in::dev_idp::DevKeys;
use sign_in::private_files::place;

const FILE_NAME: &str = "signing-key.pem";

/// Made once for all installations of a run: each RSA key takes longer than a short test.
static KEY: LazyLock<String> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    DevKeys::load_or_create(folder.path()).unwrap();
    std::fs::read_to_string(folder.path().join(FILE_NAME)).unwrap()
});

/// Gives it to an installation that has none yet.
pub(super) fn give_signing_key(data_dir: &Path) {
    let path = data_dir.join(FILE_NAME);
    if data_dir.is_dir() && !path.exists() {
        place(&path, &KEY).unwrap();
    }
}
