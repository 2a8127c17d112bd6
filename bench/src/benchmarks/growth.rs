//! B4 and B5: what a command costs as its account's ledger and the log grow.

use super::{Bench, MANY, Pick, at_least, at_most, commands};
use crate::error::BenchError;
use crate::many_accounts;
use crate::product::{self, Accounts, Product};
use crate::report::Comparison;
use crate::rounds::{Contestant, progress};

/// Events in the short ledger of B4.
const SHORT: u32 = 10;
/// Accounts, each with two events, in the small log of B5.
const SMALL: u32 = 5_000;

impl Bench<'_> {
    /// B4.
    pub(super) async fn ledger_length(&mut self) -> Result<Vec<Comparison>, BenchError> {
        let (_, product) = self.open().await?;
        let long = if self.options.long {
            1_000_000
        } else {
            100_000
        };
        product.fill_ledger("short-", SHORT).await?;
        progress(format_args!("filling a ledger with {long} events"));
        product.fill_ledger("long-", long).await?;
        let mut lines = Vec::new();
        for (what, cold, targets) in [
            ("in memory", false, (at_most(1.15), at_most(1.5))),
            ("read anew for each command", true, (None, None)),
        ] {
            let title = format!("B4: a command on an account {what}");
            let picks: [Pick; 2] = [
                (1, ", median", "µs", targets.0),
                (2, ", 99th percentile", "µs", targets.1),
            ];
            let of = |label: String, group| one(label, &product, group, cold);
            let long = of(format!("ledger of {long} events"), "long-");
            let short = of(format!("ledger of {SHORT} events"), "short-");
            lines.extend(self.pair(&title, long, short, &picks).await?);
        }
        Ok(lines)
    }

    /// B5.
    pub(super) async fn store_size(&mut self) -> Result<Vec<Comparison>, BenchError> {
        let events = if self.options.long {
            10_000_000
        } else {
            1_000_000
        };
        let (url, small) = self.open().await?;
        many_accounts::fill(&url, SMALL).await?;
        let (url, large) = self.open().await?;
        many_accounts::fill(&url, events / 2).await?;
        let of = |size: u32, product, clients| {
            commands(
                &format!("log of {size} events"),
                product,
                clients,
                Accounts::Fresh,
            )
        };
        let mut lines = Vec::new();
        let picks: [Pick; 2] = [
            (1, ", median", "µs", at_most(1.3)),
            (2, ", 99th percentile", "µs", None),
        ];
        let pair = (of(events, &large, 1), of(2 * SMALL, &small, 1));
        let title = "B5: a command, 1 client";
        lines.extend(self.pair(title, pair.0, pair.1, &picks).await?);
        let picks: [Pick; 1] = [(0, "", "commands/s", at_least(1.0 / 1.3))];
        let pair = (of(events, &large, MANY), of(2 * SMALL, &small, MANY));
        let title = "B5: commands, 64 clients";
        lines.extend(self.pair(title, pair.0, pair.1, &picks).await?);
        Ok(lines)
    }
}

fn one(label: String, product: &Product, group: &'static str, cold: bool) -> Box<dyn Contestant> {
    Box::new(product::Commands {
        label,
        product: product.clone(),
        clients: 1,
        accounts: Accounts::One(group),
        cold,
    })
}
