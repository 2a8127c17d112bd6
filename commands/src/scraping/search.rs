//! The search: city by city, place by place, until all are found, the bound is reached or no credits are
//! left.

use std::ops::ControlFlow;
use std::sync::Arc;

use domain::credit_account::ReleaseReason;
use domain::ids::UserId;
use domain::scrape_job::{CompletionReason, ScrapeJob, ScrapeJobCommand, Search};
use futures::StreamExt;
use places::{PlaceQuery, PlaceSource, PlaceStream};

use super::delivery::Delivery;
use super::job::{JobRun, LOOK, RunError};
use crate::dispatcher::on;
use crate::session_end::SessionEnd;

/// Takes the search from where the job stands to its end.
pub(super) async fn search(
    run: &JobRun<'_>,
    job: &ScrapeJob,
    owner: &UserId,
    search: &Search,
) -> Result<(), RunError> {
    // What an earlier run held is given back, so that it cannot settle any more.
    run.release(owner, ReleaseReason::TakenOver).await?;
    let wanted = job.source().or(search.source.as_deref());
    let Some(source) = source(run, wanted) else {
        let name = wanted.unwrap_or_default();
        let reason = format!("There is no maps service called '{name}'.");
        return run.end(owner, SessionEnd::Failed(reason)).await;
    };
    start(run, source.as_ref()).await?;
    let delivery = Delivery::resume(run, owner, search, job).await?;
    let end = through_cities(run, search, job.cities_done(), source.as_ref(), delivery).await?;
    run.end(owner, end).await
}

/// Asked once a run: a job that has started stays with its source.
fn source(run: &JobRun<'_>, wanted: Option<&str>) -> Option<Arc<dyn PlaceSource>> {
    let sources = &run.ports.sources;
    match wanted {
        Some(name) => sources.by_name(name),
        None => Some(sources.active()),
    }
}

async fn start(run: &JobRun<'_>, source: &dyn PlaceSource) -> Result<(), RunError> {
    let descriptor = source.descriptor();
    let start = ScrapeJobCommand::Start {
        source: descriptor.name,
        sample: descriptor.is_sample,
    };
    let parts = [on::<ScrapeJob>(run.session.to_string(), vec![start])];
    run.carry_out(&parts).await
}

async fn through_cities(
    run: &JobRun<'_>,
    search: &Search,
    cities_done: u32,
    source: &dyn PlaceSource,
    mut delivery: Delivery<'_>,
) -> Result<SessionEnd, RunError> {
    let cities = (0_u32..).zip(&search.cities);
    for (city, name) in cities.skip(cities_done as usize) {
        let query = match PlaceQuery::new(&search.term, search.state.as_str(), name) {
            Ok(query) => query,
            Err(error) => return Ok(SessionEnd::Failed(error.to_string())),
        };
        match through_city(run, source.search(query), &mut delivery).await? {
            ControlFlow::Continue(found) => delivery.finish_city(city, found).await?,
            ControlFlow::Break(end) => return Ok(end),
        }
    }
    Ok(SessionEnd::Completed(CompletionReason::AllFound))
}

/// Answers how many businesses the source gave, or how the job ends with this city.
async fn through_city(
    run: &JobRun<'_>,
    mut places: PlaceStream,
    delivery: &mut Delivery<'_>,
) -> Result<ControlFlow<SessionEnd, u32>, RunError> {
    let mut found = 0;
    let mut look = tokio::time::interval(LOOK);
    loop {
        let next = tokio::select! {
            biased;
            _ = look.tick() => {
                still_searching(run).await?;
                // However long the look took, the search has its turn before the next.
                look.reset();
                continue;
            }
            next = places.next() => next,
        };
        match next {
            None => return Ok(ControlFlow::Continue(found)),
            Some(Err(error)) => {
                delivery.flush().await?;
                return Ok(ControlFlow::Break(SessionEnd::Failed(error.to_string())));
            }
            Some(Ok(place)) => {
                found += 1;
                if let Some(reason) = delivery.take(&place).await? {
                    return Ok(ControlFlow::Break(SessionEnd::Completed(reason)));
                }
            }
        }
    }
}

/// Fails where somebody has ended the job or the process is stopping.
async fn still_searching(run: &JobRun<'_>) -> Result<(), RunError> {
    let status = run.job_meanwhile().await?.status();
    if !status.is_runnable() {
        return Err(RunError::ended(status));
    }
    Ok(())
}
