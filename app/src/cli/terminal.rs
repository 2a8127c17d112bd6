//! What every command does at the terminal: it works, and it prints.

use std::io::Write as _;

/// Runs work that waits, on threads of its own.
pub(super) fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(work)
}

/// Prints a line of a command's result. Nobody reads on when the pipe is closed: then the command ends.
pub(super) fn say(line: impl std::fmt::Display) {
    if writeln!(std::io::stdout(), "{line}").is_err() {
        std::process::exit(0);
    }
}
