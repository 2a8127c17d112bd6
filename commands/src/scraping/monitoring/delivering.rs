//! What a run has found is delivered slice by slice, and what it could not pay is noted for the next one.

use domain::credit_account::{CreditAccount, CreditCommand};
use domain::ids::HoldId;
use domain::pricing::DebitKind;
use domain::scrape_job::{CompletionReason, RunFound, ScrapeJob, ScrapeJobCommand};
use places::Place;
use store::documents::ResultRow;
use store::monitors::{Change, ChangeKind, Known};

use super::{Delivered, ToDeliver, Watching};
use crate::debits::tell_debit;
use crate::dispatcher::on;
use crate::monitors::{Found, Releases, Results, Told};
use crate::scraping::job::RunError;

/// Rows in a slice, unless credits or the budget allow fewer.
const SLICE_ROWS: usize = 20;
/// Notes that are stored at a time: others' commits wait for them.
const NOTES: usize = 2_000;

impl Watching<'_> {
    /// What a row costs in the month's budget.
    fn cost(&self, found: &Found) -> u32 {
        u32::from(!found.is_paid) + u32::from(self.enriches)
    }

    /// Delivers what can be paid, then what costs nothing, and notes the rest.
    pub(super) async fn deliver(
        &self,
        job: &ScrapeJob,
        to_deliver: ToDeliver,
        releases: &Releases,
    ) -> Result<Delivered, RunError> {
        let ToDeliver { results, left_out } = to_deliver;
        let Results {
            new,
            changed,
            quiet,
            gone,
            unchanged,
            by_publisher,
        } = results;
        let counts = job.run_counts();
        let mut budget = self.of.most_credits.saturating_sub(counts.credits());
        if self.enriches {
            // What was delivered before a crash is still to be enriched.
            budget = budget.saturating_sub(job.delivered());
        }
        let mut row = job.delivered();
        let found = new.into_iter().chain(changed);
        let (free, costly): (Vec<Found>, Vec<Found>) =
            found.partition(|found| self.cost(found) == 0);
        let (paid, reason) = self.deliver_paid(&mut row, budget, &costly).await?;
        self.deliver_free(&mut row, &free).await?;
        let waits = &costly[paid..];
        let mut notes: Vec<Change> = waits.iter().map(|found| self.wait(found)).collect();
        let gone_count = u32::try_from(gone.len()).unwrap_or(u32::MAX);
        notes.extend(gone.into_iter().map(|gone| Change {
            kind: match gone.delisted {
                true => ChangeKind::Delisted,
                false => ChangeKind::Missing,
            },
            known: gone.known,
            told: self.close(&gone.told),
            document: String::new(),
        }));
        notes.extend(
            quiet
                .into_iter()
                .map(|known| note(ChangeKind::Quiet, known)),
        );
        notes.push(Change {
            document: releases.text(),
            ..note(ChangeKind::Source, Known::default())
        });
        let mut first = row;
        for portion in notes.chunks(NOTES) {
            self.put(first, portion).await?;
            first = first.saturating_add(u32::try_from(portion.len()).unwrap_or(u32::MAX));
        }
        Ok(Delivered {
            reason,
            left_out,
            found: RunFound {
                gone: gone_count,
                // What this run has delivered before it was interrupted is found as it is known by now.
                unchanged: unchanged.saturating_sub(job.delivered()),
                pending: u32::try_from(waits.len()).unwrap_or(u32::MAX),
                left_out,
                by_publisher,
            },
        })
    }

    /// Returns how many were delivered, and why not more. Makes no room for others: all would be compared again.
    async fn deliver_paid(
        &self,
        row: &mut u32,
        mut budget: u32,
        costly: &[Found],
    ) -> Result<(usize, CompletionReason), RunError> {
        let mut done = 0;
        while done < costly.len() {
            let mut slice = Vec::new();
            for found in costly[done..].iter().take(SLICE_ROWS) {
                let cost = self.cost(found);
                if cost > budget {
                    break;
                }
                budget -= cost;
                slice.push(found);
            }
            if slice.is_empty() {
                return Ok((done, CompletionReason::MaxResults));
            }
            let delivered = self.slice(*row, &slice).await?;
            done += delivered;
            *row += u32::try_from(delivered).unwrap_or(u32::MAX);
            if delivered < slice.len() {
                return Ok((done, CompletionReason::CreditsUsedUp));
            }
        }
        Ok((done, CompletionReason::AllFound))
    }

    async fn deliver_free(&self, row: &mut u32, free: &[Found]) -> Result<(), RunError> {
        for slice in free.chunks(SLICE_ROWS) {
            let slice: Vec<&Found> = slice.iter().collect();
            let delivered = self.slice(*row, &slice).await?;
            *row += u32::try_from(delivered).unwrap_or(u32::MAX);
        }
        Ok(())
    }

    /// Stores, pays and counts the first of a slice that the user's credits cover. Returns how many.
    async fn slice(&self, first_row: u32, slice: &[&Found]) -> Result<usize, RunError> {
        let run = self.run;
        let wanted = slice.iter().filter(|found| !found.is_paid).count();
        let hold = HoldId::for_changes(run.session, first_row, run.id());
        let held = match wanted {
            0 => 0,
            _ => {
                let held = run.hold(self.owner, &hold, wanted as i64).await?;
                usize::try_from(held.unwrap_or_default()).unwrap_or_default()
            }
        };
        let mut paid = 0;
        let covered: Vec<&Found> = slice
            .iter()
            .copied()
            .take_while(|found| {
                paid += usize::from(!found.is_paid);
                paid <= held
            })
            .collect();
        if covered.is_empty() {
            return Ok(0);
        }
        let notes: Vec<Change> = covered.iter().map(|found| self.row_note(found)).collect();
        self.put(first_row, &notes).await?;
        let rows: Vec<ResultRow> = covered.iter().map(|found| row(&found.place)).collect();
        run.store_rows(first_row, &rows).await?;
        let count = |is: fn(&Found) -> bool| {
            let number = covered.iter().filter(|found| is(found)).count();
            u32::try_from(number).unwrap_or(u32::MAX)
        };
        let paid = count(|found| !found.is_paid);
        let deliver = ScrapeJobCommand::DeliverChanges {
            first_row,
            rows: u32::try_from(covered.len()).unwrap_or(u32::MAX),
            new: count(|found| found.is_new),
            paid,
        };
        let mut parts = Vec::new();
        if held > 0 {
            let settle = CreditCommand::SettleHold {
                hold,
                results: paid,
                kind: DebitKind::Monitor,
                now: run.context().at,
            };
            parts.push(on::<CreditAccount>(self.owner.as_str(), vec![settle]));
        }
        parts.push(on::<ScrapeJob>(run.session.to_string(), vec![deliver]));
        run.carry_out(&parts).await?;
        tell_debit(DebitKind::Monitor, paid);
        Ok(covered.len())
    }

    fn row_note(&self, found: &Found) -> Change {
        let kind = match found.is_new {
            true => ChangeKind::New,
            false => ChangeKind::Changed,
        };
        let known = Known {
            paid: true,
            ..found.known.clone()
        };
        Change {
            told: self.close(&found.told),
            ..note(kind, known)
        }
    }

    fn wait(&self, found: &Found) -> Change {
        let kind = match found.is_new {
            true => ChangeKind::WaitsNew,
            false => ChangeKind::WaitsChanged,
        };
        Change {
            told: self.close(&found.told),
            document: row(&found.place).document,
            ..note(kind, found.known.clone())
        }
    }

    async fn put(&self, first: u32, notes: &[Change]) -> Result<(), RunError> {
        let run = self.run;
        let documents = &run.ports.monitors;
        let whose = (self.of.monitor, self.owner);
        let put = documents.put(whose, run.session, first, notes, run.lease());
        let put = run.in_time(put).await?;
        put.then_some(()).ok_or(RunError::LeaseLost)
    }

    fn close(&self, told: &Told) -> String {
        let text = serde_json::to_string(told).expect("texts and finite numbers: always JSON");
        self.key.close(&text).as_str().to_owned()
    }
}

const fn note(kind: ChangeKind, known: Known) -> Change {
    Change {
        kind,
        known,
        told: String::new(),
        document: String::new(),
    }
}

fn row(place: &Place) -> ResultRow {
    ResultRow {
        place_key: place.key.clone(),
        document: serde_json::to_string(place)
            .expect("a place is strings and numbers: always JSON"),
    }
}
