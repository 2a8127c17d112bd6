//! Progress messages.

#[expect(clippy::print_stdout, reason = "a program of the command line")]
pub(crate) fn tell(line: &str) {
    println!("{line}");
}
