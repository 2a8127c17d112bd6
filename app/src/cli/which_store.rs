//! Says which store a command acts on, before it does anything. Where none is it refuses and leaves nothing behind, so
//! that no coupon is issued into an empty folder and no check finds "0 wrong" of nothing.

use anyhow::bail;

use super::serve_lock;
use crate::settings::Settings;

/// What a command does where there is no store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IfNone {
    Refuse,
    /// Refuses, and says that `--create` creates one.
    OfferCreate,
    Create,
}

/// Names the store on standard error; what the command prints stays for programs.
#[expect(clippy::print_stderr, reason = "the command line's own voice")]
pub(super) async fn name(settings: &Settings, if_none: IfNone) -> anyhow::Result<()> {
    let (store, folder) = (settings.store_name()?, &settings.server.data_dir);
    let shown = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
    eprintln!(
        "demandatlas: store {store}, data folder {}",
        shown.display()
    );
    let id = settings.database()?.store_id(folder).await?;
    serve_lock::refuse_another(settings, &store, id.as_deref().unwrap_or_default())?;
    if if_none == IfNone::Create || id.is_some() {
        return Ok(());
    }
    let create = match if_none {
        IfNone::OfferCreate => "--create",
        _ => "'demandatlas migrate'",
    };
    bail!(
        "there is no store there. Name the one that you mean with --data-dir, --database-url or a settings file \
         (--config); if there is to be a new one, {create} creates it"
    )
}
