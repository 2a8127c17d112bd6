//! Single OpenStreetMap objects as places, for the live source; read like an imported file.

use us::UsState;

use super::tags::{OsmTags, fill, page};
use crate::import::listing::cells::{Cells, Values};
use crate::import::listing::fields::Field;
use crate::import::listing::location::one_line;
use crate::import::listing::row::{Row, RowReader};
use crate::outline::Corner;
use crate::{Place, Provenance};

/// Turns objects into places.
pub(crate) struct OsmElements {
    reader: RowReader,
    values: Values,
}

impl OsmElements {
    pub(crate) fn new(provenance: Provenance) -> Self {
        Self {
            reader: RowReader::new(usize::MAX, None, provenance),
            values: Values::new(),
        }
    }

    /// The place; `None` if the object is not a business open to the public.
    pub(crate) fn place(
        &mut self,
        kind: &str,
        id: i64,
        tags: &OsmTags,
        at: Option<(f64, f64)>,
        outline: Vec<Corner>,
    ) -> Option<Place> {
        let values = &mut self.values;
        values.clear();
        fill(tags, values);
        values.set(Field::Id, &format!("{kind}/{id}"));
        values.set(Field::ListingUrl, &page(kind, id));
        values.outline = outline;
        if let Some((latitude, longitude)) = at {
            values.set(Field::Latitude, &latitude.to_string());
            values.set(Field::Longitude, &longitude.to_string());
        }
        match self.reader.read(&Cells::Values(values)) {
            Row::Offered(row) => Some(row.place),
            Row::NotOffered(_) | Row::Rejected(_) => None,
        }
    }

    /// Sets the city of a place without one.
    pub(crate) fn place_in(&self, place: &mut Place, city: &str, state: UsState) {
        place.city = Some(city.to_owned());
        place.state = Some(state.code().to_owned());
        place.address = one_line(
            place.street_address.as_deref(),
            place.city.as_deref(),
            Some(state),
            place.zip.as_deref(),
        );
    }
}
