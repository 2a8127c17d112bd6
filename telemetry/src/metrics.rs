//! The table of what is counted.

use std::sync::LazyLock;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::labels::{Answered, Asked, Cache, Command, Event, Kind, Limit, Lookup, Outcome, Route};

/// Durations, in seconds: from what memory answers to what a service takes at most.
const SECONDS: [f64; 15] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0,
];

type Durations<Labels> = Family<Labels, Histogram, fn() -> Histogram>;
type Value = Gauge<f64, AtomicU64>;

/// What this process has counted since it started.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    request_duration: Durations<Route>,
    limits_hit: Family<Limit, Counter>,
    commands: Family<Command, Counter>,
    command_duration: Histogram,
    conflicts: Counter,
    events: Family<Event, Counter>,
    group_commits: Histogram,
    group_events: Histogram,
    group_duration: Histogram,
    credits: Family<Kind, Counter>,
    service_duration: Durations<Asked>,
    cache_lookups: Family<Lookup, Counter>,
    cache_bytes: Family<Cache, Gauge>,
    cache_limit_bytes: Family<Cache, Gauge>,
    chain_unsealed_events: Value,
    chain_unsealed_seconds: Value,
}

/// The metrics of this process.
pub fn metrics() -> &'static Metrics {
    static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);
    &METRICS
}

fn durations() -> Histogram {
    Histogram::new(SECONDS)
}

fn by_labels<L: Clone + Eq + std::hash::Hash>() -> Durations<L> {
    Family::new_with_constructor(durations)
}

/// Powers of two up to the largest group.
fn sizes() -> Histogram {
    Histogram::new(exponential_buckets(1.0, 2.0, 14))
}

impl Metrics {
    fn new() -> Self {
        let mut this = Self {
            registry: Registry::default(),
            requests: Family::default(),
            request_duration: by_labels(),
            limits_hit: Family::default(),
            commands: Family::default(),
            command_duration: durations(),
            conflicts: Counter::default(),
            events: Family::default(),
            group_commits: sizes(),
            group_events: sizes(),
            group_duration: durations(),
            credits: Family::default(),
            service_duration: by_labels(),
            cache_lookups: Family::default(),
            cache_bytes: Family::default(),
            cache_limit_bytes: Family::default(),
            chain_unsealed_events: Value::default(),
            chain_unsealed_seconds: Value::default(),
        };
        // Not known until a sealer tells: that is not the same as none.
        this.chain_lag_is(f64::NAN, f64::NAN);
        this.register();
        this
    }

    /// Names and meanings. The library adds `_total` to counters' names, and a full stop to each meaning.
    fn register(&mut self) {
        macro_rules! register {
            ($($name:literal: $field:ident, $help:literal;)*) => {
                $(self.registry.register(concat!("demandatlas_", $name), $help, self.$field.clone());)*
            };
        }
        register! {
            "http_requests": requests, "Answered requests; `route` is a template such as `/api/jobs/{jobId}`, or `other` for files of the app and unknown addresses";
            "http_request_duration_seconds": request_duration, "Time from a request's head to its answer's head";
            "limits_hit": limits_hit, "Requests refused with 429, by the limit that was reached";
            "commands": commands, "Commands, by how they ended: `stored`, `idle` (nothing to do), `repeated` (carried out before), `refused`, `conflict`, `overtaken` (another worker has the job), `failed` (the store)";
            "command_duration_seconds": command_duration, "Time of a command, or of several that are committed together, from its turn on its streams to its commit";
            "append_conflicts": conflicts, "Commits refused because another process had changed the stream; the command is decided again, up to 32 times";
            "events_appended": events, "Events stored by this process";
            "append_group_commits": group_commits, "Commits that went to the database together";
            "append_group_events": group_events, "Events that went to the database together";
            "append_duration_seconds": group_duration, "Time of a group's append, including the flush to the disk";
            "credits_debited": credits, "Credits that users paid";
            "service_request_duration_seconds": service_duration, "Time of requests to other services (maps services, look-ups) until their answer's head; `outcome` is `ok`, or `failed` (no answer, or one of 400 and more)";
            "cache_lookups": cache_lookups, "Look-ups in caches; a `hit` is one that could be used";
            "cache_bytes": cache_bytes, "Memory that a cache takes, about";
            "cache_limit_bytes": cache_limit_bytes, "Memory that a cache may take";
            "chain_unsealed_events": chain_unsealed_events, "Events that no link of the log's chain covers yet; NaN until a sealer runs";
            "chain_unsealed_seconds": chain_unsealed_seconds, "How long the oldest of them has waited; NaN until a sealer runs";
        }
    }

    pub(crate) const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Counts an answer.
    pub fn answered(&self, route: &str, method: &'static str, status: u16, took: Duration) {
        let route = route.to_owned();
        let answered = Answered {
            route: route.clone(),
            method,
            status,
        };
        self.requests.get_or_create(&answered).inc();
        let route = Route { route, method };
        let seconds = took.as_secs_f64();
        self.request_duration.get_or_create(&route).observe(seconds);
    }

    /// Counts a refusal for a limit.
    pub fn limit_hit(&self, limit: &'static str) {
        self.limits_hit.get_or_create(&Limit { limit }).inc();
    }

    /// Makes a limit known before anybody reaches it: a rate needs a zero to begin with.
    pub fn limit_exists(&self, limit: &'static str) {
        drop(self.limits_hit.get_or_create(&Limit { limit }));
    }

    /// Counts a command.
    pub fn command(&self, aggregate: &'static str, command: &'static str, outcome: Outcome) {
        let labels = Command {
            aggregate,
            command,
            outcome: outcome.name(),
        };
        self.commands.get_or_create(&labels).inc();
    }

    /// Records how long what is committed together took.
    pub fn commanded(&self, took: Duration) {
        self.command_duration.observe(took.as_secs_f64());
    }

    /// Counts a commit that lost to another process's.
    pub fn conflict(&self) {
        self.conflicts.inc();
    }

    /// Counts a stored event.
    pub fn event_appended(&self, event: &'static str) {
        self.events.get_or_create(&Event { event }).inc();
    }

    /// Records a group that went to the database together.
    pub fn group_appended(&self, commits: usize, events: usize, took: Duration) {
        self.group_commits.observe(commits as f64);
        self.group_events.observe(events as f64);
        self.group_duration.observe(took.as_secs_f64());
    }

    /// Counts credits that a user paid.
    pub fn credits_debited(&self, kind: &'static str, credits: u64) {
        self.credits.get_or_create(&Kind { kind }).inc_by(credits);
    }

    /// Records a request to another service.
    pub fn service_asked(&self, service: &'static str, succeeded: bool, took: Duration) {
        let outcome = if succeeded { "ok" } else { "failed" };
        let asked = Asked { service, outcome };
        let seconds = took.as_secs_f64();
        self.service_duration.get_or_create(&asked).observe(seconds);
    }

    /// The metrics of a cache that may take `limit` bytes.
    pub fn cache(&self, cache: &'static str, limit: u64) -> CacheMetrics {
        let lookups = |result| {
            let lookup = Lookup { cache, result };
            self.cache_lookups.get_or_create(&lookup).clone()
        };
        let cache = Cache { cache };
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.cache_limit_bytes.get_or_create(&cache).set(limit);
        CacheMetrics {
            hits: lookups("hit"),
            misses: lookups("miss"),
            bytes: self.cache_bytes.get_or_create(&cache).clone(),
        }
    }

    pub(crate) fn chain_lag(&self, events: u64, seconds: f64) {
        self.chain_lag_is(events as f64, seconds);
    }

    fn chain_lag_is(&self, events: f64, seconds: f64) {
        self.chain_unsealed_events.set(events);
        self.chain_unsealed_seconds.set(seconds);
    }
}

/// What is counted of one cache.
#[derive(Debug, Clone)]
pub struct CacheMetrics {
    hits: Counter,
    misses: Counter,
    bytes: Gauge,
}

impl CacheMetrics {
    /// Counts a look-up.
    pub fn looked_up(&self, hit: bool) {
        if hit { &self.hits } else { &self.misses }.inc();
    }

    /// Tells how much memory the cache takes now.
    pub fn takes(&self, bytes: u64) {
        self.bytes.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Measured, chain_lag};

    #[test]
    fn what_is_counted_is_told_in_the_text_format() {
        let metrics = metrics();
        metrics.answered("/api/x/{id}", "GET", 200, Duration::from_millis(3));
        metrics.answered("/api/x/{id}", "GET", 200, Duration::from_millis(30));
        let mut measured = Measured::default();
        let paused = (vec![("subscription", "a \"b\"".to_owned())], 1.0);
        measured.gauge("demandatlas_test_paused", "Is it paused?", [paused]);
        let text = measured.exposed();
        for line in [
            "# TYPE demandatlas_http_requests_total counter",
            "demandatlas_http_requests_total{route=\"/api/x/{id}\",method=\"GET\",status=\"200\"} 2",
            "demandatlas_http_request_duration_seconds_bucket{route=\"/api/x/{id}\",method=\"GET\",le=\"0.005\"} 1",
            "demandatlas_http_request_duration_seconds_count{route=\"/api/x/{id}\",method=\"GET\"} 2",
            "# TYPE demandatlas_test_paused gauge",
            "demandatlas_test_paused{subscription=\"a \\\"b\\\"\"} 1.0",
        ] {
            assert!(text.lines().any(|told| told == line), "{line}\n{text}");
        }
    }

    #[test]
    fn the_chain_is_unknown_until_its_sealer_tells() {
        let told = |line: &str| Measured::default().exposed().lines().any(|l| l == line);
        assert!(told("demandatlas_chain_unsealed_seconds NaN"));
        chain_lag(3, 0.5);
        assert!(told("demandatlas_chain_unsealed_seconds 0.5"));
        assert!(told("demandatlas_chain_unsealed_events 3.0"));
    }

    #[test]
    fn a_cache_counts_what_could_be_used() {
        let cache = metrics().cache("test", 1_000);
        cache.looked_up(true);
        cache.looked_up(false);
        cache.looked_up(false);
        cache.takes(70);
        let text = Measured::default().exposed();
        for line in [
            "demandatlas_cache_lookups_total{cache=\"test\",result=\"hit\"} 1",
            "demandatlas_cache_lookups_total{cache=\"test\",result=\"miss\"} 2",
            "demandatlas_cache_bytes{cache=\"test\"} 70",
            "demandatlas_cache_limit_bytes{cache=\"test\"} 1000",
        ] {
            assert!(text.lines().any(|told| told == line), "{line}\n{text}");
        }
    }
}
