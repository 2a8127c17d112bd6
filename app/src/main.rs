//! The `demandatlas` binary.

use std::process::ExitCode;

/// Events are many small strings, allocated on one thread and freed on another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    app::cli::main()
}
