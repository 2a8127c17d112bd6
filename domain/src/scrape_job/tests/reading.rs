//! Readings of websites.

use super::*;

pub(super) fn reading(websites: u32, max_credits: Option<u32>) -> Vec<ScrapeJobEvent> {
    let reading = Reading {
        of: ReadingOf::Companies,
        wants: vec![Want::Email],
        websites,
        max_credits,
    };
    let queued = JobQueued {
        user: owner(),
        search: Search::of_websites("Websites of 30 companies", reading),
        kind: JobKind::Website,
        enrich: false,
    };
    let started = JobStarted {
        source: "websites".into(),
        sample: false,
    };
    vec![queued.into(), started.into()]
}

const fn read(first_row: u32, rows: u32, with_news: u32) -> ScrapeJobCommand {
    ScrapeJobCommand::ReadWebsites {
        first_row,
        rows,
        with_news,
    }
}

pub(super) fn was_read(first_row: u32, rows: u32, with_news: u32) -> ScrapeJobEvent {
    WebsitesRead {
        first_row,
        rows,
        with_news,
    }
    .into()
}

#[test]
fn websites_are_counted_in_order_and_only_those_with_news_are_paid() {
    Jobs::with(())
        .given([reading(30, None), vec![was_read(0, 20, 7)]].concat())
        .when(read(20, 10, 0))
        .then_expect_events(vec![was_read(20, 10, 0)]);
    Jobs::with(())
        .given([reading(30, None), vec![was_read(0, 20, 7)]].concat())
        .when(read(0, 10, 1))
        .then_expect_error(ScrapeJobRefusal::RowOutOfOrder {
            expected: 20,
            given: 0,
        });
    for beyond in [read(0, 31, 0), read(0, 3, 4)] {
        Jobs::with(())
            .given(reading(30, None))
            .when(beyond)
            .then_expect_error(ScrapeJobRefusal::BeyondMaxResults(30));
    }
}

#[test]
fn a_reading_never_costs_more_than_it_may() {
    let most = || [reading(30, Some(8)), vec![was_read(0, 20, 7)]].concat();
    Jobs::with(())
        .given(most())
        .when(read(20, 5, 1))
        .then_expect_events(vec![was_read(20, 5, 1)]);
    Jobs::with(())
        .given(most())
        .when(read(20, 5, 2))
        .then_expect_error(ScrapeJobRefusal::BeyondMaxCredits(8));
}

#[test]
fn a_search_reads_no_websites_and_a_reading_delivers_no_rows() {
    Jobs::with(())
        .given(started(None))
        .when(read(0, 1, 1))
        .then_expect_error(ScrapeJobRefusal::OtherKind);
    Jobs::with(())
        .given(reading(30, None))
        .when(ScrapeJobCommand::DeliverRows {
            first_row: 0,
            rows: 1,
        })
        .then_expect_error(ScrapeJobRefusal::OtherKind);
    let completed = JobCompleted::new(0, CompletionReason::AllFound);
    let start = EnrichmentCommand::Start {
        open_jobs: OpenJobs { open: 0, most: 20 },
    };
    Jobs::with(())
        .given([reading(30, None), vec![completed.into()]].concat())
        .when(start.into())
        .then_expect_error(ScrapeJobRefusal::OtherKind);
}
