//! `demandatlas config`.

use super::terminal::say;
use crate::settings::Settings;

pub(super) fn print(settings: &Settings) -> anyhow::Result<()> {
    let shown = settings.shown();
    let width = shown.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, value) in shown {
        say(format_args!("{name:<width$}  {value}"));
    }
    Ok(())
}
