//! Job events → one row per job.

use std::borrow::Cow;

use domain::registry::AggregateType;
use domain::scrape_job::{EnrichmentStatus, JobQueued, JobStatus, Reading, SearchArea};
use jiff::Timestamp;
use store::subscriptions::ProjectError;

use super::row::JobRow;
use super::stage::{JobChange, JobStage};
use crate::event::Event;
use crate::fold::Fold;

pub(crate) struct JobsView;

impl Fold for JobsView {
    const CONCERNS: &'static [&'static str] = &[AggregateType::ScrapeJob.name()];
    type Row = JobRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(Some(Cow::Borrowed(&event.aggregate_id)))
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        let (change, at) = (JobChange::from(event.job()?), event.at()?);
        if let JobChange::Queued(queued) = change {
            *row = Some(JobRow::queued(event.aggregate_id.clone(), queued, at));
            return Ok(());
        }
        let row = row
            .as_mut()
            .ok_or_else(|| ProjectError::at(event, "the job was never queued"))?;
        row.updated_at = at;
        row.take(change);
        if row.status.is_end() {
            row.ended_cursor = Some(event.cursor);
            row.ended_at.get_or_insert(at);
        }
        Ok(())
    }
}

/// The column of an area.
fn area_text(area: &SearchArea) -> String {
    serde_json::to_string(area).expect("an area is strings and numbers: always JSON")
}

/// The column of a reading.
fn reading_text(reading: &Reading) -> String {
    serde_json::to_string(reading).expect("a reading is strings and numbers: always JSON")
}

impl JobRow {
    fn queued(job_id: String, queued: &JobQueued, at: Timestamp) -> Self {
        let search = &queued.search;
        Self {
            job_id,
            user_id: queued.user.to_string(),
            status: JobStatus::Queued,
            term: search.term.clone(),
            state: search.state_code().to_owned(),
            cities: search.parts().into_iter().map(str::to_owned).collect(),
            area: search.area.as_deref().map(area_text),
            cities_done: 0,
            max_results: search.max_results,
            source: search.source.clone(),
            sample: false,
            delivered: 0,
            end_reason: None,
            queued_at: at,
            updated_at: at,
            ended_cursor: None,
            enrichment: EnrichmentStatus::NotRequested,
            enriched: 0,
            enrichment_reason: None,
            skipped: search.skipped(),
            unknown: search.unknown(),
            city_rows: Vec::new(),
            ended_at: None,
            enrich: queued.enrich,
            reading: search.reading.as_deref().map(reading_text),
            with_news: search.reading.as_ref().map(|_| 0),
            monitor: search.run.as_ref().map(|run| run.monitor.to_string()),
            left_out: None,
        }
    }

    fn take(&mut self, change: JobChange<'_>) {
        match change {
            JobChange::Queued(_) => {}
            JobChange::Started(started) => {
                self.is_at(&JobStage::Processing);
                self.source = Some(started.source.clone());
                self.sample = started.sample;
            }
            JobChange::Completed(completed) => {
                self.is_at(&JobStage::Completed(completed.reason));
                self.left_out = Some(completed.left_out);
            }
            JobChange::Stage(stage) => self.is_at(&stage),
            JobChange::Rows(rows) => {
                self.delivered += rows;
                *self.city_rows_mut() += rows;
            }
            JobChange::WebsitesRead(slice) => {
                self.delivered += slice.rows;
                self.with_news = Some(self.with_news.unwrap_or_default() + slice.with_news);
            }
            JobChange::Changes(slice) => self.delivered += slice.rows,
            JobChange::CityDone => {
                self.city_rows_mut();
                self.cities_done += 1;
            }
            JobChange::Enrichment(stage) => {
                self.enrichment = stage.status();
                self.enrichment_reason = stage.reason();
            }
            JobChange::RowsEnriched(slice) => self.enriched += slice.rows,
        }
    }

    /// The number of rows of the current city.
    fn city_rows_mut(&mut self) -> &mut u32 {
        let city = self.cities_done as usize;
        let rows = &mut self.city_rows;
        if rows.len() <= city {
            rows.resize(city + 1, 0);
        }
        &mut rows[city]
    }

    fn is_at(&mut self, stage: &JobStage) {
        self.status = stage.status();
        self.end_reason = stage.reason();
    }
}
