//! What metrics are told of paid results.

use domain::pricing::DebitKind;
use telemetry::metrics;

/// Counts the credits of results that were just paid.
pub(crate) fn tell_debit(kind: DebitKind, results: u32) {
    let credits = u64::from(results) * kind.price().unsigned_abs();
    metrics().credits_debited(kind.as_str(), credits);
}
