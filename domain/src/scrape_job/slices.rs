//! What a job delivers, slice by slice: in order, without gaps, and no more than was asked for.

use super::aggregate::ScrapeJob;
use super::error::ScrapeJobRefusal;
use super::events::{ChangesDelivered, CityScraped, RowsDelivered, ScrapeJobEvent, WebsitesRead};
use super::search::Search;

impl ScrapeJob {
    pub(super) fn deliver(
        &self,
        first_row: u32,
        rows: u32,
    ) -> Result<Option<ScrapeJobEvent>, ScrapeJobRefusal> {
        if self.reading().is_some() || self.run().is_some() {
            return Err(ScrapeJobRefusal::OtherKind);
        }
        self.in_order(first_row)?;
        if rows > self.room() {
            return Err(ScrapeJobRefusal::BeyondMaxResults(
                self.delivered + self.room(),
            ));
        }
        Ok((rows > 0).then(|| RowsDelivered { first_row, rows }.into()))
    }

    const fn in_order(&self, first_row: u32) -> Result<(), ScrapeJobRefusal> {
        if first_row == self.delivered {
            return Ok(());
        }
        Err(ScrapeJobRefusal::RowOutOfOrder {
            expected: self.delivered,
            given: first_row,
        })
    }

    pub(super) fn read_websites(
        &self,
        first_row: u32,
        rows: u32,
        with_news: u32,
    ) -> Result<Option<ScrapeJobEvent>, ScrapeJobRefusal> {
        let reading = self.reading().ok_or(ScrapeJobRefusal::OtherKind)?;
        self.in_order(first_row)?;
        let room = reading.websites.saturating_sub(self.delivered);
        if rows > room || with_news > rows {
            return Err(ScrapeJobRefusal::BeyondMaxResults(reading.websites));
        }
        let most = reading.credits_at_most();
        if self.with_news.saturating_add(with_news) > most {
            return Err(ScrapeJobRefusal::BeyondMaxCredits(most));
        }
        let read = WebsitesRead {
            first_row,
            rows,
            with_news,
        };
        Ok((rows > 0).then(|| read.into()))
    }

    pub(super) fn deliver_changes(
        &self,
        slice: ChangesDelivered,
    ) -> Result<Option<ScrapeJobEvent>, ScrapeJobRefusal> {
        let run = self.run().ok_or(ScrapeJobRefusal::OtherKind)?;
        self.in_order(slice.first_row)?;
        if slice.new > slice.rows || slice.paid > slice.rows {
            return Err(ScrapeJobRefusal::BeyondMaxResults(slice.rows));
        }
        if self.run.paid.saturating_add(slice.paid) > run.most_credits {
            return Err(ScrapeJobRefusal::BeyondMaxCredits(run.most_credits));
        }
        Ok((slice.rows > 0).then(|| slice.into()))
    }

    pub(super) fn finish_city(
        &self,
        search: &Search,
        city: u32,
        found: u32,
        delivered: u32,
    ) -> Result<Option<ScrapeJobEvent>, ScrapeJobRefusal> {
        let parts = search.parts();
        let name = usize::try_from(city)
            .ok()
            .and_then(|index| parts.get(index))
            .filter(|_| city == self.next_city())
            .ok_or(ScrapeJobRefusal::CityOutOfOrder {
                expected: self.next_city(),
                given: city,
            })?;
        Ok(Some(
            CityScraped {
                city: (*name).to_owned(),
                found,
                delivered,
            }
            .into(),
        ))
    }
}
