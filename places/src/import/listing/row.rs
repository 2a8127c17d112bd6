//! One row of a file: a place, or the reason why it is not one.
//!
//! [`Cells`] reads the cells, [`Location`] decides where the business is.

use std::collections::BTreeMap;

use super::cells::Cells;
use super::fields::Field;
use super::location::Location;
use super::outcome::{NotOffered, Rejected};
use super::owners::owners;
use crate::values::{self, squeeze};
use crate::{KeyParts, Place, Provenance, company_key};

/// The result of reading a row.
pub(crate) enum Row {
    Offered(Box<OfferedRow>),
    NotOffered(NotOffered),
    Rejected(Rejected),
}

/// A usable row.
pub(crate) struct OfferedRow {
    pub(crate) place: Place,
    /// Whether the row has impossible coordinates, which were dropped.
    pub(crate) coordinates_dropped: bool,
    /// Whether some cell is not UTF-8.
    pub(crate) re_encoded: bool,
}

/// Reads the rows of one file.
pub(crate) struct RowReader {
    /// The table's number of columns; rows of other formats cannot have too many.
    columns: usize,
    category: Option<String>,
    /// The provenance that all rows share.
    provenance: Provenance,
}

impl RowReader {
    pub(crate) fn new(columns: usize, category: Option<String>, provenance: Provenance) -> Self {
        Self {
            columns,
            category,
            provenance,
        }
    }

    pub(crate) fn read(&self, cells: &Cells<'_>) -> Row {
        if cells.overflows(self.columns) {
            return Row::Rejected(Rejected::TooManyCells);
        }
        if let Some(reason) = not_offered(cells) {
            return Row::NotOffered(reason);
        }
        match self.offered(cells, Location::read(cells)) {
            Ok(row) => Row::Offered(Box::new(row)),
            Err(reason) => Row::Rejected(reason),
        }
    }

    /// The business of a row, whatever its status is called: in a list of customers, `closed` may mean a deal. A street
    /// and a ZIP code say enough of where it is.
    pub(crate) fn business(&self, cells: &Cells<'_>) -> Result<Place, Rejected> {
        if cells.overflows(self.columns) {
            return Err(Rejected::TooManyCells);
        }
        let location = Location::read(cells).or_else(|reason| match reason {
            Rejected::NoState | Rejected::NoLocation => {
                Location::street_and_zip(cells).ok_or(reason)
            }
            reason => Err(reason),
        });
        self.offered(cells, location).map(|row| row.place)
    }

    fn offered(
        &self,
        cells: &Cells<'_>,
        location: Result<Location, Rejected>,
    ) -> Result<OfferedRow, Rejected> {
        let name = cells.name()?;
        let location = location?;
        let categories = self.categories(cells);
        let mut phones = phones(cells).into_iter();
        let phone = phones.next();
        let source_id = cells.get(Field::Id);
        let key = company_key(&KeyParts {
            name: &name,
            state: location.state,
            street_address: location.street_address.as_deref(),
            // Only as the source has it: assigning points to cities may improve, but the key must not change.
            city: location.city.as_deref().filter(|_| !location.city_placed),
            zip: location.zip.as_deref(),
            coordinates: location.coordinates,
            phone: phone.as_deref(),
            source_id: source_id
                .as_deref()
                .map(|id| (self.provenance.source.as_str(), id)),
        });
        let (latitude, longitude) = location.coordinates.unzip();
        let provenance = Provenance {
            source_id,
            confidence: cells
                .number(Field::Confidence)
                .filter(|confidence| (0.0..=1.0).contains(confidence)),
            placed_by_coordinates: location.city_placed || location.state_placed,
            ..self.provenance.clone()
        };
        let place = Place {
            address: location.address,
            street_address: location.street_address,
            city: location.city,
            state: location.state.map(|state| state.code().to_owned()),
            zip: location.zip,
            country: location.in_usa.then(|| "US".to_owned()),
            phone,
            additional_phones: phones.collect(),
            url: web_address(cells, Field::ListingUrl),
            website: web_address(cells, Field::Website),
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
            emails: list(cells, Field::Email, values::emails),
            opening_hours: cells.get(Field::OpeningHours),
            social_links: social_links(cells),
            location_count: location_count(cells),
            owner_names: list(cells, Field::OwnerNames, owners),
            founding_date: cells
                .get(Field::FoundingDate)
                .and_then(|text| values::founding_date(&text)),
            service_areas: list(cells, Field::ServiceAreas, values::parts),
            technology_stack: list(cells, Field::TechnologyStack, values::parts),
            content_freshness: cells.get(Field::ContentFreshness),
            outline: cells.outline(),
            ..Place::new(key, name, provenance)
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
        [Field::Status, Field::Kind]
            .into_iter()
            .find_map(|field| NotOffered::of(&cells.get(field)?))
    })
}

/// The numbers of the phone column and of further ones, without duplicates.
fn phones(cells: &Cells<'_>) -> Vec<String> {
    let main = cells.get(Field::Phone);
    let further = list(cells, Field::AdditionalPhones, values::parts);
    values::phones(main.iter().chain(&further).map(String::as_str))
}

fn location_count(cells: &Cells<'_>) -> Option<u32> {
    let count = values::count(&cells.get(Field::LocationCount)?)?;
    u32::try_from(count).ok().filter(|count| *count > 0)
}

fn web_address(cells: &Cells<'_>, field: Field) -> Option<String> {
    cells.get(field).and_then(|text| values::website(&text))
}

fn list(cells: &Cells<'_>, field: Field, read: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    cells.get(field).map(|text| read(&text)).unwrap_or_default()
}

fn social_links(cells: &Cells<'_>) -> BTreeMap<String, String> {
    let named = [
        Field::Facebook,
        Field::Instagram,
        Field::Linkedin,
        Field::Twitter,
    ]
    .into_iter()
    .filter_map(|field| Some((field.name().to_owned(), cells.get(field)?)));
    let mut links: BTreeMap<String, String> = named.collect();
    // The notation of exported tables: `facebook: https://…, youtube: https://…`.
    for page in list(cells, Field::SocialLinks, values::parts) {
        let address = page
            .split_once(": ")
            .map_or(page.as_str(), |(_, address)| address);
        if let Some(network) = values::network(address) {
            links.entry(network).or_insert_with(|| address.to_owned());
        }
    }
    for page in cells.socials() {
        if let Some(network) = values::network(&page) {
            links.entry(network).or_insert(page);
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use csv::ByteRecord;
    use proptest::prelude::*;

    use super::*;
    use crate::import::listing::columns::ColumnMapping;

    const HEADERS: &str = "name,address,city,state,zip,country,phone,website,category,type,status,\
                           lat,lon,rating,reviews,email,hours,id,confidence";

    fn read(record: &ByteRecord) -> Row {
        let headers: Vec<String> = HEADERS.split(',').map(str::to_owned).collect();
        let mapping = ColumnMapping::new(&headers, &[]).unwrap();
        assert!(mapping.unused.is_empty(), "{:?}", mapping.unused);
        let provenance = Provenance {
            source: "test".to_owned(),
            source_id: None,
            licence: None,
            attribution: None,
            release: None,
            retrieved: None,
            confidence: None,
            placed_by_coordinates: false,
            also_in: Vec::new(),
            sample: false,
            storable: true,
        };
        let reader = RowReader::new(headers.len(), None, provenance);
        reader.read(&Cells::Table {
            positions: &mapping.positions(),
            record,
        })
    }

    fn offered(cells: &[&str]) -> Place {
        match read(&ByteRecord::from(cells.to_vec())) {
            Row::Offered(row) => row.place,
            Row::NotOffered(reason) => panic!("not offered: {reason}"),
            Row::Rejected(reason) => panic!("rejected: {reason}"),
        }
    }

    #[test]
    fn a_whole_address_in_the_streets_column_is_taken_apart() {
        let place = offered(&["A", "1 Main St, Bend, OR 97701", "Bend", "OR", "97701"]);
        assert_eq!(place.street_address.as_deref(), Some("1 Main St"));
        assert_eq!(place.address.as_deref(), Some("1 Main St, Bend, OR 97701"));
        let place = offered(&["A", "1 Hill Rd, Bend Ave", "Bend", "OR", "97701"]);
        assert_eq!(place.street_address.as_deref(), Some("1 Hill Rd, Bend Ave"));
        assert_eq!(
            place.address.as_deref(),
            Some("1 Hill Rd, Bend Ave, Bend, OR 97701")
        );
    }

    #[test]
    fn the_country_is_said_only_where_the_row_says_it() {
        let mut cells = [""; 13];
        (cells[0], cells[11], cells[12]) = ("A", "68.5", "-150.0");
        assert_eq!(offered(&cells).country, None);
        assert_eq!(
            offered(&["A", "", "Bend", "OR"]).country.as_deref(),
            Some("US")
        );
    }

    /// Cells as in real files, and arbitrary ones.
    fn cell() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            prop::sample::select(vec![
                "", "NULL", "N/A", "-999", "-999.00", "0", "NaN", "inf", "Bend", "OR", "Oregon",
                "97701", "44.06", "-121.31", "US", "1e400", "-", "4.5", "closed",
            ])
            .prop_map(|text| text.as_bytes().to_vec()),
            any::<String>().prop_map(String::into_bytes),
            prop::collection::vec(any::<u8>(), 0..20),
        ]
    }

    proptest! {
        #[test]
        fn missing_is_absent_whatever_the_cells_hold(
            cells in prop::collection::vec(cell(), 0..21)
        ) {
            let Row::Offered(row) = read(&ByteRecord::from(cells)) else { return Ok(()) };
            let place = row.place;
            prop_assert_eq!(place.latitude.is_some(), place.longitude.is_some());
            prop_assert_eq!(place.key.len(), 32);
            prop_assert!(place.coordinates() != Some((0.0, 0.0)));
            let json = serde_json::to_value(&place).unwrap();
            for (field, value) in json.as_object().unwrap() {
                prop_assert!(!value.is_null(), "{} is null", field);
                if let Some(text) = value.as_str() {
                    prop_assert!(!text.trim().is_empty(), "{} is empty", field);
                    prop_assert!(!["NULL", "N/A", "NaN"].contains(&text), "{} is {}", field, text);
                }
                if let Some(number) = value.as_f64() {
                    prop_assert!(number != -999.0, "{} is a missing mark", field);
                }
            }
        }
    }
}
