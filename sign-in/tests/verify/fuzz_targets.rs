//! Runs the body of the token fuzz target (`fuzz/`) on its seeds and on pieces of them. The target itself needs a
//! nightly compiler; this keeps it working without one.

#[allow(
    clippy::expect_used,
    unreachable_pub,
    reason = "a fuzz target is not of this crate"
)]
#[path = "../../../fuzz/token.rs"]
mod token;

use std::fs;
use std::path::Path;

#[test]
fn the_fuzz_target_of_tokens_lets_nothing_in() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/token");
    let mut seen = 0;
    for file in fs::read_dir(seeds).unwrap() {
        let seed = fs::read(file.unwrap().path()).unwrap();
        for length in [0, seed.len() / 3, seed.len() - 1, seed.len()] {
            token::judge(&seed[..length]);
        }
        seen += 1;
    }
    assert_eq!(seen, 9);
}
