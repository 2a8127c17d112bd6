//! What a user's searches may ask of live maps services: one request at a time per process, and a number per day in
//! all. Such a service is shared with the whole world, or the operator pays for it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::ids::UserId;
use jiff::civil::Date;
use places::google::GOOGLE;
use places::osm::overpass::OSM;
use places::{LiveTurn, UsedUp};
use store::StoreError;
use store::live_requests::{Counted, DailyLimits, LiveRequests};

use super::semaphore::PerUserSemaphore;
use crate::clock::{Clock, until_next_day, utc_day};

/// Pause before a request is counted again, after the database was unavailable.
const RETRY: Duration = Duration::from_secs(1);

/// Requests per day (UTC) at most, by service.
#[derive(Debug, Clone, Copy)]
pub struct LiveLimitSettings {
    pub google: DailyLimits,
    pub osm: DailyLimits,
}

impl LiveLimitSettings {
    fn of(&self, service: &str) -> Option<DailyLimits> {
        match service {
            GOOGLE => Some(self.google),
            OSM => Some(self.osm),
            _ => None,
        }
    }
}

/// Counts requests to live services.
pub struct LiveLimits {
    counts: LiveRequests,
    settings: LiveLimitSettings,
    clock: Arc<dyn Clock>,
    turns: PerUserSemaphore,
}

impl LiveLimits {
    /// Over the counts in the database.
    pub fn new(counts: LiveRequests, settings: LiveLimitSettings, clock: Arc<dyn Clock>) -> Self {
        Self {
            counts,
            settings,
            clock,
            turns: PerUserSemaphore::new(1),
        }
    }

    /// Admits the requests of a user's searches.
    pub fn of(self: &Arc<Self>, user: &UserId) -> Arc<dyn places::LiveRequests> {
        Arc::new(OfUser {
            limits: Arc::clone(self),
            user: user.clone(),
        })
    }

    /// Why a user's search could not ask a service today; `None` if it could, or if the service is not live.
    pub async fn used_up(
        &self,
        user: &UserId,
        service: &str,
    ) -> Result<Option<UsedUp>, StoreError> {
        let Some(limits) = self.settings.of(service) else {
            return Ok(None);
        };
        let day = self.today().to_string();
        let counted = self
            .counts
            .would_count(user.as_str(), service, &day, limits)
            .await?;
        Ok(refusal(counted, limits))
    }

    /// The time until the next day (UTC).
    pub fn next_day_in(&self) -> Duration {
        until_next_day(self.clock.now())
    }

    /// Forgets idle users, and the counts before yesterday's: another process's clock may be a little behind.
    pub async fn forget_past(&self) -> Result<(), StoreError> {
        self.turns.forget_idle();
        match self.today().yesterday() {
            Ok(day) => self.counts.forget_before(&day.to_string()).await,
            Err(_) => Ok(()),
        }
    }

    fn today(&self) -> Date {
        utc_day(self.clock.now())
    }
}

/// The requests of one user.
struct OfUser {
    limits: Arc<LiveLimits>,
    user: UserId,
}

#[async_trait]
impl places::LiveRequests for OfUser {
    async fn admit(&self, service: &'static str) -> Result<LiveTurn, UsedUp> {
        let (live, user) = (&*self.limits, self.user.as_str());
        let turn = live.turns.acquire(user, u32::MAX).await;
        let Some(limits) = live.settings.of(service) else {
            return Ok(LiveTurn::new(turn));
        };
        loop {
            let day = live.today().to_string();
            match live.counts.count(user, service, &day, limits).await {
                Ok(counted) => {
                    return match refusal(counted, limits) {
                        Some(used_up) => Err(used_up),
                        None => Ok(LiveTurn::new(turn)),
                    };
                }
                // The search gives up by itself if the log does not respond either.
                Err(error) => {
                    tracing::warn!(service, %error, "could not count a request to a live service");
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }
}

fn refusal(counted: Counted, limits: DailyLimits) -> Option<UsedUp> {
    match counted {
        Counted::Yes => None,
        Counted::UserLimit => Some(UsedUp::ByUser(limits.each)),
        Counted::Limit => Some(UsedUp::ByAll(limits.all.unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use store::on_both_engines;
    use store::testing::TestStorage;

    use super::*;
    use crate::testing::SetClock;

    const LIMITS: DailyLimits = DailyLimits {
        each: 3,
        all: Some(5),
    };

    fn live(test: &TestStorage, clock: &Arc<SetClock>) -> Arc<LiveLimits> {
        let counts = LiveRequests::new(test.storage.log.clone());
        let settings = LiveLimitSettings {
            google: LIMITS,
            osm: DailyLimits { each: 1, all: None },
        };
        Arc::new(LiveLimits::new(counts, settings, clock.clone()))
    }

    fn user(name: &str) -> UserId {
        UserId::new(name).unwrap()
    }

    /// How many of `requests` simultaneous ones the processes admit.
    async fn admitted(processes: &[Arc<LiveLimits>], of: &str, requests: usize) -> usize {
        let of = user(of);
        let asks = (0..requests).map(|n| {
            let requests = processes[n % processes.len()].of(&of);
            async move { requests.admit(GOOGLE).await.map(drop) }
        });
        let answers = futures::future::join_all(asks).await;
        answers.iter().filter(|answer| answer.is_ok()).count()
    }

    on_both_engines! {
        // JOB-16
        async fn job_16_requests_to_a_live_service_have_a_limit_for_each_user_and_for_all(test) {
            let clock = SetClock::new();
            clock.set("2026-01-31T23:00:00Z");
            let processes = [live(&test, &clock), live(&test, &clock)];
            assert_eq!(admitted(&processes, "a", 8).await, 3);
            // A refused request takes nothing from the others.
            assert_eq!(admitted(&processes, "b", 8).await, 2);
            let one = &processes[0];
            assert_eq!(one.used_up(&user("a"), GOOGLE).await.unwrap(), Some(UsedUp::ByUser(3)));
            assert_eq!(one.used_up(&user("c"), GOOGLE).await.unwrap(), Some(UsedUp::ByAll(5)));
            assert_eq!(one.used_up(&user("a"), OSM).await.unwrap(), None, "each service by itself");
            assert_eq!(one.used_up(&user("a"), "catalogue").await.unwrap(), None);
            assert_eq!(one.next_day_in(), Duration::from_secs(3600));
            // A process that restarts remembers.
            assert_eq!(admitted(&[live(&test, &clock)], "a", 1).await, 0);

            clock.set("2026-02-01T00:00:00Z");
            assert_eq!(one.used_up(&user("a"), GOOGLE).await.unwrap(), None);
            one.forget_past().await.unwrap();
            clock.set("2026-01-31T23:59:59Z");
            assert_eq!(admitted(&processes, "a", 1).await, 0, "yesterday is remembered");
            clock.set("2026-02-02T00:00:00Z");
            one.forget_past().await.unwrap();
            clock.set("2026-01-31T23:59:59Z");
            assert_eq!(one.used_up(&user("a"), GOOGLE).await.unwrap(), None, "older days are not");
        }

        // JOB-16
        async fn job_16_a_user_has_one_live_request_under_way(test) {
            let clock = SetClock::new();
            clock.set("2026-01-31T12:00:00Z");
            let live = live(&test, &clock);
            let (ada, bob) = (live.of(&user("a")), live.of(&user("b")));
            let first = ada.admit(GOOGLE).await.unwrap();
            bob.admit(GOOGLE).await.unwrap();
            let came = AtomicBool::new(false);
            let second = async {
                // For any service.
                let turn = ada.admit(OSM).await.unwrap();
                came.store(true, Ordering::Relaxed);
                drop(turn);
            };
            let others = async {
                for _ in 0..50 {
                    tokio::task::yield_now().await;
                }
                bob.admit(GOOGLE).await.unwrap();
                assert!(!came.load(Ordering::Relaxed), "while the first is under way");
                drop(first);
            };
            tokio::join!(second, others);
            assert!(came.load(Ordering::Relaxed));
        }
    }
}
