//! A row's facts: a pure function of the row, the reference and the nearby businesses.

mod areas;
mod competitors;
mod establishments;
mod hazards;
mod industry;
pub(crate) mod naics;
mod subject;
mod surroundings;

pub(crate) use areas::bare;
pub use competitors::{Business, CompetitorIndex, ListSource, Near};
pub(crate) use hazards::behind as hazards_behind;
pub use subject::Subject;
pub use surroundings::NEARBY_MI;

use crate::geo::Position;
use crate::reference::{Areas, Reference};
use crate::row::Enriched;

impl Reference {
    /// Enriches a row. Fields without data are absent.
    #[must_use]
    pub fn enrich(&self, subject: &Subject<'_>, around: Option<&CompetitorIndex>) -> Enriched<'_> {
        let mut row = Enriched::default();
        let at = subject
            .coordinates
            .and_then(|(lat, lon)| Position::from_degrees(lat, lon));
        let areas = self.areas_of(subject, at);
        self.put_areas(&mut row, &areas);
        self.put_measures(&mut row, &areas);
        self.put_area_sums(&mut row, &areas);
        self.put_flood(&mut row, &areas);
        hazards::put(&mut row);
        if let Some(at) = at {
            self.put_surroundings(&mut row, at, &areas);
        }
        self.put_parks_of_state(&mut row, &areas);
        if let (Some(at), Some(county), Some(around)) = (at, areas.county(), around) {
            competitors::put(&mut row, subject, at, around);
            self.put_index_here(&mut row, subject, (at, county), around);
        }
        self.put_industry(&mut row, subject, &areas);
        crate::scores::put(self, &mut row);
        row.sort();
        row
    }

    /// The areas of the coordinates. Without coordinates, those of the county code in the row, or of its ZIP
    /// code. Coordinates abroad have no areas, whatever else the row says.
    fn areas_of(&self, subject: &Subject<'_>, at: Option<Position>) -> Areas<'_> {
        if let Some(at) = at {
            return self.locate(at);
        }
        let given = subject.county_fips.map(|code| self.locate_county(code));
        given
            .filter(|areas| areas.county().is_some())
            .or_else(|| subject.zip.map(|zip| self.locate_zip(zip)))
            .unwrap_or_default()
    }
}
