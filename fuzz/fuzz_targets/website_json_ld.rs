//! JSON-LD of websites: whatever the text, only well-formed values come of it, and none from scripts of another kind.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../website.rs"]
#[allow(dead_code, reason = "it has the other target, too")]
mod website;

fuzz_target!(|data: &[u8]| website::json_ld(data));
