//! Where a row says the business is.
//!
//! Decided here: coordinates that cannot be in the USA are dropped, and the row is kept if it names its city
//! and state. A row without a city or a state is kept if it has coordinates, which place it in the nearest
//! city ([`crate::gazetteer`]). A row that names its city stays in that city, wherever its coordinates are.

use us::UsState;

use super::cells::Cells;
use super::fields::Field;
use super::outcome::Rejected;
use crate::gazetteer::{self, Nearest};
use crate::text::words;
use crate::values;

/// The longest city name accepted, in characters.
const LONGEST_CITY: usize = 300;

/// Where a row says the business is.
pub(crate) struct Location {
    pub(crate) address: Option<String>,
    pub(crate) street_address: Option<String>,
    pub(crate) city: Option<String>,
    /// Whether the city was derived from the coordinates.
    pub(crate) city_placed: bool,
    /// Likewise the state.
    pub(crate) state_placed: bool,
    pub(crate) state: Option<UsState>,
    pub(crate) zip: Option<String>,
    pub(crate) coordinates: Option<(f64, f64)>,
    pub(crate) coordinates_dropped: bool,
    /// Whether the row's country or state is in the USA.
    pub(crate) in_usa: bool,
}

impl Location {
    /// Reads a row's location, or says why it has none.
    pub(crate) fn read(cells: &Cells<'_>) -> Result<Self, Rejected> {
        let country = cells.get(Field::Country);
        if country
            .as_ref()
            .is_some_and(|country| !values::is_usa(country))
        {
            return Err(Rejected::NotUs);
        }
        let state = match cells.get(Field::State) {
            Some(text) => {
                let state = UsState::parse(&text).or_else(|| UsState::parse_territory(&text));
                Some(state.ok_or(Rejected::UnknownState)?)
            }
            // Territories are often listed as countries.
            None => country.as_deref().and_then(UsState::parse_territory),
        };
        let given = cells
            .number(Field::Latitude)
            .zip(cells.number(Field::Longitude));
        let given = given.filter(|at| *at != (0.0, 0.0));
        let coordinates = given.and_then(|(lat, lon)| values::coordinates(lat, lon));
        let city = cells.get(Field::City);
        if city
            .as_ref()
            .is_some_and(|city| city.chars().count() > LONGEST_CITY)
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
        let (row_city, row_state) = (city.is_some(), state.is_some());
        let (city, state) = match coordinates.filter(|_| !row_city || !row_state) {
            Some(at) => placed(at, city, state, country.is_some())?,
            None => (city, state),
        };
        let zip = cells.get(Field::Zip).and_then(|text| values::zip(&text));
        let (street_address, whole) = street(cells, city.as_deref(), state);
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
            city_placed: !row_city && city.is_some(),
            state_placed: !row_state && state.is_some(),
            city,
            state,
            zip,
            coordinates,
            coordinates_dropped: given.is_some() && coordinates.is_none(),
            in_usa: country.is_some() || row_state,
        })
    }
}

impl Location {
    /// The location of a row that names no more than a street and a ZIP code.
    pub(crate) fn street_and_zip(cells: &Cells<'_>) -> Option<Self> {
        let zip = cells.get(Field::Zip).and_then(|text| values::zip(&text))?;
        let (street_address, _) = street(cells, None, None);
        let street_address = street_address?;
        Some(Self {
            address: one_line(Some(&street_address), None, None, Some(&zip)),
            street_address: Some(street_address),
            city: cells.get(Field::City),
            city_placed: false,
            state_placed: false,
            state: None,
            zip: Some(zip),
            coordinates: None,
            coordinates_dropped: false,
            in_usa: false,
        })
    }
}

/// City and state of a row that lacks one of them, completed from its coordinates. A row that names neither
/// state nor country and is nearest to a town abroad is abroad.
fn placed(
    (latitude, longitude): (f64, f64),
    city: Option<String>,
    state: Option<UsState>,
    names_usa: bool,
) -> Result<(Option<String>, Option<UsState>), Rejected> {
    match gazetteer::nearest(latitude, longitude) {
        Nearest::Abroad if state.is_none() && !names_usa => Err(Rejected::NotUs),
        // If the nearest city is across the state border, the row's city is unknown.
        Nearest::Usa(near) if state.is_none_or(|state| state == near.state) => Ok((
            Some(city.unwrap_or_else(|| near.name.to_owned())),
            Some(near.state),
        )),
        _ => Ok((city, state)),
    }
}

/// The street, and the whole address if the street's column holds it (`1 Main St, Bend, OR`).
fn street(
    cells: &Cells<'_>,
    city: Option<&str>,
    state: Option<UsState>,
) -> (Option<String>, Option<String>) {
    let first = street_line(cells);
    let further = [Field::StreetAddress2, Field::StreetAddress3];
    let lines = further.into_iter().filter_map(|field| cells.get(field));
    let lines: Vec<String> = first.into_iter().chain(lines).collect();
    if lines.is_empty() {
        return (None, None);
    }
    let line = lines.join(", ");
    let end = city.and_then(|city| street_end(&line, city, state));
    let street = with_unit(cells, end.map_or(line.as_str(), |end| &line[..end]));
    (Some(street), end.map(|_| line))
}

/// `12 N Main Street`, from the parts that the row has. A house number alone is not a street.
fn street_line(cells: &Cells<'_>) -> Option<String> {
    let named = || {
        let name = cells.get(Field::StreetName)?;
        let parts = [
            cells.get(Field::StreetDirection),
            Some(name),
            cells.get(Field::StreetType),
            cells.get(Field::StreetPostDirection),
        ];
        Some(
            parts
                .into_iter()
                .flatten()
                .collect::<Vec<String>>()
                .join(" "),
        )
    };
    let street = cells
        .get(Field::StreetAddress)
        .or_else(named)
        .or_else(|| cells.get(Field::PlaceName))?;
    let number = cells.get(Field::HouseNumber).map(|number| {
        // Spreadsheets turn it into a decimal number.
        number.strip_suffix(".0").unwrap_or(&number).to_owned()
    });
    let begins_so = |number: &String| street.split([' ', ',']).next() == Some(number.as_str());
    Some(match number.filter(|number| !begins_so(number)) {
        Some(number) => format!("{number} {street}"),
        None => street,
    })
}

/// The street with unit and floor, unless it already ends with them.
fn with_unit(cells: &Cells<'_>, street: &str) -> String {
    let mut line = street.to_owned();
    if let Some(unit) = cells.get(Field::Unit) {
        let unit = unit.strip_suffix(".0").unwrap_or(&unit);
        if !ends_with_unit(&line, unit) {
            line.push_str(&match unit.contains(' ') {
                // `Suite 4`, as written.
                true => format!(", {unit}"),
                false => format!(" #{}", unit.trim_start_matches('#')),
            });
        }
    }
    if let Some(floor) = cells.get(Field::Floor) {
        let floor = floor.strip_suffix(".0").unwrap_or(&floor);
        let is_number = floor.chars().all(|c| c.is_ascii_digit() || c == '-');
        line.push_str(&match is_number {
            true => format!(", Floor {floor}"),
            false => format!(", {floor}"),
        });
    }
    line
}

/// Whether a street already includes its unit: `12 Main St, Suite 4` does, `12 Highway 4` does not.
fn ends_with_unit(street: &str, unit: &str) -> bool {
    let street = street.to_lowercase();
    let unit = unit.to_lowercase();
    let number = unit.rsplit([' ', '#']).next().unwrap_or_default();
    [
        "#", "# ", "suite ", "ste ", "ste. ", "unit ", "apt ", "apt. ",
    ]
    .iter()
    .any(|mark| street.ends_with(&format!("{mark}{number}")))
}

/// Where the street ends in a line that continues with the city: only the end of the line, the state or a ZIP
/// code may follow the city (`1 Hill Rd, Bend Ave` is all street).
fn street_end(line: &str, city: &str, state: Option<UsState>) -> Option<usize> {
    // ASCII case only, so that byte positions stay the same.
    let mark = format!(", {}", city.to_ascii_lowercase());
    let end = line
        .to_ascii_lowercase()
        .find(&mark)
        .filter(|end| *end > 0)?;
    let rest = line[end + mark.len()..].trim_start_matches([',', ' ']);
    let word = rest.split([',', ' ']).next().unwrap_or_default();
    let is_state = || state.is_some_and(|state| UsState::parse(word) == Some(state));
    let ends = rest.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) || is_state();
    ends.then_some(end)
}

/// `1 Main St, Bend, OR 97701`, from the parts that are known.
pub(crate) fn one_line(
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
