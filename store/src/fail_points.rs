//! Named places where a test makes the real binary die as from `kill -9`: `FAILPOINTS="checkpoint.before=return"`
//! (see the crate `fail`). Builds without the feature `failpoints`, which only tests enable, contain none of this.

/// Reads from the environment where the process must die. Does nothing outside of tests.
pub fn arm() {
    if fail::has_failpoints() {
        // For as long as the process lives.
        std::mem::forget(fail::FailScenario::setup());
    }
}

/// Ends the process if a test named this place (`=return`), or panics (`=panic`).
#[inline(always)]
pub fn dies_at(place: &str) {
    // Without the feature nothing remains of it.
    let _place = place;
    fail::fail_point!(place, |_| std::process::abort());
}

/// The same at a place named after each appended event type: `append.before.RowsDelivered`.
#[inline(always)]
pub(crate) fn dies_at_events<'a>(place: &str, types: impl Iterator<Item = &'a str>) {
    if fail::has_failpoints() {
        for event_type in types {
            dies_at(&format!("{place}.{event_type}"));
        }
    }
}
