//! What every command does at the terminal: run async work, and print.

use std::io::Write as _;

use super::exit;

/// Runs async work on a runtime of its own.
pub(super) fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(work)
}

/// Prints what the operator should know apart from the command's result.
#[expect(clippy::print_stderr, reason = "the command line's own voice")]
pub(super) fn warn(line: impl std::fmt::Display) {
    eprintln!("demandatlas: {line}");
}

/// Prints a line of a command's result. If the pipe is closed nobody reads it, and the command ends.
pub(super) fn say(line: impl std::fmt::Display) {
    if writeln!(std::io::stdout(), "{line}").is_err() {
        exit::unread();
    }
}
