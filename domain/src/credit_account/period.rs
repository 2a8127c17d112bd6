//! Monthly periods and the roll-over rule (design section 3, "Allowance").
//!
//! Period `k` starts `k` months after the opening, counted from the opening itself, so that a month without a 31st does
//! not shift later periods. All times are UTC.

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use super::events::{AllowanceGranted, AllowanceLapsed};
use crate::Credits;
use crate::tier::Tier;

/// The maximum number of periods granted at once without an operator. More are due if the installation was off for over
/// a year or if its clock is wrong, and only an operator knows which: grants cannot be taken back, and an account
/// granted years ahead would get no allowance until then.
pub const MOST_PERIODS_AT_ONCE: u32 = 13;

/// When period `index` of an account opened at `opened_at` starts; the last instant of time if that is beyond the
/// calendar.
pub fn period_start(opened_at: Timestamp, index: u32) -> Timestamp {
    Span::new()
        .try_months(i64::from(index))
        .and_then(|months| opened_at.to_zoned(TimeZone::UTC).checked_add(months))
        .map_or(Timestamp::MAX, |start| start.timestamp())
}

/// The part of an account that is changed by periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeriodState {
    /// When the account was opened.
    pub opened_at: Timestamp,
    /// The plan whose allowance is granted.
    pub tier: Tier,
    /// The plan from the next period on, if a change is pending.
    pub next_tier: Option<Tier>,
    /// The latest period granted.
    pub period: u32,
    /// Credits in the monthly bucket, held ones included.
    pub monthly: Credits,
    /// Credits reserved by open holds.
    pub held: Credits,
}

/// A period that has begun: the lapse at its start, then the grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodStep {
    /// Present if unused credits exceed the roll-over limit.
    pub lapsed: Option<AllowanceLapsed>,
    pub granted: AllowanceGranted,
}

impl PeriodState {
    /// Whether more periods are due at `now` than are granted without an operator.
    pub fn waits_for_operator(&self, now: Timestamp) -> bool {
        let last = self.period.saturating_add(MOST_PERIODS_AT_ONCE);
        let too_many = period_start(self.opened_at, last.saturating_add(1));
        too_many <= now && too_many < Timestamp::MAX
    }

    /// The next period to grant, if it has begun by `now`; `self` advances to it.
    ///
    /// Unused monthly credits roll over as long as the bucket, without open holds, does not exceed twice the allowance
    /// after the grant.
    pub fn next_due(&mut self, now: Timestamp) -> Option<PeriodStep> {
        let period = self.period.checked_add(1)?;
        let starts_at = period_start(self.opened_at, period);
        if starts_at > now || starts_at == Timestamp::MAX {
            return None;
        }
        self.tier = self.next_tier.take().unwrap_or(self.tier);
        let credits = self.tier.monthly_allowance();
        let free = self.monthly - self.held.min(self.monthly);
        let excess = (free + credits - self.tier.monthly_ceiling()).max(0);
        self.period = period;
        self.monthly += credits - excess;
        Some(PeriodStep {
            lapsed: (excess > 0).then_some(AllowanceLapsed {
                period,
                credits: excess,
            }),
            granted: AllowanceGranted {
                period,
                starts_at,
                credits,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    // CRED-10
    fn cred_10_a_period_starts_at_the_anniversary_or_the_months_last_day() {
        let opened = at("2024-01-31T10:00:00Z");
        let starts: Vec<String> = (1..=4)
            .map(|k| period_start(opened, k).to_string())
            .collect();
        assert_eq!(
            starts,
            [
                "2024-02-29T10:00:00Z",
                "2024-03-31T10:00:00Z",
                "2024-04-30T10:00:00Z",
                "2024-05-31T10:00:00Z"
            ]
        );
        assert_eq!(
            period_start(at("2023-01-31T00:00:00Z"), 1),
            at("2023-02-28T00:00:00Z")
        );
        assert_eq!(period_start(opened, u32::MAX), Timestamp::MAX);
    }

    #[test]
    // CRED-10
    fn cred_10_unused_credits_roll_over_up_to_twice_the_allowance() {
        let mut state = PeriodState {
            opened_at: at("2026-01-15T00:00:00Z"),
            tier: Tier::Basic,
            next_tier: None,
            period: 0,
            monthly: 100,
            held: 0,
        };
        let now = at("2026-06-20T00:00:00Z");
        let steps: Vec<_> = std::iter::from_fn(|| state.next_due(now)).collect();
        assert_eq!(steps.len(), 5);
        assert_eq!(steps[0].lapsed, None);
        assert!(
            steps[1..]
                .iter()
                .all(|s| s.lapsed.as_ref().unwrap().credits == 100)
        );
        assert_eq!((state.period, state.monthly), (5, 200));
        assert_eq!(state.next_due(now), None);
    }

    #[test]
    // CRED-10
    fn cred_10_more_than_thirteen_periods_wait_for_an_operator() {
        let state = PeriodState {
            opened_at: at("2026-01-31T00:00:00Z"),
            tier: Tier::Basic,
            next_tier: None,
            period: 2,
            monthly: 100,
            held: 0,
        };
        for (now, waits) in [
            ("2025-01-31T00:00:00Z", false),
            ("2026-03-31T00:00:00Z", false),
            // The 15th period has begun, the thirteenth that is due.
            ("2027-04-30T00:00:00Z", false),
            ("2027-05-30T23:59:59Z", false),
            ("2027-05-31T00:00:00Z", true),
            ("2036-01-01T00:00:00Z", true),
        ] {
            assert_eq!(state.waits_for_operator(at(now)), waits, "{now}");
        }
    }

    #[test]
    // CRED-10
    fn cred_10_a_plan_change_takes_effect_with_the_next_period() {
        let mut state = PeriodState {
            opened_at: at("2026-01-15T00:00:00Z"),
            tier: Tier::Basic,
            next_tier: Some(Tier::Business),
            period: 0,
            monthly: 40,
            held: 0,
        };
        let step = state.next_due(at("2026-02-15T00:00:00Z")).unwrap();
        assert_eq!(step.granted.credits, 600);
        assert_eq!((state.monthly, state.tier), (640, Tier::Business));
    }

    #[test]
    // CRED-10
    fn cred_10_open_holds_stay_when_credits_lapse() {
        let mut state = PeriodState {
            opened_at: at("2026-01-15T00:00:00Z"),
            tier: Tier::Basic,
            next_tier: None,
            period: 3,
            monthly: 200,
            held: 150,
        };
        let step = state.next_due(at("2026-05-15T00:00:00Z")).unwrap();
        assert_eq!(step.lapsed, None);
        assert_eq!(state.monthly, 300);
    }
}
