//! `demandatlas openapi`.

use super::say;
use api::routes;

pub(super) fn print() -> anyhow::Result<()> {
    say(routes::openapi().to_pretty_json()?);
    Ok(())
}
