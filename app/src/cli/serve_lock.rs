//! The file by which a server holds its data folder, and in which it names its store: on SQLite no second server starts
//! there, and no command acts on another store beside it.

use std::fs::{File, TryLockError};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, bail};
use sign_in::private_files::create_private_folder;
use store::db::{DatabaseUrl, Db};
use store::installation;

use crate::settings::{EVENTS_IN, Settings};

const FILE: &str = "serve.lock";

/// Held as long as the value lives.
pub(super) struct ServeLock(File);

/// Keeps a second server away from this one's files; on PostgreSQL several servers may share them.
pub(super) fn hold(settings: &Settings) -> anyhow::Result<Option<ServeLock>> {
    let folder = &settings.server.data_dir;
    create_private_folder(folder)
        .with_context(|| format!("the data folder {} cannot be made", folder.display()))?;
    let path = folder.join(FILE);
    // What is in it is another server's until it is locked.
    let file = File::options().append(true).create(true).open(&path);
    let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            Ok(Some(ServeLock(file)))
        }
        Err(TryLockError::WouldBlock) if settings.database()? != DatabaseUrl::Sqlite => Ok(None),
        Err(TryLockError::WouldBlock) => bail!(
            "another server uses the data folder {}: stop it, or choose a different folder with --data-dir",
            folder.display()
        ),
        // Some file systems do not support locks.
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "cannot determine whether another server uses this data folder");
            Ok(None)
        }
    }
}

impl ServeLock {
    /// Says which store the server uses.
    pub(super) async fn name_store(&mut self, settings: &Settings, log: &Db) -> anyhow::Result<()> {
        let id = match log {
            Db::Sqlite { .. } => String::new(),
            Db::Postgres(_) => installation::id(log).await?,
        };
        let named = format!("{}\n{id}", settings.store_name()?);
        Ok(self.0.write_all(named.as_bytes())?)
    }
}

/// Fails if a server runs on the data folder with another store. A store that has an id is known by it, whatever its
/// address: it may have moved, and the server not have noticed yet.
pub(super) fn refuse_another(settings: &Settings, name: &str, id: &str) -> anyhow::Result<()> {
    let path = settings.server.data_dir.join(FILE);
    let named = std::fs::read_to_string(&path).unwrap_or_default();
    let Some((served, served_id)) = named.split_once('\n') else {
        return Ok(());
    };
    let is_one_database = !id.is_empty() && served_id == id;
    let is_same = served == name || (is_one_database && events_of(served) == events_of(name));
    // Asked for last, so that hardly any server that starts at this moment finds the file locked.
    if !is_same && is_held(&path) {
        bail!(
            "a server is running on this data folder with another store ({served}): give this command the server's \
             settings (--config, --database-url), or name another folder with --data-dir"
        );
    }
    Ok(())
}

/// The server of a store's events, if they are not in its database.
fn events_of(store: &str) -> Option<&str> {
    store.split_once(EVENTS_IN).map(|(_, events)| events)
}

fn is_held(path: &Path) -> bool {
    let locked = File::open(path).map(|file| file.try_lock_shared());
    matches!(locked, Ok(Err(TryLockError::WouldBlock)))
}
