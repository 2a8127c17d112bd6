//! Pages of websites: whatever the bytes and their content type, what is said comes from the page, and within bounds.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../website.rs"]
#[allow(dead_code, reason = "it has the other target, too")]
mod website;

fuzz_target!(|data: &[u8]| website::html(data));
