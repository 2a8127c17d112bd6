//! `demandatlas openapi`.

use api::routes;

use super::terminal::say;

pub(super) fn print() -> anyhow::Result<()> {
    say(routes::openapi().to_pretty_json()?);
    Ok(())
}
