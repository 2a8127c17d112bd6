//! What is said about the answers to a search: how many rows, and why nothing covers it.

use std::time::Duration;

use domain::scrape_job::Search;
use places::{AnsweringSource, Answers, Live, Sources, UsState};

use super::asked::Asked;

/// Time for counting the rows of a search that is started.
const COUNTING: Duration = Duration::from_millis(400);

/// Cities named in a sentence.
const MOST_NAMED: usize = 5;

/// Why a search cannot start, and what to do.
pub(crate) fn refusal(search: &Search, answers: &Answers) -> String {
    let state = search.first_state_code();
    let place = match (&search.area, search.cities.as_slice()) {
        (Some(area), _) => format!(" in {}", area.label()),
        (None, []) => UsState::from_code(state)
            .map(|state| format!(" in {}", state.name()))
            .unwrap_or_default(),
        (None, [city]) => format!(" in {city}, {state}"),
        (None, cities) => format!(" in {}, {state}", names(cities)),
    };
    let nothing = format!("covers '{}'{place}", search.term);
    let chosen = search.source.as_deref();
    let picky = chosen
        .and_then(Sources::described)
        .filter(|source| source.known_cities_only);
    if let (Live::There, Some(source)) = (answers.live, picky) {
        return format!(
            "{} is only asked for known cities, and none of these is known: {}. Nothing was started or \
             charged. Check the spelling, or choose another source.",
            source.label,
            names(&search.cities)
        );
    }
    match (answers.live, chosen) {
        (Live::Away, Some(_)) => {
            "OpenStreetMap is not responding right now. Nothing was started or \
             charged. Try again in a minute, or choose another source."
                .to_owned()
        }
        (Live::Away, None) => format!(
            "Nothing loaded here {nothing}, and OpenStreetMap is not responding right now. \
             Nothing was started or charged. Try again in a minute. {}",
            advice(state)
        ),
        (Live::Off | Live::There, _) => format!(
            "Nothing loaded here {nothing}. Nothing was started or charged. {}",
            advice(state)
        ),
    }
}

/// How to add data for a state.
fn advice(code: &str) -> String {
    match UsState::from_code(code) {
        Some(state) => {
            let name = state.name();
            format!("To add businesses in {name}, run: {}", fetch_command(code))
        }
        None => format!(
            "To add the businesses of a state, run: {}",
            fetch_command("OR")
        ),
    }
}

/// The command that adds the businesses of a state.
pub(crate) fn fetch_command(state: &str) -> String {
    format!("demandatlas places fetch overture --state {state}")
}

/// The first few of a list.
pub(crate) fn names(cities: &[String]) -> String {
    let named = cities.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>();
    match cities.len().saturating_sub(MOST_NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// How many rows a search will find at most, if its sources can tell at once.
pub(crate) async fn rows_at_most(answers: &Answers, asked: &Asked) -> Option<u64> {
    let counted = counted(answers, asked, COUNTING).await?;
    counted.all.then(|| bounded(&asked.search, counted.rows))
}

/// A number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counted {
    pub rows: u64,
    /// Is the count complete?
    pub all: bool,
}

/// Counts the rows city by city until the time is up; `None` if a source cannot tell, or nothing was found by then.
pub(crate) async fn counted(answers: &Answers, asked: &Asked, time: Duration) -> Option<Counted> {
    let end = tokio::time::Instant::now() + time;
    let mut rows = 0;
    for part in &answers.parts {
        for city in &part.cities {
            // If a source fails, the job will say so.
            match tokio::time::timeout_at(end, count(asked, part, *city)).await {
                Ok(found) => rows += found?,
                Err(_) => return (rows > 0).then_some(Counted { rows, all: false }),
            }
        }
    }
    Some(Counted { rows, all: true })
}

/// How many rows a source has for a city; `None` if it cannot tell.
async fn count(asked: &Asked, part: &AnsweringSource, city: u32) -> Option<u64> {
    let mut query = asked.query(city)?;
    if !part.datasets.is_empty() {
        let names: Vec<String> = part.datasets.iter().map(|set| set.name.clone()).collect();
        query = query.within(&names);
    }
    part.source.count(query).await.ok()?
}

/// At most as many as the search asks for.
pub(crate) fn bounded(search: &Search, rows: u64) -> u64 {
    search
        .max_results
        .map_or(rows, |most| rows.min(u64::from(most)))
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures::future::BoxFuture;
    use futures::{FutureExt, StreamExt};
    use places::{
        PlaceQuery, PlaceSource, PlaceStream, SourceDescriptor, SourceError, SourceStatus,
    };

    use super::*;

    /// Has three rows in each city, and gets stuck after that many cities.
    struct Stuck(AtomicU32);

    impl PlaceSource for Stuck {
        fn descriptor(&self) -> SourceDescriptor {
            SourceDescriptor {
                name: "catalogue".to_owned(),
                label: "Stuck".to_owned(),
                licence: None,
                attribution: None,
                is_sample: false,
                storable: true,
                combinable: true,
                known_cities_only: false,
            }
        }

        fn search(&self, _: PlaceQuery) -> PlaceStream {
            futures::stream::empty().boxed()
        }

        fn count<'s, 'f>(&'s self, _: PlaceQuery) -> BoxFuture<'f, Result<Option<u64>, SourceError>>
        where
            's: 'f,
            Self: 'f,
        {
            match self.0.fetch_sub(1, Ordering::Relaxed) {
                0 => pending().boxed(),
                _ => async { Ok(Some(3)) }.boxed(),
            }
        }

        fn status<'s, 'f>(&'s self) -> BoxFuture<'f, Result<SourceStatus, SourceError>>
        where
            's: 'f,
            Self: 'f,
        {
            pending().boxed()
        }
    }

    /// In 300 cities of Georgia.
    async fn counted_where(stuck_after: u32, time: Duration) -> Option<Counted> {
        let cities: Vec<String> = (0..300).map(|city| format!("City {city}")).collect();
        let search = Search::new("business", "GA", &cities, None, None).unwrap();
        let part = AnsweringSource {
            source: Arc::new(Stuck(AtomicU32::new(stuck_after))),
            datasets: Vec::new(),
            cities: (0..300).collect(),
        };
        let answers = Answers {
            parts: vec![part],
            uncovered: Vec::new(),
            unknown: Vec::new(),
            live: Live::Off,
        };
        let asked = Asked {
            search,
            regions: Vec::new(),
        };
        counted(&answers, &asked, time).await
    }

    #[tokio::test]
    // JOB-16
    async fn job_16_all_cities_are_counted_or_it_is_said_that_there_are_more() {
        let (long, short) = (Duration::from_secs(600), Duration::from_millis(20));
        let all = Counted {
            rows: 900,
            all: true,
        };
        assert_eq!(counted_where(300, long).await, Some(all));
        let some = Counted {
            rows: 180,
            all: false,
        };
        assert_eq!(counted_where(60, short).await, Some(some));
        assert_eq!(counted_where(0, short).await, None, "nothing was found");
    }
}
