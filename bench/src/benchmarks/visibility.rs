//! B8: how soon the read models show a commit, and what the followers of the log cost those who append.

use std::time::{Duration, Instant};

use projections::caught_up;
use store::subscriptions::Subscriptions;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{Bench, MANY, Pick, at_least, at_most, commands};
use crate::error::BenchError;
use crate::latency::{Times, paced};
use crate::product::{Accounts, Product};
use crate::report::Comparison;
use crate::rounds::{BoxFuture, Client, Contestant, Figures, Series};
use crate::workload::{ACCOUNTS, Share};

/// Requested commands per second; each makes one event.
const RATE: u32 = 5_000;
/// How long a commit may stay invisible, in microseconds.
const LIMIT_US: f64 = 50_000.0;

impl Bench<'_> {
    pub(super) async fn visibility(&mut self) -> Result<Vec<Comparison>, BenchError> {
        let (_, alone) = self.open().await?;
        let (_, followed) = self.open().await?;
        let stop = CancellationToken::new();
        let following = Subscriptions::new(
            followed.log().clone(),
            followed.storage().clone(),
            stop.clone(),
        );
        projections::start(&following).await?;
        let title = "B8: 5,000 commands/s asked for by 64 clients";
        let with = Steady {
            label: "three read models follow".to_owned(),
            product: followed.clone(),
            following: Some(following.clone()),
        };
        let without = Steady {
            label: "none follows".to_owned(),
            product: alone.clone(),
            following: None,
        };
        let picks: [Pick; 3] = [
            (0, "", "commands/s", at_least(0.95)),
            (1, ", visible after, median", "µs", None),
            (2, ", visible after, 99th percentile", "µs", at_most(1.0)),
        ];
        let mut lines = self
            .pair(title, Box::new(with), Box::new(without), &picks)
            .await?;
        for line in &mut lines[1..] {
            line.peer = Series {
                name: "the limit".to_owned(),
                values: vec![LIMIT_US; line.product.values.len()],
            };
        }
        let title = "B8: as many commands as 64 clients can";
        let with = commands("three read models follow", &followed, MANY, Accounts::Fresh);
        let without = commands("none follows", &alone, MANY, Accounts::Fresh);
        let picks: [Pick; 1] = [(0, "", "commands/s", None)];
        lines.extend(self.pair(title, with, without, &picks).await?);
        stop.cancel();
        following.ended().await;
        Ok(lines)
    }
}

/// Commands at a steady rate. Figures: commands/s, and the time until all read models showed the commit (median and
/// 99th percentile, µs; 0 if none follows).
struct Steady {
    label: String,
    product: Product,
    following: Option<Subscriptions>,
}

struct SteadyClient {
    product: Product,
    share: Share,
    following: Option<Subscriptions>,
    waiting: TaskTracker,
    visible: Times,
}

impl Client for SteadyClient {
    async fn step(&mut self) -> Result<(), BenchError> {
        let done = self.product.carry_out(self.share.next_step()).await?;
        let committed = Instant::now();
        if let Some(following) = self.following.clone() {
            let visible = self.visible.clone();
            self.waiting.spawn(async move {
                caught_up(&following, done.cursor()).await;
                visible.add(committed.elapsed());
            });
        }
        Ok(())
    }
}

impl Contestant for Steady {
    fn name(&self) -> String {
        self.label.clone()
    }

    fn round(
        &mut self,
        round: u32,
        length: Duration,
    ) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let group = format!("v{round}-");
            self.product.open_accounts(&group).await?;
            let (waiting, visible) = (TaskTracker::new(), Times::default());
            let clients = Share::split(&group, ACCOUNTS, MANY, round)
                .into_iter()
                .map(|share| SteadyClient {
                    product: self.product.clone(),
                    share,
                    following: self.following.clone(),
                    waiting: waiting.clone(),
                    visible: visible.clone(),
                })
                .collect();
            let interval = Duration::from_secs(1) * MANY / RATE;
            let end = Instant::now() + length;
            let (rate, _) = paced(clients, interval, move || Instant::now() < end).await?;
            waiting.close();
            waiting.wait().await;
            Ok(vec![rate, visible.quantile(0.5), visible.quantile(0.99)])
        })
    }
}
