//! Progress bars at a terminal, nothing in a log; and how counts are printed.

use std::io::{IsTerminal, Write as _};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that counts events.
pub(super) fn events_bar(events: u64, name: &'static str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(
        "{prefix:16} {bar:32} {human_pos}/{human_len} events {per_sec}, {eta} left",
    )
    .expect("the template is a constant and valid");
    ProgressBar::new(events).with_style(style).with_prefix(name)
}

/// A bar that counts bytes; its message names what is being read.
pub(super) fn bytes_bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(
        "{bar:32} {bytes}/{total_bytes} {bytes_per_sec} {msg}, {eta} left",
    )
    .expect("the template is a constant and valid");
    ProgressBar::new(0).with_style(style)
}

/// Prints a fetch's retries: which server is asked again, and why.
pub(super) fn retries_are_told() {
    let is_terminal = std::io::stderr().is_terminal();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .without_time()
        .with_level(false)
        .with_target(false)
        .with_ansi(false)
        .with_writer(move || {
            let mut errors = std::io::stderr();
            if is_terminal {
                // Erases the bar, which is redrawn below. If the terminal is gone, nobody needs the line.
                let _cleared = errors.write_all(b"\r\x1b[2K");
            }
            errors
        })
        .init();
}

/// A count with its noun: "1 row", "12,345 rows".
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{} {noun}", indicatif::HumanCount(number))
}
