//! Slices: rows are collected up to the size of a hold, stored, then paid and counted together. Businesses that the
//! owner knows are left out: not stored, not paid, only counted.

use std::collections::HashSet;
use std::sync::Arc;

use domain::Credits;
use domain::credit_account::{CreditAccount, CreditCommand};
use domain::ids::{HoldId, UserId};
use domain::pricing::DebitKind;
use domain::scrape_job::{CompletionReason, ScrapeJob, ScrapeJobCommand, Search};
use places::Place;
use store::documents::ResultRow;
use store::known::Digest;

use super::job::{JobRun, RunError};
use crate::debits::tell_debit;
use crate::dispatcher::on;
use crate::known::KnownBusinesses;

/// Rows in a slice, unless credits or the search's bound allow fewer.
const SLICE_ROWS: Credits = 20;

/// The rows of a job on their way to its owner.
pub(super) struct Delivery<'a> {
    run: &'a JobRun<'a>,
    owner: &'a UserId,
    max_results: Option<u32>,
    /// Company keys of the session's rows.
    seen: HashSet<String>,
    /// The businesses that the owner knows.
    known: Option<Arc<KnownBusinesses>>,
    /// Those that were left out.
    left_out: HashSet<Digest>,
    /// Of them, those of this city.
    left_out_here: Vec<Digest>,
    gathered: Vec<ResultRow>,
    /// Is a row collected that must not outlive the session?
    expires: bool,
    /// Open whenever a row is collected.
    hold: Option<(HoldId, Credits)>,
    delivered: u32,
    delivered_before_city: u32,
}

impl<'a> Delivery<'a> {
    /// Continues where `job` is.
    pub(super) async fn resume(
        run: &'a JobRun<'a>,
        owner: &'a UserId,
        search: &Search,
        job: &ScrapeJob,
    ) -> Result<Self, RunError> {
        let delivered = job.delivered();
        let seen = run.delivered_keys(delivered).await?;
        let left_out = run.left_out_before(job.next_city()).await?;
        Ok(Self {
            run,
            owner,
            max_results: search.max_results,
            seen: seen.into_iter().collect(),
            known: run.known_by(owner).await?,
            left_out: left_out.into_iter().collect(),
            left_out_here: Vec::new(),
            gathered: Vec::new(),
            expires: false,
            hold: None,
            delivered,
            delivered_before_city: delivered - job.delivered_of_city(),
        })
    }

    /// Takes one business. Returns why the job ends here, if it does.
    pub(super) async fn take(
        &mut self,
        place: &Place,
    ) -> Result<Option<CompletionReason>, RunError> {
        if self.seen.contains(&place.key) {
            return Ok(None);
        }
        if self.leaves_out(place) {
            return Ok(None);
        }
        if self.room() == 0 {
            self.flush().await?;
            return Ok(Some(CompletionReason::MaxResults));
        }
        if self.hold.is_none() && !self.reserve().await? {
            return Ok(Some(CompletionReason::CreditsUsedUp));
        }
        self.seen.insert(place.key.clone());
        self.expires |= !place.provenance.storable;
        self.gathered.push(ResultRow {
            place_key: place.key.clone(),
            document: serde_json::to_string(place)
                .expect("a place is strings and numbers: always JSON"),
        });
        let full = self
            .hold
            .as_ref()
            .is_some_and(|(_, amount)| self.gathered.len() as Credits >= *amount);
        if full {
            self.flush().await?;
        }
        Ok(None)
    }

    /// Delivers the collected rows and counts the city as done, in one commit.
    pub(super) async fn finish_city(&mut self, city: u32, found: u32) -> Result<(), RunError> {
        let left_out = std::mem::take(&mut self.left_out_here);
        if !left_out.is_empty() {
            self.run.note_left_out(self.owner, city, &left_out).await?;
        }
        self.deliver(Some((city, found))).await?;
        self.run.may_go_on()
    }

    /// How many businesses were left out that the owner knows.
    pub(super) fn left_out(&self) -> u32 {
        u32::try_from(self.left_out.len()).unwrap_or(u32::MAX)
    }

    /// Whether the owner knows the business.
    fn leaves_out(&mut self, place: &Place) -> bool {
        let Some(known) = self.known.as_ref().filter(|known| known.knows(place)) else {
            return false;
        };
        let digest = known.digest(place);
        if self.left_out.insert(digest) {
            self.left_out_here.push(digest);
        }
        true
    }

    /// Delivers the collected rows.
    pub(super) async fn flush(&mut self) -> Result<(), RunError> {
        self.deliver(None).await
    }

    fn room(&self) -> u32 {
        let taken = self.delivered + u32::try_from(self.gathered.len()).unwrap_or(u32::MAX);
        self.max_results
            .map_or(u32::MAX, |max| max.saturating_sub(taken))
    }

    /// Holds credits for the next slice. False if none are left.
    async fn reserve(&mut self) -> Result<bool, RunError> {
        let run = self.run;
        let hold = run.slice_hold(self.delivered);
        let wanted = SLICE_ROWS.min(Credits::from(self.room()));
        let held = run.hold(self.owner, &hold, wanted).await?;
        self.hold = held.map(|amount| (hold, amount));
        Ok(self.hold.is_some())
    }

    async fn deliver(&mut self, city_done: Option<(u32, u32)>) -> Result<(), RunError> {
        match self.hold.take() {
            Some((hold, _)) if !self.gathered.is_empty() => {
                let rows = self.pay_and_count(hold, city_done).await?;
                self.gathered.clear();
                self.delivered += rows;
            }
            // An unused hold serves the next city.
            unused => {
                self.hold = unused;
                if let Some((city, found)) = city_done {
                    let finish = self.finish_command(city, found, 0);
                    let parts = [on::<ScrapeJob>(self.run.session.to_string(), vec![finish])];
                    self.run.carry_out(&parts).await?;
                }
            }
        }
        if city_done.is_some() {
            self.delivered_before_city = self.delivered;
        }
        Ok(())
    }

    fn finish_command(&self, city: u32, found: u32, rows: u32) -> ScrapeJobCommand {
        ScrapeJobCommand::FinishCity {
            city,
            found,
            delivered: self.delivered + rows - self.delivered_before_city,
        }
    }

    /// Stores the collected rows, then debits and counts them in one commit. Returns their number.
    async fn pay_and_count(
        &self,
        hold: HoldId,
        city_done: Option<(u32, u32)>,
    ) -> Result<u32, RunError> {
        let rows = u32::try_from(self.gathered.len()).unwrap_or(u32::MAX);
        let run = self.run;
        if self.expires {
            run.note_expiring().await?;
        }
        run.store_rows(self.delivered, &self.gathered).await?;
        let settle = CreditCommand::SettleHold {
            hold,
            results: rows,
            kind: DebitKind::Standard,
            now: run.context().at,
        };
        let mut count = vec![ScrapeJobCommand::DeliverRows {
            first_row: self.delivered,
            rows,
        }];
        count.extend(city_done.map(|(city, found)| self.finish_command(city, found, rows)));
        let parts = [
            on::<CreditAccount>(self.owner.as_str(), vec![settle]),
            on::<ScrapeJob>(run.session.to_string(), count),
        ];
        run.carry_out(&parts).await?;
        tell_debit(DebitKind::Standard, rows);
        Ok(rows)
    }
}
