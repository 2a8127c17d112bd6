//! Events and statuses, as a worker sees them.

use std::collections::BTreeSet;

use cqrs_es::{Aggregate, DomainEvent};

use super::enrichment::enriched;
use super::*;

/// Jobs that end in every way, and their enrichment too.
fn histories() -> Vec<Vec<ScrapeJobEvent>> {
    let by = Actor::User(owner());
    let ends: [ScrapeJobEvent; 3] = [
        JobCompleted::new(2, CompletionReason::AllFound).into(),
        JobFailed {
            results: 2,
            reason: "The source is not reachable.".into(),
        }
        .into(),
        JobCancelled {
            results: 2,
            by: by.clone(),
        }
        .into(),
    ];
    let ends_of_enrichment: [ScrapeJobEvent; 3] = [
        EnrichmentCompleted {
            enriched: 2,
            reason: EnrichmentReason::AllEnriched,
        }
        .into(),
        EnrichmentFailed {
            enriched: 2,
            reason: "The tables cannot be read.".into(),
        }
        .into(),
        EnrichmentCancelled { enriched: 2, by }.into(),
    ];
    let city = CityScraped {
        city: "Portland".into(),
        found: 2,
        delivered: 2,
    };
    let read = [reading::reading(2, None), vec![reading::was_read(0, 2, 1)]].concat();
    let found = [monitoring::run(5), vec![monitoring::was_found(0, 2, 1, 1)]].concat();
    let mut histories = vec![read, found];
    let searched = ends
        .into_iter()
        .zip(ends_of_enrichment)
        .map(|(end, end_of_enrichment)| {
            let rest = vec![
                delivered(0, 2),
                city.clone().into(),
                end,
                EnrichmentStarted {
                    first_row: 0,
                    rows: 2,
                }
                .into(),
                enriched(0, 2),
                end_of_enrichment,
            ];
            [started(None), rest].concat()
        });
    histories.extend(searched);
    histories
}

/// What an event changes about a worker's work, and what the status after it allows a worker, say the same.
#[test]
fn what_an_event_changes_about_the_work_fits_what_the_status_allows() {
    let mut seen = BTreeSet::new();
    for history in histories() {
        let mut job = ScrapeJob::default();
        for event in history {
            let may_work = |job: &ScrapeJob| {
                job.owner().is_some()
                    && (job.status().is_runnable() || job.enrichment().is_runnable())
            };
            let name = event.event_type();
            let before = may_work(&job);
            job.apply(event);
            let expected = match ScrapeJobEventType::from_name(&name).unwrap().work() {
                WorkChange::Begins => true,
                WorkChange::Ends => false,
                WorkChange::Unchanged => before,
            };
            assert_eq!(may_work(&job), expected, "after {name}");
            seen.insert(name);
        }
    }
    let all: BTreeSet<String> = ScrapeJobEventType::ALL
        .iter()
        .map(|event| event.name().to_owned())
        .collect();
    assert_eq!(seen, all, "every event has a place in a history here");
}
