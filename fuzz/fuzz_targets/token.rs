//! Access tokens and issuers' documents: whatever the bytes, nothing is accepted without a signature.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../token.rs"]
mod token;

fuzz_target!(|data: &[u8]| token::judge(data));
