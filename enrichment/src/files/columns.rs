//! Which column has which role.

use csv::StringRecord;

use super::error::EnrichFileError;

/// The roles of columns that enrichment needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Degrees north.
    Latitude,
    /// Degrees east.
    Longitude,
    Zip,
    CountyFips,
    Naics,
    Category,
    Name,
}

impl Role {
    /// All roles, each with its name and the folded headers guessed for it.
    const GUESSES: [(Self, &'static str, &'static [&'static str]); 7] = [
        (Self::Latitude, "latitude", &["latitude", "lat", "y"]),
        (
            Self::Longitude,
            "longitude",
            &["longitude", "lon", "lng", "long", "x"],
        ),
        (
            Self::Zip,
            "zip",
            &["zip", "zipcode", "zip5", "postalcode", "postcode"],
        ),
        (
            Self::CountyFips,
            "county_fips",
            &["countyfips", "fips", "stcountyfp"],
        ),
        (
            Self::Naics,
            "naics",
            &["naics", "naicscode", "naics6code", "naics6"],
        ),
        (
            Self::Category,
            "category",
            &["maincategory", "category", "industry"],
        ),
        (
            Self::Name,
            "name",
            &[
                "name",
                "businessname",
                "storename",
                "company",
                "companyname",
            ],
        ),
    ];

    /// The role with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::GUESSES
            .iter()
            .find(|(_, own, _)| *own == name)
            .map(|(role, ..)| *role)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let own = Self::GUESSES.iter().find(|(role, ..)| *role == self);
        own.map_or("", |(_, name, _)| name)
    }

    /// The names of all roles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::GUESSES.iter().map(|(_, name, _)| *name)
    }
}

/// The columns of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Columns {
    found: Vec<(Role, usize)>,
}

impl Columns {
    pub(super) fn find(
        headers: &StringRecord,
        chosen: &[(Role, String)],
    ) -> Result<Self, EnrichFileError> {
        let fold = |text: &str| -> String {
            text.chars()
                .filter(|c| c.is_alphanumeric())
                .flat_map(char::to_lowercase)
                .collect()
        };
        let all = || headers.iter().collect::<Vec<_>>().join(", ");
        let mut found = Vec::new();
        for (role, _, guesses) in Role::GUESSES {
            let place = match chosen.iter().find(|(r, _)| *r == role) {
                Some((_, column)) if column.is_empty() => None,
                Some((_, column)) => Some(
                    headers
                        .iter()
                        .position(|header| header == column)
                        .ok_or_else(|| EnrichFileError::NoColumn(column.clone(), all()))?,
                ),
                None => guesses
                    .iter()
                    .find_map(|guess| headers.iter().position(|header| fold(header) == *guess)),
            };
            found.extend(place.map(|place| (role, place)));
        }
        let columns = Self { found };
        let point = columns.has(Role::Latitude) && columns.has(Role::Longitude);
        if !point && !columns.has(Role::Zip) && !columns.has(Role::CountyFips) {
            return Err(EnrichFileError::NoPlaces(all()));
        }
        Ok(columns)
    }

    /// The roles found, each with the index of its column.
    pub fn found(&self) -> impl Iterator<Item = (Role, usize)> {
        self.found.iter().copied()
    }

    pub(super) fn has(&self, role: Role) -> bool {
        self.found.iter().any(|(r, _)| *r == role)
    }

    /// A cell; `None` if empty.
    pub(super) fn get<'a>(&self, role: Role, record: &'a StringRecord) -> Option<&'a str> {
        let (_, place) = self.found.iter().find(|(r, _)| *r == role)?;
        Some(record.get(*place)?.trim()).filter(|cell| !cell.is_empty())
    }

    pub(super) fn coordinates(&self, record: &StringRecord) -> Option<(f64, f64)> {
        let degrees = |role| self.get(role, record)?.parse::<f64>().ok();
        let (latitude, longitude) = (degrees(Role::Latitude)?, degrees(Role::Longitude)?);
        crate::geo::Position::from_degrees(latitude, longitude).map(|_| (latitude, longitude))
    }
}
