//! The `demandatlas` binary.

use std::process::ExitCode;

/// Events are many small texts, made in one thread and let go in another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    app::cli::main()
}
