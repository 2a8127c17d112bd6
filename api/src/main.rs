//! The `demandatlas` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    api::cli::main()
}
