//! The enrichment of a job's rows, slice by slice: facts are found, credits held for the rows that have any, the
//! facts stored, and then paid and counted in one commit. Rows without facts cost nothing.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use domain::Credits;
use domain::credit_account::{CreditAccount, CreditCommand};
use domain::ids::UserId;
use domain::pricing::DebitKind;
use domain::scrape_job::{EnrichmentCommand, EnrichmentReason, EnrichmentRefusal, ScrapeJob};
use enrichment::RowFacts;
use places::Place;

use super::job::{JobRun, LOOK, RunError};
use super::takeover;
use crate::debits::tell_debit;
use crate::dispatcher::on;
use crate::enricher::EnricherError;
use crate::jobs::ENRICHMENT_NEEDS_TIER;
use crate::session_end::SessionEnd;

/// Minimum rows in a slice: that many look-ups are done before anything is paid and shown.
const LEAST_ROWS: u32 = 50;

/// Maximum rows in a slice: that many may be looked up in vain if the process dies.
const MOST_ROWS: u32 = 800;

/// After a slice that took less, a larger one follows, since the three commits cost the same for any size.
const QUICK: Duration = Duration::from_millis(250);

/// After a slice that took longer, a smaller one follows, so that progress shows.
const SLOW: Duration = Duration::from_secs(1);

/// Shown to the owner; the cause is in the server's log.
pub(super) const ERROR_OF_OURS: &str =
    "The results could not be enriched because of an error on our side.";

/// The facts of a slice's rows.
type Facts = Vec<Option<RowFacts>>;

/// Enriches the remaining rows, as far as credits go.
pub(super) async fn enrich(run: &JobRun<'_>, owner: &UserId) -> Result<(), RunError> {
    takeover::from_earlier_run(run, owner).await?;
    if !run.plan_allows_enrichment(owner).await? {
        let end = SessionEnd::EnrichmentFailed(ENRICHMENT_NEEDS_TIER.to_owned());
        return run.end(owner, end).await;
    }
    let mut slice_rows = LEAST_ROWS;
    loop {
        run.may_go_on()?;
        let since = Instant::now();
        let job = still_enriching(run).await?;
        let first_row = job.enrichment().enriched();
        if first_row >= job.delivered() {
            let end = SessionEnd::EnrichmentCompleted(EnrichmentReason::AllEnriched);
            return run.end(owner, end).await;
        }
        let rows = run
            .stored_rows(first_row, slice_rows, job.delivered())
            .await?;
        let facts = match facts(run, &job, rows).await? {
            Ok(facts) => facts,
            Err(_) if run.is_stopping() => return Err(RunError::Stopped),
            Err(error) => {
                tracing::error!(job = %run.session, %error, "an enrichment failed");
                let end = SessionEnd::EnrichmentFailed(ERROR_OF_OURS.to_owned());
                return run.end(owner, end).await;
            }
        };
        if !pay_for(run, owner, first_row, &facts).await? {
            let end = SessionEnd::EnrichmentCompleted(EnrichmentReason::CreditsUsedUp);
            return run.end(owner, end).await;
        }
        slice_rows = next_slice(slice_rows, since.elapsed());
    }
}

fn next_slice(rows: u32, took: Duration) -> u32 {
    let fitting = match took {
        quick if quick < QUICK => rows * 2,
        slow if slow > SLOW => rows / 2,
        _ => rows,
    };
    fitting.clamp(LEAST_ROWS, MOST_ROWS)
}

/// Looks up facts, and checks meanwhile whether they are still wanted.
async fn facts(
    run: &JobRun<'_>,
    job: &ScrapeJob,
    rows: Vec<Place>,
) -> Result<Result<Facts, EnricherError>, RunError> {
    let facts = facts_by_service(run, job, rows);
    tokio::pin!(facts);
    loop {
        tokio::select! {
            facts = &mut facts => return Ok(facts),
            () = tokio::time::sleep(LOOK) => {
                still_enriching(run).await?;
            }
        }
    }
}

/// Looks up facts for neighboring rows of one service at a time.
async fn facts_by_service(
    run: &JobRun<'_>,
    job: &ScrapeJob,
    rows: Vec<Place>,
) -> Result<Facts, EnricherError> {
    let mut facts = Facts::with_capacity(rows.len());
    let mut rest: VecDeque<Place> = rows.into();
    while let Some(first) = rest.pop_front() {
        let service = service_of(job, &first).to_owned();
        let mut rows = vec![first];
        while let Some(next) = rest.front()
            && service_of(job, next) == service
        {
            rows.extend(rest.pop_front());
        }
        facts.extend(run.ports.facts.facts(&service, rows).await?);
    }
    Ok(facts)
}

/// The maps service of a row: rows of the catalogue carry the names of its data sets, other services' rows their own.
fn service_of<'j>(job: &'j ScrapeJob, row: &Place) -> &'j str {
    let answering = job.search().and_then(|search| search.answering.as_ref());
    let parts = answering.map_or(&[][..], |answering| &answering.parts);
    let own = parts
        .iter()
        .find(|part| part.datasets.is_empty() && part.service == row.provenance.source);
    own.or_else(|| parts.first())
        .map_or(job.source().unwrap_or_default(), |part| &part.service)
}

/// Stores and pays for the first rows that the user's credits cover. False if they cover none.
async fn pay_for(
    run: &JobRun<'_>,
    owner: &UserId,
    first_row: u32,
    facts: &[Option<RowFacts>],
) -> Result<bool, RunError> {
    let wanted = facts.iter().flatten().count() as Credits;
    let hold = run.enrichment_hold(first_row);
    let held = match wanted {
        0 => 0,
        _ => run.hold(owner, &hold, wanted).await?.unwrap_or_default(),
    };
    let mut stored: Vec<(u32, String)> = Vec::new();
    let mut next = first_row;
    for row in facts {
        if let Some(row) = row {
            if stored.len() as Credits == held {
                break;
            }
            let document = serde_json::to_string(row)
                .expect("facts are strings and finite numbers: always JSON");
            stored.push((next, document));
        }
        next += 1;
    }
    if next == first_row {
        return Ok(false);
    }
    run.store_facts(first_row..next, &stored).await?;
    let with_facts = u32::try_from(stored.len()).unwrap_or(u32::MAX);
    let count = EnrichmentCommand::EnrichRows {
        first_row,
        rows: next - first_row,
        with_facts,
    };
    let mut parts = Vec::new();
    if held > 0 {
        let settle = CreditCommand::SettleHold {
            hold,
            results: with_facts,
            kind: DebitKind::Enrichment,
            now: run.context().at,
        };
        parts.push(on::<CreditAccount>(owner.as_str(), vec![settle]));
    }
    parts.push(on::<ScrapeJob>(run.session.to_string(), vec![count.into()]));
    run.carry_out(&parts).await?;
    tell_debit(DebitKind::Enrichment, with_facts);
    Ok(true)
}

/// The job as the log has it; fails if its rows are no longer to be enriched.
async fn still_enriching(run: &JobRun<'_>) -> Result<ScrapeJob, RunError> {
    let job = run.job_meanwhile().await?;
    let enrichment = job.enrichment();
    if enrichment.is_runnable() {
        return Ok(job);
    }
    let refusal = EnrichmentRefusal::NotProcessing(enrichment.status());
    Err(RunError::refused(refusal.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enr_01_slices_grow_while_they_are_quick_and_shrink_where_they_are_slow() {
        let quick = Duration::from_millis(20);
        let mut sizes = vec![LEAST_ROWS];
        for took in [
            quick,
            quick,
            Duration::from_millis(500),
            quick,
            quick,
            quick,
            2 * SLOW,
        ] {
            sizes.push(next_slice(sizes[sizes.len() - 1], took));
        }
        assert_eq!(sizes, [50, 100, 200, 200, 400, 800, 800, 400]);
        assert_eq!(next_slice(LEAST_ROWS, 2 * SLOW), LEAST_ROWS);
    }
}
