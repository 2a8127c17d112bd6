//! One row of a file: a place, or the reason why it is none.
//!
//! What is decided here: coordinates that cannot be in the USA are left out, and the row is kept
//! where it names its city and state; a row without a city or a state is kept where it has
//! coordinates, since those can place it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use csv::ByteRecord;

use super::columns::{ColumnMapping, FIELD_COUNT, Field, squeeze};
use super::report::{NotOffered, Rejected};
use super::values;
use crate::states::UsState;
use crate::text::words;
use crate::{KeyParts, Place, Provenance, company_key};

/// The longest name and city that are believed, in characters.
const LONGEST_NAME: usize = 300;

/// What a row turned out to be.
pub(super) enum Row {
    Offered(Box<OfferedRow>),
    NotOffered(NotOffered),
    Rejected(Rejected),
}

/// A usable row.
pub(super) struct OfferedRow {
    pub(super) place: Place,
    /// Whether the row has coordinates that cannot be right.
    pub(super) coordinates_dropped: bool,
    /// Whether some cell is not UTF-8.
    pub(super) re_encoded: bool,
}

/// Reads the rows of one file.
pub(super) struct RowReader {
    positions: [Option<usize>; FIELD_COUNT],
    columns: usize,
    category: Option<String>,
    /// What every row's provenance shares.
    provenance: Provenance,
}

impl RowReader {
    pub(super) fn new(
        mapping: &ColumnMapping,
        columns: usize,
        category: Option<String>,
        provenance: Provenance,
    ) -> Self {
        Self {
            positions: mapping.positions(),
            columns,
            category,
            provenance,
        }
    }

    /// Reads one row.
    pub(super) fn read(&self, record: &ByteRecord) -> Row {
        let extra = record.iter().skip(self.columns);
        if extra.clone().any(|cell| !cell.trim_ascii().is_empty()) {
            return Row::Rejected(Rejected::TooManyCells);
        }
        let cells = Cells {
            positions: &self.positions,
            record,
        };
        if let Some(reason) = not_offered(&cells) {
            return Row::NotOffered(reason);
        }
        match self.offered(&cells) {
            Ok(row) => Row::Offered(Box::new(row)),
            Err(reason) => Row::Rejected(reason),
        }
    }

    fn offered(&self, cells: &Cells<'_>) -> Result<OfferedRow, Rejected> {
        let name = cells.name()?;
        let location = Location::read(cells)?;
        let categories = self.categories(cells);
        let phone = cells
            .get(Field::Phone)
            .and_then(|text| values::phone(&text));
        let source_id = cells.get(Field::Id);
        let key = company_key(&KeyParts {
            name: &name,
            state: location.state,
            street_address: location.street_address.as_deref(),
            city: location.city.as_deref(),
            zip: location.zip.as_deref(),
            coordinates: location.coordinates,
            phone: phone.as_deref(),
            source_id: source_id
                .as_deref()
                .map(|id| (self.provenance.source.as_str(), id)),
        });
        let (latitude, longitude) = location.coordinates.unzip();
        let place = Place {
            key,
            name,
            address: location.address,
            street_address: location.street_address,
            city: location.city,
            state: location.state.map(|state| state.code().to_owned()),
            zip: location.zip,
            country: Some("US".to_owned()),
            phone,
            website: cells
                .get(Field::Website)
                .and_then(|text| values::website(&text)),
            main_category: categories.first().cloned(),
            categories,
            latitude,
            longitude,
            rating: cells
                .number(Field::Rating)
                .filter(|rating| (0.0..=5.0).contains(rating)),
            reviews: cells
                .get(Field::Reviews)
                .and_then(|text| values::count(&text)),
            price_range: cells.get(Field::PriceRange),
            emails: cells
                .get(Field::Email)
                .map(|text| values::emails(&text))
                .unwrap_or_default(),
            opening_hours: cells.get(Field::OpeningHours),
            social_links: social_links(cells),
            provenance: Provenance {
                source_id,
                confidence: cells
                    .number(Field::Confidence)
                    .filter(|confidence| (0.0..=1.0).contains(confidence)),
                ..self.provenance.clone()
            },
        };
        Ok(OfferedRow {
            place,
            coordinates_dropped: location.coordinates_dropped,
            re_encoded: cells.any_re_encoded(),
        })
    }

    /// The row's own category first, then the import's, then kinds and further categories.
    fn categories(&self, cells: &Cells<'_>) -> Vec<String> {
        let own = cells.get(Field::Category);
        let kind = cells.get(Field::Kind);
        let further = cells.get(Field::Categories);
        let further = further.iter().flat_map(|list| list.split([';', '|', ',']));
        let all = own
            .as_deref()
            .into_iter()
            .chain(self.category.as_deref())
            .chain(kind.as_deref());
        let mut categories: Vec<String> = Vec::new();
        for category in all
            .chain(further)
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            let is_known = |known: &String| squeeze(known) == squeeze(category);
            if !categories.iter().any(is_known) {
                categories.push(category.to_owned());
            }
        }
        categories
    }
}

fn not_offered(cells: &Cells<'_>) -> Option<NotOffered> {
    let closed = cells.get(Field::Closed).filter(|text| values::is_yes(text));
    closed.map(|_| NotOffered::Closed).or_else(|| {
        [Field::Status, Field::Kind, Field::Category]
            .into_iter()
            .find_map(|field| values::not_offered(&cells.get(field)?))
    })
}

fn social_links(cells: &Cells<'_>) -> BTreeMap<String, String> {
    [
        Field::Facebook,
        Field::Instagram,
        Field::Linkedin,
        Field::Twitter,
    ]
    .into_iter()
    .filter_map(|field| Some((field.name().to_owned(), cells.get(field)?)))
    .collect()
}

/// Where a row says that the business is.
struct Location {
    address: Option<String>,
    street_address: Option<String>,
    city: Option<String>,
    state: Option<UsState>,
    zip: Option<String>,
    coordinates: Option<(f64, f64)>,
    coordinates_dropped: bool,
}

impl Location {
    fn read(cells: &Cells<'_>) -> Result<Self, Rejected> {
        if cells
            .get(Field::Country)
            .is_some_and(|country| !values::is_usa(&country))
        {
            return Err(Rejected::NotUs);
        }
        let state = match cells.get(Field::State) {
            Some(text) => Some(UsState::parse(&text).ok_or(Rejected::UnknownState)?),
            None => None,
        };
        let given = cells
            .number(Field::Latitude)
            .zip(cells.number(Field::Longitude));
        let given = given.filter(|at| *at != (0.0, 0.0));
        let coordinates = given.and_then(|(lat, lon)| values::coordinates(lat, lon));
        let city = cells.get(Field::City);
        if city
            .as_ref()
            .is_some_and(|city| city.chars().count() > LONGEST_NAME)
        {
            return Err(Rejected::TooLong);
        }
        let city = city.filter(|city| !words(city).is_empty());
        if state.is_none() && coordinates.is_none() {
            return Err(Rejected::NoState);
        }
        if city.is_none() && coordinates.is_none() {
            return Err(Rejected::NoLocation);
        }
        let zip = cells.get(Field::Zip).and_then(|text| values::zip(&text));
        let (street_address, whole) = street(cells, city.as_deref());
        let address = cells.get(Field::Address).or(whole).or_else(|| {
            one_line(
                street_address.as_deref(),
                city.as_deref(),
                state,
                zip.as_deref(),
            )
        });
        Ok(Self {
            address,
            street_address,
            city,
            state,
            zip,
            coordinates,
            coordinates_dropped: given.is_some() && coordinates.is_none(),
        })
    }
}

/// The street, and the whole address where the street's column holds it (`1 Main St, Bend, OR`).
fn street(cells: &Cells<'_>, city: Option<&str>) -> (Option<String>, Option<String>) {
    let lines: Vec<String> = [
        Field::StreetAddress,
        Field::StreetAddress2,
        Field::StreetAddress3,
    ]
    .into_iter()
    .filter_map(|field| cells.get(field))
    .collect();
    if lines.is_empty() {
        return (None, None);
    }
    let line = lines.join(", ");
    let cut = city.and_then(|city| {
        let city_part = format!(", {}", city.to_ascii_lowercase());
        line.to_ascii_lowercase().find(&city_part)
    });
    match cut {
        Some(cut) if cut > 0 => (Some(line[..cut].to_owned()), Some(line)),
        _ => (Some(line), None),
    }
}

/// `1 Main St, Bend, OR 97701`, of the parts that are known.
fn one_line(
    street: Option<&str>,
    city: Option<&str>,
    state: Option<UsState>,
    zip: Option<&str>,
) -> Option<String> {
    let state_and_zip: Vec<&str> = state.map(UsState::code).into_iter().chain(zip).collect();
    let state_and_zip = state_and_zip.join(" ");
    let parts: Vec<&str> = [street, city, Some(state_and_zip.as_str())]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    (street.is_some() || city.is_some()).then(|| parts.join(", "))
}

/// The cells of one row, by field.
struct Cells<'a> {
    positions: &'a [Option<usize>; FIELD_COUNT],
    record: &'a ByteRecord,
}

impl Cells<'_> {
    fn raw(&self, field: Field) -> Option<Cow<'_, str>> {
        let cell = self.record.get(self.positions[field.position()]?)?;
        (!cell.is_empty()).then(|| values::decode(cell).0)
    }

    fn get(&self, field: Field) -> Option<String> {
        values::clean(&self.raw(field)?)
    }

    fn number(&self, field: Field) -> Option<f64> {
        let value = values::number(&self.get(field)?)?;
        // The usual marks of nothing, however many decimals they are written with.
        (value != -999.0 && value != -9999.0).then_some(value)
    }

    fn name(&self) -> Result<String, Rejected> {
        let raw = self.raw(Field::Name).ok_or(Rejected::NoName)?;
        if raw.chars().count() > LONGEST_NAME {
            return Err(Rejected::TooLong);
        }
        let name = values::clean(&raw).ok_or(Rejected::NoName)?;
        if words(&name).is_empty() {
            return Err(Rejected::NoName);
        }
        Ok(name)
    }

    fn any_re_encoded(&self) -> bool {
        let mut cells = self
            .positions
            .iter()
            .flatten()
            .filter_map(|index| self.record.get(*index));
        cells.any(|cell| values::decode(cell).1)
    }
}
