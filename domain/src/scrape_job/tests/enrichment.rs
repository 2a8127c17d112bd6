//! Enriching the rows of a job.

use super::*;

/// A job that has ended with `rows` rows, and the start of their enrichment.
pub(super) fn enriching(rows: u32) -> Vec<ScrapeJobEvent> {
    let rest = vec![
        delivered(0, rows),
        JobCancelled {
            results: rows,
            by: Actor::User(owner()),
        }
        .into(),
        EnrichmentStarted { first_row: 0, rows }.into(),
    ];
    [started(None), rest].concat()
}

pub(super) fn enriched(first_row: u32, rows: u32) -> ScrapeJobEvent {
    let with_facts = rows;
    RowsEnriched {
        first_row,
        rows,
        with_facts,
    }
    .into()
}

/// By a user with no open job.
fn asked_for() -> ScrapeJobCommand {
    let open_jobs = OpenJobs { open: 0, most: 20 };
    EnrichmentCommand::Start { open_jobs }.into()
}

fn enrich(first_row: u32, rows: u32) -> ScrapeJobCommand {
    let with_facts = rows;
    EnrichmentCommand::EnrichRows {
        first_row,
        rows,
        with_facts,
    }
    .into()
}

#[test]
// ENR-05
fn enr_05_rows_are_enriched_once_the_job_has_ended() {
    Jobs::with(())
        .given([started(None), vec![delivered(0, 20)]].concat())
        .when(asked_for())
        .then_expect_error(EnrichmentRefusal::JobNotEnded.into());
    let history = enriching(20);
    let (start, ended) = history.split_last().unwrap();
    Jobs::with(())
        .given(ended.to_vec())
        .when(asked_for())
        .then_expect_events(vec![start.clone()]);
    Jobs::with(())
        .given(ended.to_vec())
        .when(enrich(0, 20))
        .then_expect_error(EnrichmentRefusal::NotProcessing(EnrichmentStatus::NotRequested).into());
}

#[test]
// ENR-02
fn enr_02_asking_again_changes_nothing_while_it_runs_and_when_all_is_done() {
    Jobs::with(())
        .given(enriching(20))
        .when(asked_for())
        .then_expect_events(vec![]);
    let done = EnrichmentCompleted {
        enriched: 20,
        reason: EnrichmentReason::AllEnriched,
    };
    Jobs::with(())
        .given([enriching(20), vec![enriched(0, 20), done.into()]].concat())
        .when(asked_for())
        .then_expect_events(vec![]);
}

#[test]
// ENR-05
fn enr_05_a_later_run_goes_on_where_the_credits_ended() {
    let short = EnrichmentCompleted {
        enriched: 12,
        reason: EnrichmentReason::CreditsUsedUp,
    };
    Jobs::with(())
        .given([enriching(20), vec![enriched(0, 12), short.into()]].concat())
        .when(asked_for())
        .then_expect_events(vec![
            EnrichmentStarted {
                first_row: 12,
                rows: 8,
            }
            .into(),
        ]);
}

#[test]
// ENR-05
fn enr_05_no_row_is_enriched_twice_or_before_its_turn() {
    for (first_row, rows) in [(0, 10), (11, 1), (10, 11), (10, u32::MAX)] {
        Jobs::with(())
            .given([enriching(20), vec![enriched(0, 10)]].concat())
            .when(enrich(first_row, rows))
            .then_expect_error(
                EnrichmentRefusal::RowsOutOfOrder {
                    first: 10,
                    end: 20,
                    given_first: first_row,
                    given_end: first_row.saturating_add(rows),
                }
                .into(),
            );
    }
    Jobs::with(())
        .given([enriching(20), vec![enriched(0, 10)]].concat())
        .when(enrich(10, 10))
        .then_expect_events(vec![enriched(10, 10)]);
}

#[test]
// JOB-07
fn job_07_a_cancelled_enrichment_keeps_what_it_enriched_and_adds_nothing() {
    let by = Actor::User(owner());
    let cancelled: ScrapeJobEvent = EnrichmentCancelled {
        enriched: 10,
        by: by.clone(),
    }
    .into();
    Jobs::with(())
        .given([enriching(20), vec![enriched(0, 10)]].concat())
        .when(ScrapeJobCommand::Cancel { by })
        .then_expect_events(vec![cancelled.clone()]);
    Jobs::with(())
        .given([enriching(20), vec![enriched(0, 10), cancelled]].concat())
        .when(enrich(10, 10))
        .then_expect_error(EnrichmentRefusal::NotProcessing(EnrichmentStatus::Cancelled).into());
}

/// A running search whose owner asked for enrichment.
fn asked_with_the_search(rows: u32) -> Vec<ScrapeJobEvent> {
    let mut events = started(None);
    let ScrapeJobEvent::JobQueued(job) = &mut events[0] else {
        panic!("a job is queued first");
    };
    job.enrich = true;
    events.extend((rows > 0).then(|| delivered(0, rows)));
    events
}

fn complete(may_enrich: bool) -> ScrapeJobCommand {
    ScrapeJobCommand::Complete {
        reason: CompletionReason::AllFound,
        left_out: 0,
        found: None,
        may_enrich,
    }
}

fn completed(results: u32) -> ScrapeJobEvent {
    let reason = CompletionReason::AllFound;
    JobCompleted::new(results, reason).into()
}

#[test]
// JOB-06
fn job_06_the_enrichment_that_was_asked_for_starts_with_the_end_of_the_search() {
    let start = EnrichmentStarted {
        first_row: 0,
        rows: 20,
    };
    Jobs::with(())
        .given(asked_with_the_search(20))
        .when(complete(true))
        .then_expect_events(vec![completed(20), start.into()]);
}

#[test]
// JOB-06
fn job_06_no_enrichment_starts_without_rows_or_where_nobody_asked_or_the_source_forbids_it() {
    let not_asked = [started(None), vec![delivered(0, 20)]].concat();
    for (given, rows, may_enrich) in [
        (asked_with_the_search(0), 0, true),
        (asked_with_the_search(20), 20, false),
        (not_asked, 20, true),
    ] {
        Jobs::with(())
            .given(given)
            .when(complete(may_enrich))
            .then_expect_events(vec![completed(rows)]);
    }
}

#[test]
// JOB-07
fn job_07_a_search_that_is_cancelled_or_fails_is_not_enriched() {
    let by = Actor::User(owner());
    let results = 20;
    Jobs::with(())
        .given(asked_with_the_search(results))
        .when(ScrapeJobCommand::Cancel { by: by.clone() })
        .then_expect_events(vec![JobCancelled { results, by }.into()]);
    let reason = "The maps service did not answer.".to_owned();
    Jobs::with(())
        .given(asked_with_the_search(results))
        .when(ScrapeJobCommand::Fail {
            reason: reason.clone(),
        })
        .then_expect_events(vec![JobFailed { results, reason }.into()]);
}
