//! How the command line ends: 0 where a command did what it was asked, 1 where it failed, 130 where Ctrl-C killed it
//! (clap ends with 2 where it cannot read a command).

use std::process::{self, ExitCode};

/// After Ctrl-C, as shells count it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Tells why a command failed, if it did.
pub(super) fn code_of(done: &anyhow::Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(error);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "the command line's own voice")]
fn complain(error: &anyhow::Error) {
    eprintln!("demandatlas: {error:#}");
}

/// Nobody reads what is printed any more, which is no failure.
pub(super) fn unread() -> ! {
    process::exit(0)
}

/// Ctrl-C again, while the first is being heeded.
pub(super) fn interrupted() -> ! {
    process::exit(INTERRUPTED)
}
