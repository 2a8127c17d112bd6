//! Access tokens, and the documents of issuers: whatever the bytes, nothing gets in without a signature.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../token.rs"]
mod token;

fuzz_target!(|data: &[u8]| token::judge(data));
