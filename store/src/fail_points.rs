//! Named places where a test lets the real binary die, as `kill -9` would have it: `FAILPOINTS="checkpoint.before=return"`
//! (see the crate `fail`). Builds without its feature `failpoints`, which only tests switch on, have none of this.

/// Reads from the environment where the process is to die. Does nothing outside of tests.
pub fn arm() {
    if fail::has_failpoints() {
        // For as long as the process lives.
        std::mem::forget(fail::FailScenario::setup());
    }
}

/// The process ends here where a test named this place (`=return`), or what runs here panics (`=panic`).
#[inline(always)]
pub fn dies_at(place: &str) {
    // Without the feature nothing is left of it.
    let _place = place;
    fail::fail_point!(place, |_| std::process::abort());
}

/// The same at a place that is named after each type of event that is appended there: `append.before.RowsDelivered`.
#[inline(always)]
pub(crate) fn dies_at_events<'a>(place: &str, types: impl Iterator<Item = &'a str>) {
    if fail::has_failpoints() {
        for event_type in types {
            dies_at(&format!("{place}.{event_type}"));
        }
    }
}
