//! The progress of a job and the enrichment of its rows, in percent and in words.

use std::fmt::Write as _;

use domain::scrape_job::{CompletionReason, EnrichmentReason};
use projections::jobs::{EnrichmentStage, Job, JobStage};
use serde::Serialize;
use utoipa::ToSchema;

use super::answer_words::names;
use super::numbers::grouped;
use super::reading_words;
use crate::wire::EnrichmentStatus;

/// Percent done: by cities, or by rows if the search has a limit. At least 1 once there are rows, 100 only at the end.
pub(crate) fn progress(job: &Job) -> u8 {
    match job.stage {
        JobStage::Completed(_) => return 100,
        JobStage::Queued => return 0,
        JobStage::Processing | JobStage::Failed(_) | JobStage::Cancelled(_) => {}
    }
    if let Some(reading) = &job.reading {
        let percent = u64::from(job.delivered) * 100 / u64::from(reading.websites.max(1));
        return u8::try_from(percent.min(99)).unwrap_or(99);
    }
    let share = |done: u64, all: u64| (done * 100).checked_div(all).unwrap_or(0);
    let by_cities = share(job.cities_done.into(), job.searched().len() as u64);
    let by_rows = job
        .max_results
        .map_or(0, |max| share(job.delivered.into(), max.into()));
    let begun = u64::from(job.delivered > 0);
    u8::try_from(by_cities.max(by_rows).max(begun).min(99)).unwrap_or(99)
}

/// A job's progress in words.
pub(crate) fn message(job: &Job) -> String {
    if let Some(reading) = &job.reading {
        return reading_words::message(job, reading);
    }
    let rows = results(job.delivered);
    match &job.stage {
        JobStage::Queued => "Waiting for a worker".to_owned(),
        JobStage::Processing if job.cities.is_empty() => format!("Searching: {rows} so far"),
        JobStage::Processing => {
            let searched = job.searched();
            match searched.get(job.cities_done as usize) {
                Some(city) if searched.len() == 1 => format!("Searching {city}: {rows} so far"),
                Some(city) => format!(
                    "Searching {city} ({} of {} {}): {rows} so far",
                    job.cities_done + 1,
                    searched.len(),
                    if job.area.is_some() {
                        "counties"
                    } else {
                        "cities"
                    }
                ),
                None => format!("Finishing: {rows}"),
            }
        }
        JobStage::Completed(CompletionReason::AllFound) => {
            format!("Completed with {rows}{}", about_cities(job))
        }
        JobStage::Completed(CompletionReason::MaxResults) => {
            format!("Completed with {rows}, as many as were asked for")
        }
        JobStage::Completed(CompletionReason::CreditsUsedUp) => {
            format!("Completed with {rows}: your credits are used up, so there may be more to find")
        }
        JobStage::Failed(reason) if job.delivered > 0 => {
            format!("{reason} You keep the {rows} found so far.")
        }
        JobStage::Failed(reason) => reason.clone(),
        JobStage::Cancelled(_) => format!("Job was cancelled with {rows}"),
    }
}

/// Names the cities that were skipped or are unknown; empty if there are none.
fn about_cities(job: &Job) -> String {
    let mut text = String::new();
    if !job.skipped.is_empty() {
        let _ = write!(
            text,
            ". Not covered, and not charged: {}",
            names(&job.skipped)
        );
    }
    if !job.unknown.is_empty() {
        let (unknown, state) = (names(&job.unknown), &job.state);
        let _ = write!(
            text,
            ". Not known in {state}, check the spelling: {unknown}"
        );
    }
    text
}

/// The enrichment of a job's rows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EnrichmentBody {
    status: EnrichmentStatus,
    /// Percent of the rows done, 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    progress: u8,
    /// Rows enriched so far, the first ones.
    enriched: u32,
    /// The progress in words.
    #[schema(example = "Enriching: 400 of 1000 results")]
    message: String,
}

impl EnrichmentBody {
    /// Is it running or about to?
    pub(crate) fn is_under_way(&self) -> bool {
        self.status == EnrichmentStatus::Processing
    }

    pub(crate) fn new(job: &Job) -> Self {
        let enrichment = &job.enrichment;
        let (done, all) = (enrichment.enriched, job.delivered);
        let percent = (u64::from(done) * 100).checked_div(u64::from(all));
        let of_all = || format!("{} of {}", grouped(done), results(all));
        let message = match &enrichment.stage {
            EnrichmentStage::NotRequested => "Not enriched".to_owned(),
            EnrichmentStage::Processing => format!("Enriching: {}", of_all()),
            EnrichmentStage::Completed(EnrichmentReason::AllEnriched) => {
                format!("Enriched {}", results(done))
            }
            EnrichmentStage::Completed(EnrichmentReason::CreditsUsedUp) => {
                format!("Enriched {}: your credits are used up", of_all())
            }
            EnrichmentStage::Failed(reason) => reason.clone(),
            EnrichmentStage::Cancelled(_) => {
                let are = if all == 1 { "is" } else { "are" };
                format!("Enrichment was cancelled: {} {are} enriched", of_all())
            }
        };
        Self {
            status: enrichment.stage.status().into(),
            progress: u8::try_from(percent.unwrap_or_default()).unwrap_or(100),
            enriched: done,
            message,
        }
    }
}

pub(super) fn results(number: u32) -> String {
    counted(number, "result", "results")
}

/// `1 business`, `8,793 businesses`.
pub(crate) fn counted(number: u32, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{} {many}", grouped(number)),
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::SessionKey;
    use jiff::Timestamp;
    use projections::jobs::EnrichmentProgress;

    use super::*;

    fn job(cities_done: u32, delivered: u32, max_results: Option<u32>) -> Job {
        Job {
            job_id: SessionKey::default(),
            user: "ada".to_owned(),
            stage: JobStage::Processing,
            term: "florist".to_owned(),
            state: "OR".to_owned(),
            area: None,
            cities: ["Bend", "Salem", "Burns", "Sisters"]
                .map(str::to_owned)
                .into(),
            skipped: Vec::new(),
            unknown: Vec::new(),
            cities_done,
            max_results,
            source: None,
            sample: false,
            delivered,
            city_rows: Vec::new(),
            queued_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
            ended_at: None,
            ended_cursor: None,
            enrich: false,
            enrichment: EnrichmentProgress {
                stage: EnrichmentStage::NotRequested,
                enriched: 0,
            },
            reading: None,
            with_news: 0,
            monitor: None,
            left_out: 0,
        }
    }

    #[test]
    // JOB-04
    fn job_04_progress_is_told_by_cities_or_rows_and_is_never_0_beside_rows() {
        for (cities_done, delivered, max, percent) in [
            (0, 0, None, 0),
            (0, 20, None, 1),
            (1, 20, None, 25),
            (4, 20, None, 99),
            (0, 20, Some(40), 50),
            (3, 20, Some(40), 75),
        ] {
            let progress = progress(&job(cities_done, delivered, max));
            assert_eq!(progress, percent, "{cities_done} cities, {delivered} rows");
        }
    }

    #[test]
    fn job_05_texts_tell_one_from_many_and_group_thousands() {
        let mut job = job(1, 8_793, None);
        let several = "Searching Salem (2 of 4 cities): 8,793 results so far";
        assert_eq!(message(&job), several);
        job.cities = vec!["Bend".to_owned()];
        job.cities_done = 0;
        assert_eq!(message(&job), "Searching Bend: 8,793 results so far");
        job.delivered = 1;
        job.stage = JobStage::Completed(CompletionReason::AllFound);
        assert_eq!(message(&job), "Completed with 1 result");
        job.delivered = 1_002_003;
        assert_eq!(message(&job), "Completed with 1,002,003 results");
        job.enrichment.stage = EnrichmentStage::Processing;
        job.enrichment.enriched = 4_000;
        let words = |job: &Job| EnrichmentBody::new(job).message;
        assert_eq!(words(&job), "Enriching: 4,000 of 1,002,003 results");
        (job.delivered, job.enrichment.enriched) = (1, 0);
        assert_eq!(words(&job), "Enriching: 0 of 1 result");
    }
}
