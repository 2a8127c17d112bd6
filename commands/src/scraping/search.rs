//! The search: city by city, or county by county of its area, place by place, until all are found, the limit is reached
//! or no credits are left.

use std::ops::ControlFlow;
use std::sync::Arc;

use domain::ids::UserId;
use domain::scrape_job::{CompletionReason, ScrapeJob, ScrapeJobCommand, Search};
use futures::StreamExt;
use places::catalogue::CATALOGUE;
use places::{Place, PlaceSource, PlaceStream, Region, WideQuery};

use super::delivery::Delivery;
use super::job::{JobRun, LOOK, RunError};
use super::takeover;
use crate::areas;
use crate::dispatcher::on;
use crate::session_end::SessionEnd;

/// Maximum rows of a search without a city or a limit of its own.
const MOST_WIDE: u32 = 100;

/// Refusal of a search without a city, for sources that require one.
const NEEDS_CITY: &str = "This source can only be searched city by city.";

/// Takes the search from where the job is to its end.
pub(super) async fn search(
    run: &JobRun<'_>,
    owner: &UserId,
    search: &Search,
) -> Result<(), RunError> {
    takeover::from_earlier_run(run, owner).await?;
    let job = &run.job().await?;
    if !job.status().is_runnable() {
        return Err(RunError::ended(job.status()));
    }
    let answering = match Answering::of(run, owner, job, search) {
        Ok(answering) => answering,
        Err(reason) => return run.end(owner, SessionEnd::Failed(reason)).await,
    };
    let source = start(run, &answering).await?;
    let mut delivery = Delivery::resume(run, owner, search, job).await?;
    let outcome = if search.is_wide() {
        through_all(run, search, &answering, &mut delivery).await?
    } else {
        let first = job.next_city();
        through_cities(run, search, first, &answering, &mut delivery).await?
    };
    let left_out = delivery.left_out();
    let end = match outcome {
        Ok(reason) => SessionEnd::Completed {
            reason,
            may_enrich: run.ports.facts.may_enrich(&source),
            left_out,
            found: None,
        },
        Err(reason) => SessionEnd::Failed(reason),
    };
    run.end(owner, end).await?;
    if left_out > 0 {
        run.forget_left_out().await;
    }
    Ok(())
}

/// Why a search has completed, or why it cannot continue, in words for the user.
pub(super) type Outcome = Result<CompletionReason, String>;

/// Takes what the sources give.
pub(super) trait Takes {
    /// Takes one business of a part of the search. Returns why the job ends here, if it does.
    async fn take(
        &mut self,
        place: Place,
        part: Option<&str>,
    ) -> Result<Option<CompletionReason>, RunError>;

    /// The source has no more for a part. Fails if the job must make room for another user's.
    async fn finish_city(&mut self, city: u32, found: u32) -> Result<(), RunError>;

    /// Delivers what it has taken so far.
    async fn flush(&mut self) -> Result<(), RunError>;
}

impl Takes for Delivery<'_> {
    async fn take(
        &mut self,
        place: Place,
        _part: Option<&str>,
    ) -> Result<Option<CompletionReason>, RunError> {
        self.take(&place).await
    }

    async fn finish_city(&mut self, city: u32, found: u32) -> Result<(), RunError> {
        self.finish_city(city, found).await
    }

    async fn flush(&mut self) -> Result<(), RunError> {
        self.flush().await
    }
}

/// A source, with those of its data sets that answer; all if none are named.
type Source<'s> = (Arc<dyn PlaceSource>, Option<&'s [String]>);

/// Which sources answer for which cities, as decided when the job was queued: a job that has started stays with its
/// sources.
pub(super) enum Answering<'s> {
    /// One source for all: for jobs queued without a decision per city.
    One(Arc<dyn PlaceSource>),
    /// Each source with its cities.
    Parts(Vec<(Source<'s>, &'s [u32])>),
}

impl<'s> Answering<'s> {
    /// Or why it cannot continue, in words for the user.
    pub(super) fn of(
        run: &JobRun<'_>,
        owner: &UserId,
        job: &ScrapeJob,
        search: &'s Search,
    ) -> Result<Self, String> {
        let by_name = |name: &str| {
            let Some(source) = run.ports.sources.by_name(name) else {
                return Err(format!("There is no maps service called '{name}'."));
            };
            let admitted = source.admitted_by(run.ports.live.of(owner));
            Ok(admitted.unwrap_or(source))
        };
        let Some(answering) = &search.answering else {
            let named = job.source().or(search.source.as_deref());
            return Ok(Self::One(by_name(named.unwrap_or(CATALOGUE))?));
        };
        let parts = answering.parts.iter().map(|part| {
            let datasets = (!part.datasets.is_empty()).then_some(part.datasets.as_slice());
            Ok(((by_name(&part.service)?, datasets), part.cities.as_slice()))
        });
        Ok(Self::Parts(parts.collect::<Result<_, String>>()?))
    }

    fn of_city(&self, city: u32) -> Option<Source<'s>> {
        match self {
            Self::One(source) => Some((Arc::clone(source), None)),
            Self::Parts(parts) => parts
                .iter()
                .find(|(_, cities)| cities.contains(&city))
                .map(|(source, _)| source.clone()),
        }
    }

    /// The source for a search without a city.
    fn of_all(&self) -> Option<Source<'s>> {
        match self {
            Self::One(source) => Some((Arc::clone(source), None)),
            Self::Parts(parts) => parts.first().map(|(source, _)| source.clone()),
        }
    }

    /// The name of the source that the job is said to run on, and whether any source makes up its businesses.
    fn main(&self) -> Option<(String, bool)> {
        let sources: Vec<_> = match self {
            Self::One(source) => vec![source.descriptor()],
            Self::Parts(parts) => parts.iter().map(|((one, _), _)| one.descriptor()).collect(),
        };
        let is_sample = sources.iter().any(|source| source.is_sample);
        sources
            .into_iter()
            .next()
            .map(|first| (first.name, is_sample))
    }
}

/// Returns the name of the source that the job is said to run on.
pub(super) async fn start(run: &JobRun<'_>, answering: &Answering<'_>) -> Result<String, RunError> {
    let (source, sample) = answering.main().unwrap_or_default();
    let start = ScrapeJobCommand::Start {
        source: source.clone(),
        sample,
    };
    let parts = [on::<ScrapeJob>(run.session.to_string(), vec![start])];
    run.carry_out(&parts).await?;
    Ok(source)
}

/// The best matches of a whole state, or of everything.
async fn through_all(
    run: &JobRun<'_>,
    search: &Search,
    answering: &Answering<'_>,
    delivery: &mut Delivery<'_>,
) -> Result<Outcome, RunError> {
    // One more than wanted shows whether there are more.
    let one_more = |most: u32| most.saturating_add(1);
    let most = search.max_results.map_or(MOST_WIDE, one_more);
    let state = search.state.map(|state| state.as_str());
    let query = match WideQuery::new(&search.term, state, most as usize) {
        Ok(query) => query,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let found = answering.of_all().and_then(|(source, datasets)| {
        source.best(match datasets {
            Some(datasets) => query.within(datasets),
            None => query,
        })
    });
    let Some(found) = found else {
        return Ok(Err(NEEDS_CITY.to_owned()));
    };
    match through_city(run, found, (None, None), delivery).await? {
        ControlFlow::Continue(_) => delivery.flush().await?,
        ControlFlow::Break(outcome) => return Ok(outcome),
    }
    Ok(Ok(CompletionReason::AllFound))
}

/// Part by part, from number `first` on.
pub(super) async fn through_cities(
    run: &JobRun<'_>,
    search: &Search,
    first: u32,
    answering: &Answering<'_>,
    takes: &mut impl Takes,
) -> Result<Outcome, RunError> {
    let regions = match regions(run, search).await {
        Ok(regions) => regions,
        Err(reason) => return Ok(Err(reason)),
    };
    let cities = (0_u32..).zip(search.parts());
    for (city, name) in cities.skip(first as usize) {
        // No source covers it.
        let Some((source, datasets)) = answering.of_city(city) else {
            continue;
        };
        let region = regions.get(city as usize);
        let query = match areas::query_of(search, name, region) {
            Ok(query) => query,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let query = match datasets {
            Some(datasets) => query.within(datasets),
            None => query,
        };
        let spot = (region, Some(name));
        match through_city(run, source.search(query), spot, takes).await? {
            ControlFlow::Continue(found) => takes.finish_city(city, found).await?,
            ControlFlow::Break(outcome) => return Ok(outcome),
        }
    }
    Ok(Ok(CompletionReason::AllFound))
}

/// The regions of a search's area; none if it names cities. Or why it cannot continue, in words for the user.
async fn regions(run: &JobRun<'_>, search: &Search) -> Result<Vec<Region>, String> {
    let Some(area) = &search.area else {
        return Ok(Vec::new());
    };
    match run.ports.facts.county_ground().await {
        Ok(ground) => areas::regions(area, &ground),
        Err(error) => {
            tracing::error!(%error, "a search found no counties");
            Err("The shapes of counties cannot be read.".to_owned())
        }
    }
}

/// Returns how many businesses the source gave, or how the job ends with this city or region.
async fn through_city(
    run: &JobRun<'_>,
    mut places: PlaceStream,
    (region, part): (Option<&Region>, Option<&str>),
    takes: &mut impl Takes,
) -> Result<ControlFlow<Outcome, u32>, RunError> {
    let mut found = 0;
    let mut look = tokio::time::interval(LOOK);
    loop {
        let next = tokio::select! {
            biased;
            _ = look.tick() => {
                still_searching(run).await?;
                // However long the check took, the search runs on before the next one.
                look.reset();
                continue;
            }
            next = places.next() => next,
        };
        match next {
            None => return Ok(ControlFlow::Continue(found)),
            Some(Err(error)) => {
                takes.flush().await?;
                return Ok(ControlFlow::Break(Err(error.to_string())));
            }
            Some(Ok(place)) => {
                let place = run.ports.facts.judged(place).await;
                // Whatever the source: nothing without a position in the area, and no doubtful one.
                let is_inside = |region: &Region| {
                    let at = place.believed_coordinates();
                    at.is_some_and(|at| region.contains(at))
                };
                if region.is_some_and(|region| !is_inside(region)) {
                    continue;
                }
                found += 1;
                if let Some(reason) = takes.take(place, part).await? {
                    return Ok(ControlFlow::Break(Ok(reason)));
                }
            }
        }
    }
}

/// Fails if the job has ended or the process is stopping.
async fn still_searching(run: &JobRun<'_>) -> Result<(), RunError> {
    let status = run.job_meanwhile().await?.status();
    if !status.is_runnable() {
        return Err(RunError::ended(status));
    }
    Ok(())
}
