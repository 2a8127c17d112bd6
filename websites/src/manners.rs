//! Manners: one request at a time to a website with a pause after it, for all users together; and robots.txt.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use texting_robots::Robot;
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until};

/// Between the end of a request and the next one to the same website.
const PAUSE: Duration = Duration::from_secs(1);
/// Websites that are read at once.
const AT_ONCE: usize = 20;
/// The longest pause that a website is granted.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How long a robots.txt holds (RFC 9309).
const ROBOTS_HOLD: Duration = Duration::from_secs(24 * 60 * 60);
/// Memory for robots.txt files.
const ROBOTS_BYTES: u64 = 8 << 20;
/// Websites whose pauses are remembered before those that are over are forgotten.
const REMEMBERED: usize = 4_096;

/// Whose turn it is, website by website.
pub struct Manners {
    websites: Mutex<HashMap<String, Arc<tokio::sync::Mutex<Instant>>>>,
    at_once: Arc<Semaphore>,
    robots: Cache<String, (Instant, Rules), ByLength>,
    pause: Duration,
}

/// What a robots.txt allows.
#[derive(Debug, Clone)]
pub(crate) enum Rules {
    /// There is none.
    All,
    /// The server cannot say: nothing is read.
    Nothing,
    Text(Arc<[u8]>),
}

#[derive(Debug, Clone)]
struct ByLength;

impl Weighter<String, (Instant, Rules)> for ByLength {
    fn weight(&self, origin: &String, (_, rules): &(Instant, Rules)) -> u64 {
        let rules = match rules {
            Rules::Text(text) => text.len(),
            Rules::All | Rules::Nothing => 0,
        };
        (origin.len() + rules + 64) as u64
    }
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            websites: Mutex::default(),
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            robots: Cache::with_weighter(1_024, ROBOTS_BYTES, ByLength),
            pause: PAUSE,
        }
    }
}

/// A website's turn: nobody else asks it meanwhile.
pub(crate) struct Turn {
    /// When the next request may begin.
    next: OwnedMutexGuard<Instant>,
    _place: OwnedSemaphorePermit,
    pause: Duration,
}

impl Manners {
    /// Waits until nobody else reads the website, and a place is free. `unpaced`: without pauses between requests.
    pub(crate) async fn turn(&self, website: &str, unpaced: bool) -> Turn {
        let next = self.website(website).lock_owned().await;
        let place = Arc::clone(&self.at_once).acquire_owned().await;
        Turn {
            next,
            _place: place.expect("the semaphore is never closed"),
            pause: if unpaced { Duration::ZERO } else { self.pause },
        }
    }

    fn website(&self, website: &str) -> Arc<tokio::sync::Mutex<Instant>> {
        let mut websites = self.websites.lock().unwrap_or_else(PoisonError::into_inner);
        if websites.len() >= REMEMBERED {
            let now = Instant::now();
            websites.retain(|_, next| {
                let is_over = next.try_lock().is_ok_and(|next| *next <= now);
                Arc::strong_count(next) > 1 || !is_over
            });
        }
        let website = websites.entry(website.to_owned());
        Arc::clone(website.or_insert_with(|| Arc::new(tokio::sync::Mutex::new(Instant::now()))))
    }

    /// The rules of an origin, if they are known and not too old.
    pub(crate) fn rules(&self, origin: &str) -> Option<Rules> {
        let (since, rules) = self.robots.get(origin)?;
        (since.elapsed() < ROBOTS_HOLD).then_some(rules)
    }

    pub(crate) fn keep_rules(&self, origin: &str, rules: &Rules) {
        self.robots
            .insert(origin.to_owned(), (Instant::now(), rules.clone()));
    }
}

impl Turn {
    /// When the next request may begin.
    pub(crate) fn next(&self) -> Instant {
        *self.next
    }

    /// Waits for the pause since the last request.
    pub(crate) async fn wait(&self) {
        sleep_until(*self.next).await;
    }

    /// A request has ended.
    pub(crate) fn asked(&mut self) {
        *self.next = Instant::now() + self.pause;
    }

    /// The website wants longer pauses.
    pub(crate) fn slow_down(&mut self, delay: Duration) {
        if !self.pause.is_zero() {
            self.pause = self.pause.max(delay);
        }
    }
}

/// A robots.txt, ready to be asked.
pub(crate) enum Robots {
    All,
    Nothing,
    Rules(Box<Robot>),
}

impl Robots {
    /// Reads the rules for a program of this name.
    pub(crate) fn read(rules: &Rules, agent: &str) -> Self {
        match rules {
            Rules::All => Self::All,
            Rules::Nothing => Self::Nothing,
            // Any bytes are a valid robots.txt. What fails is a rule larger than its library bears.
            Rules::Text(text) => {
                Robot::new(agent, text).map_or(Self::Nothing, |robot| Self::Rules(Box::new(robot)))
            }
        }
    }

    pub(crate) fn allow(&self, url: &str) -> bool {
        match self {
            Self::All => true,
            Self::Nothing => false,
            Self::Rules(robot) => robot.allowed(url),
        }
    }

    /// The pause that the website wants between requests.
    pub(crate) fn delay(&self) -> Option<Duration> {
        match self {
            Self::Rules(robot) => {
                let delay = robot.delay?.min(LONGEST_PAUSE.as_secs_f32());
                Duration::try_from_secs_f32(delay).ok()
            }
            Self::All | Self::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_website_is_asked_by_one_at_a_time_with_a_pause() {
        let manners = Manners::default();
        let began = Instant::now();
        let mut turn = manners.turn("shop.example", false).await;
        turn.wait().await;
        turn.asked();
        assert!(began.elapsed() < PAUSE);
        let second = manners.turn("shop.example", false);
        tokio::pin!(second);
        assert!(futures::poll!(&mut second).is_pending());
        // Another website is not concerned.
        manners.turn("other.example", false).await.wait().await;
        drop(turn);
        let mut second = second.await;
        second.wait().await;
        assert_eq!(began.elapsed(), PAUSE);
        second.slow_down(Duration::from_secs(7));
        second.asked();
        second.wait().await;
        assert_eq!(began.elapsed(), Duration::from_secs(8));
    }

    #[tokio::test]
    async fn twenty_websites_are_read_at_once() {
        let manners = Manners::default();
        let mut turns = Vec::new();
        for website in 0..AT_ONCE {
            turns.push(manners.turn(&website.to_string(), true).await);
        }
        let next = manners.turn("next", true);
        tokio::pin!(next);
        assert!(futures::poll!(&mut next).is_pending());
        turns.pop();
        next.await;
    }

    #[test]
    fn a_robots_txt_of_any_bytes_is_read_and_a_rule_too_large_forbids_all() {
        let allows = |text: &[u8]| {
            let robots = Robots::read(&Rules::Text(text.into()), "DemandAtlas");
            robots.allow("https://shop.example/contact")
        };
        let page = include_bytes!("../tests/sites/pelican-bay-realty.example/agents.html");
        let any: Vec<u8> = (0..=255).cycle().take(10_000).collect();
        for text in [page.as_slice(), &any, b"", b"\r", b"\xef\xbb\xbfuser-agent"] {
            assert!(allows(text));
        }
        let large = format!("User-agent: *\nDisallow: /{}$", "x*".repeat(20_000));
        assert!(!allows(large.as_bytes()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_of_any_length_is_granted_up_to_a_minute() {
        for (delay, pause) in [
            ("1e19", 60),
            ("1e8", 60),
            ("inf", 60),
            ("7", 7),
            ("NaN", 1),
            ("-5", 1),
        ] {
            let text = format!("User-agent: *\nCrawl-delay: {delay}");
            let robots = Robots::read(&Rules::Text(text.as_bytes().into()), "DemandAtlas");
            let manners = Manners::default();
            let mut turn = manners.turn("shop.example", false).await;
            if let Some(delay) = robots.delay() {
                turn.slow_down(delay);
            }
            turn.asked();
            assert_eq!(
                turn.next(),
                Instant::now() + Duration::from_secs(pause),
                "{delay}"
            );
        }
    }

    #[test]
    fn robots_rules_are_those_for_us() {
        let text =
            b"User-agent: *\nDisallow: /private\nCrawl-delay: 3\nUser-agent: Other\nDisallow: /";
        let robots = Robots::read(&Rules::Text(text.as_slice().into()), "DemandAtlas");
        assert!(robots.allow("https://shop.example/contact"));
        assert!(!robots.allow("https://shop.example/private/x"));
        assert_eq!(robots.delay(), Some(Duration::from_secs(3)));
        assert!(!Robots::read(&Rules::Nothing, "DemandAtlas").allow("https://shop.example/"));
        let ours = b"User-agent: demandatlas\nDisallow: /";
        let robots = Robots::read(&Rules::Text(ours.as_slice().into()), "DemandAtlas");
        assert!(!robots.allow("https://shop.example/"));
    }
}
