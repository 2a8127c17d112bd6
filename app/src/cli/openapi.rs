//! `demandatlas openapi`.

use api::routes;

use super::say;

pub(super) fn print() -> anyhow::Result<()> {
    say(routes::openapi().to_pretty_json()?);
    Ok(())
}
