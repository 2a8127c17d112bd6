//! What users are limited in.

use commands::limits::{Limited, UserLimits};

use super::declared::Declared;

/// Unpaid jobs per day, for each job that may be open.
const UNPAID_JOBS: u32 = 10;

/// The default limits, with those that the operator has set.
pub(super) fn from_declared(declared: &Declared) -> UserLimits {
    let mut limits = UserLimits::default();
    let calls = declared.calls_per_second.get();
    // Within two seconds.
    limits[Limited::Calls].most = calls.saturating_mul(2);
    let open = declared.open_jobs_per_user.get();
    limits[Limited::OpenJobs].most = open;
    limits[Limited::UnpaidJobs].most = open.saturating_mul(UNPAID_JOBS);
    limits
}

#[cfg(test)]
mod tests {
    use confique::Config;

    use super::*;

    fn limits(change: impl FnOnce(&mut Declared)) -> UserLimits {
        let mut declared = Declared::builder().load().unwrap();
        change(&mut declared);
        from_declared(&declared)
    }

    #[test]
    fn limits_that_the_operator_does_not_set_are_those_of_the_table() {
        let (limits, table) = (limits(|_| {}), UserLimits::default());
        for &limited in Limited::ALL {
            assert_eq!(limits[limited].most, table[limited].most, "{limited:?}");
        }
    }

    #[test]
    fn calls_at_once_and_searches_for_nothing_follow_what_the_operator_sets() {
        let limits = limits(|declared| {
            declared.calls_per_second = 7.try_into().unwrap();
            declared.open_jobs_per_user = 3.try_into().unwrap();
        });
        assert_eq!(limits[Limited::Calls].most, 14);
        assert_eq!(limits[Limited::OpenJobs].most, 3);
        assert_eq!(limits[Limited::UnpaidJobs].most, 30);
    }
}
