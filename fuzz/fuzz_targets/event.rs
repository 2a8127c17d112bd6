//! Stored events of every version: whatever the bytes, they are refused, or read and upcast to the current version.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../event.rs"]
mod event;

fuzz_target!(|data: &[u8]| event::read(data));
