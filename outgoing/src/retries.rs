//! How often a call is retried, and when.

use std::time::Duration;

/// How often a call is retried, and with which delays. Each delay is twice the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retries {
    /// Retries after the first attempt.
    pub most: u32,
    /// The first delay.
    pub first: Duration,
    /// The longest delay.
    pub longest: Duration,
}

impl Default for Retries {
    /// Six retries within about a minute.
    fn default() -> Self {
        Self {
            most: 6,
            first: Duration::from_secs(1),
            longest: Duration::from_secs(30),
        }
    }
}

impl Retries {
    /// The delay before a retry, counted from 0; none if there are no more. A longer delay that the
    /// server asks for wins, up to the longest.
    #[must_use]
    pub fn wait(&self, repetition: u32, asked: Option<Duration>) -> Option<Duration> {
        if repetition >= self.most {
            return None;
        }
        let own = self.first.saturating_mul(2_u32.saturating_pow(repetition));
        Some(own.max(asked.unwrap_or_default()).min(self.longest))
    }
}

/// Logs that a server is asked again, and why, for those who wait.
pub fn tell_retry(host: Option<&str>, reason: &dyn std::fmt::Display, wait: Duration) {
    let (host, seconds) = (host.unwrap_or("the server"), wait.as_secs_f32().ceil());
    tracing::warn!("{host} {reason}; trying again in {seconds} s");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_end() {
        let retries = Retries {
            most: 4,
            first: Duration::from_secs(2),
            longest: Duration::from_secs(9),
        };
        let waits: Vec<Option<u64>> = (0..5)
            .map(|repetition| Some(retries.wait(repetition, None)?.as_secs()))
            .collect();
        assert_eq!(waits, [Some(2), Some(4), Some(8), Some(9), None]);
        let asked = |seconds| retries.wait(0, Some(Duration::from_secs(seconds)));
        assert_eq!(asked(5), Some(Duration::from_secs(5)));
        assert_eq!(asked(1), Some(Duration::from_secs(2)));
        assert_eq!(asked(3600), Some(Duration::from_secs(9)));
    }
}
