//! Given / when / then.

mod enrichment;
mod monitoring;
mod reading;
mod work;

use cqrs_es::Aggregate;
use cqrs_es::test::TestFramework;
use jiff::Timestamp;

use super::*;
use crate::ids::UserId;
use crate::metadata::Actor;

type Jobs = TestFramework<ScrapeJob>;

fn owner() -> UserId {
    UserId::new("auth0|u1").unwrap()
}

fn queued(max_results: Option<u32>) -> Vec<ScrapeJobEvent> {
    let search = Search::new(
        "brewery",
        "OR",
        &["Portland".into(), "Bend".into()],
        max_results,
        None,
    )
    .unwrap();
    vec![
        JobQueued {
            user: owner(),
            search,
            kind: JobKind::GoogleMaps,
            enrich: false,
        }
        .into(),
    ]
}

fn started(max_results: Option<u32>) -> Vec<ScrapeJobEvent> {
    [
        queued(max_results),
        vec![
            JobStarted {
                source: "catalogue".into(),
                sample: false,
            }
            .into(),
        ],
    ]
    .concat()
}

fn delivered(first_row: u32, rows: u32) -> ScrapeJobEvent {
    RowsDelivered { first_row, rows }.into()
}

fn queue(open_jobs: u32) -> ScrapeJobCommand {
    let ScrapeJobEvent::JobQueued(job) = &queued(None)[0] else {
        panic!("a job is queued first");
    };
    ScrapeJobCommand::Queue {
        user: job.user.clone(),
        search: job.search.clone(),
        kind: job.kind,
        enrich: job.enrich,
        open_jobs: OpenJobs {
            open: open_jobs,
            most: 20,
        },
    }
}

#[test]
fn a_job_is_queued_once() {
    Jobs::with(())
        .given_no_previous_events()
        .when(queue(0))
        .then_expect_events(queued(None));
    Jobs::with(())
        .given(queued(None))
        .when(queue(0))
        .then_expect_error(ScrapeJobRefusal::AlreadyQueued);
}

#[test]
fn a_user_has_as_many_open_jobs_as_are_allowed() {
    Jobs::with(())
        .given_no_previous_events()
        .when(queue(19))
        .then_expect_events(queued(None));
    Jobs::with(())
        .given_no_previous_events()
        .when(queue(20))
        .then_expect_error(ScrapeJobRefusal::TooManyOpenJobs(20));
    // A new enrichment counts; requesting one with nothing to do does not.
    let full = OpenJobs { open: 20, most: 20 };
    let start = EnrichmentCommand::Start { open_jobs: full };
    let running = enrichment::enriching(20);
    let (_, ended) = running.split_last().unwrap();
    Jobs::with(())
        .given(ended.to_vec())
        .when(start.clone().into())
        .then_expect_error(ScrapeJobRefusal::TooManyOpenJobs(20));
    Jobs::with(())
        .given(running)
        .when(start.into())
        .then_expect_events(vec![]);
}

#[test]
fn a_job_that_does_not_exist_refuses_everything() {
    Jobs::with(())
        .given_no_previous_events()
        .when(ScrapeJobCommand::Cancel { by: Actor::System })
        .then_expect_error(ScrapeJobRefusal::NotQueued);
}

#[test]
// JOB-13
fn job_13_a_second_worker_starts_it_without_a_second_event() {
    let start = ScrapeJobCommand::Start {
        source: "catalogue".into(),
        sample: false,
    };
    Jobs::with(())
        .given(queued(None))
        .when(start.clone())
        .then_expect_events(started(None)[1..].to_vec());
    Jobs::with(())
        .given(started(None))
        .when(start)
        .then_expect_events(vec![]);
}

#[test]
// JOB-13
fn job_13_rows_are_delivered_in_order_without_gaps() {
    Jobs::with(())
        .given([started(None), vec![delivered(0, 20)]].concat())
        .when(ScrapeJobCommand::DeliverRows {
            first_row: 20,
            rows: 5,
        })
        .then_expect_events(vec![delivered(20, 5)]);
    Jobs::with(())
        .given([started(None), vec![delivered(0, 20)]].concat())
        .when(ScrapeJobCommand::DeliverRows {
            first_row: 0,
            rows: 20,
        })
        .then_expect_error(ScrapeJobRefusal::RowOutOfOrder {
            expected: 20,
            given: 0,
        });
    Jobs::with(())
        .given(queued(None))
        .when(ScrapeJobCommand::DeliverRows {
            first_row: 0,
            rows: 20,
        })
        .then_expect_error(ScrapeJobRefusal::NotUnderWay(JobStatus::Queued));
}

#[test]
fn the_bound_of_the_search_holds() {
    Jobs::with(())
        .given([started(Some(25)), vec![delivered(0, 20)]].concat())
        .when(ScrapeJobCommand::DeliverRows {
            first_row: 20,
            rows: 6,
        })
        .then_expect_error(ScrapeJobRefusal::BeyondMaxResults(25));
}

#[test]
fn cities_are_finished_in_order() {
    let finish = |city| ScrapeJobCommand::FinishCity {
        city,
        found: 3,
        delivered: 3,
    };
    Jobs::with(())
        .given(started(None))
        .when(finish(0))
        .then_expect_events(vec![
            CityScraped {
                city: "Portland".into(),
                found: 3,
                delivered: 3,
            }
            .into(),
        ]);
    for wrong in [1, 2, u32::MAX] {
        Jobs::with(())
            .given(started(None))
            .when(finish(wrong))
            .then_expect_error(ScrapeJobRefusal::CityOutOfOrder {
                expected: 0,
                given: wrong,
            });
    }
}

#[test]
// JOB-05
fn job_05_nothing_happens_after_an_end() {
    let ends: [(ScrapeJobEvent, JobStatus); 3] = [
        (
            JobCompleted::new(0, CompletionReason::AllFound).into(),
            JobStatus::Completed,
        ),
        (
            JobFailed {
                results: 0,
                reason: "The source is not reachable.".into(),
            }
            .into(),
            JobStatus::Failed,
        ),
        (
            JobCancelled {
                results: 0,
                by: Actor::User(owner()),
            }
            .into(),
            JobStatus::Cancelled,
        ),
    ];
    let commands = [
        ScrapeJobCommand::Start {
            source: "catalogue".into(),
            sample: false,
        },
        ScrapeJobCommand::DeliverRows {
            first_row: 0,
            rows: 1,
        },
        ScrapeJobCommand::Complete {
            reason: CompletionReason::AllFound,
            left_out: 0,
            found: None,
            may_enrich: true,
        },
        ScrapeJobCommand::Cancel { by: Actor::System },
    ];
    for (end, status) in ends {
        for command in commands.clone() {
            Jobs::with(())
                .given([started(None), vec![end.clone()]].concat())
                .when(command)
                .then_expect_error(ScrapeJobRefusal::Ended(status));
        }
    }
}

#[test]
// JOB-07
fn job_07_a_waiting_job_can_be_cancelled_too() {
    Jobs::with(())
        .given(queued(None))
        .when(ScrapeJobCommand::Cancel {
            by: Actor::User(owner()),
        })
        .then_expect_events(vec![
            JobCancelled {
                results: 0,
                by: Actor::User(owner()),
            }
            .into(),
        ]);
}
