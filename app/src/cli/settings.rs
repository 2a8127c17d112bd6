//! `demandatlas config`.

use super::say;
use crate::config::Settings;

pub(super) fn print(settings: &Settings) -> anyhow::Result<()> {
    for (name, value) in settings.shown() {
        say(format_args!("{name:<18} {value}"));
    }
    Ok(())
}
