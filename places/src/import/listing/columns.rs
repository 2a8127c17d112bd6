//! Which column of a file means what: guessed from the headers, shown, and overridable.

use super::fields::{FIELD_COUNT, Field};
use crate::import::error::ImportError;
use crate::values::squeeze;

/// The operator's choice for one field: `name=Store Name`, or `website=` for 'no column'.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldOverride {
    field: Field,
    column: String,
}

impl FieldOverride {
    /// Reads `field=Column`.
    pub fn parse(text: &str) -> Result<Self, ImportError> {
        let (field, column) = text.split_once('=').ok_or_else(|| ImportError::MapSyntax {
            given: text.to_owned(),
        })?;
        let field = Field::parse(field).ok_or_else(|| ImportError::UnknownField {
            given: field.trim().to_owned(),
            possible: Field::all()
                .map(Field::name)
                .collect::<Vec<&str>>()
                .join(", "),
        })?;
        Ok(Self {
            field,
            column: column.trim().to_owned(),
        })
    }
}

/// One column that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappedColumn {
    pub field: Field,
    pub column: String,
    /// Whether the operator chose it; otherwise guessed from the header.
    pub chosen: bool,
    index: usize,
}

/// Which columns of a file are used, and for what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ColumnMapping {
    /// The columns used, in the order of the fields.
    pub columns: Vec<MappedColumn>,
    /// Headers of the other columns.
    pub unused: Vec<String>,
}

impl ColumnMapping {
    /// Guesses what the headers mean; overrides take precedence.
    pub(in crate::import) fn new(
        headers: &[String],
        overrides: &[FieldOverride],
    ) -> Result<Self, ImportError> {
        let mut chosen: [Option<MappedColumn>; FIELD_COUNT] = [const { None }; FIELD_COUNT];
        let mut taken = vec![false; headers.len()];
        for FieldOverride { field, column } in overrides {
            if column.is_empty() {
                continue;
            }
            let index = find_column(headers, column)?;
            taken[index] = true;
            chosen[field.position()] = Some(mapped(*field, headers, index, true));
        }
        let keys: Vec<String> = headers.iter().map(|header| squeeze(header)).collect();
        for field in Field::all() {
            if overrides.iter().any(|given| given.field == field) {
                continue;
            }
            let free = |index: &usize| !taken[*index];
            let exact = field
                .spellings()
                .find_map(|spelling| (0..keys.len()).filter(free).find(|i| keys[*i] == spelling));
            let guess = exact.or_else(|| {
                // `brewery_type`, `license_type`: every trade has its own.
                let is_kind =
                    |index: &usize| field == Field::Kind && keys[*index].ends_with("type");
                (0..keys.len()).filter(free).find(is_kind)
            });
            if let Some(index) = guess {
                taken[index] = true;
                chosen[field.position()] = Some(mapped(field, headers, index, false));
            }
        }
        if chosen[Field::Name.position()].is_none()
            && overrides.iter().all(|given| given.field != Field::Name)
            && let Some(index) = only_name(&keys, &taken)
        {
            taken[index] = true;
            chosen[Field::Name.position()] = Some(mapped(Field::Name, headers, index, false));
        }
        let unused = headers
            .iter()
            .zip(&taken)
            .filter(|(_, taken)| !**taken)
            .map(|(h, _)| h.clone());
        Ok(Self {
            unused: unused.collect(),
            columns: chosen.into_iter().flatten().collect(),
        })
    }

    /// Columns taken for coordinates only because of a vague header (`x`, `long`), which may hold anything.
    pub(in crate::import) fn vague_coordinates(&self) -> Vec<(Field, usize)> {
        let is_vague = |column: &&MappedColumn| {
            !column.chosen && VAGUE_COORDINATES.contains(&squeeze(&column.column).as_str())
        };
        let vague = self.columns.iter().filter(is_vague);
        vague.map(|column| (column.field, column.index)).collect()
    }

    /// Drops latitude and longitude, because these columns hold something else.
    pub(in crate::import) fn without_coordinates(&mut self) {
        let is_coordinate =
            |column: &MappedColumn| [Field::Latitude, Field::Longitude].contains(&column.field);
        let (left_out, kept) = self.columns.drain(..).partition(is_coordinate);
        self.columns = kept;
        let left_out: Vec<MappedColumn> = left_out;
        self.unused
            .extend(left_out.into_iter().map(|column| column.column));
    }

    /// Whether a column is read as this field.
    pub fn has(&self, field: Field) -> bool {
        self.columns.iter().any(|column| column.field == field)
    }

    /// The index of each field's cell in a row.
    pub(in crate::import) fn positions(&self) -> [Option<usize>; FIELD_COUNT] {
        let mut positions = [None; FIELD_COUNT];
        for column in &self.columns {
            positions[column.field.position()] = Some(column.index);
        }
        positions
    }
}

/// Headers that mean coordinates only if all values can be.
const VAGUE_COORDINATES: [&str; 11] = [
    "x",
    "y",
    "xcoord",
    "ycoord",
    "xcoordinate",
    "ycoordinate",
    "pointx",
    "pointy",
    "coordx",
    "coordy",
    "long",
];

/// Headers for names other than the business's.
const OTHER_NAMES: [&str; 8] = [
    "firstname",
    "lastname",
    "middlename",
    "contactname",
    "username",
    "filename",
    "countyname",
    "licensename",
];

/// The header that ends in `name`, if there is exactly one.
fn only_name(keys: &[String], taken: &[bool]) -> Option<usize> {
    let is_name = |index: &usize| {
        let key = keys[*index].as_str();
        !taken[*index]
            && key.ends_with("name")
            && !OTHER_NAMES.iter().any(|other| key.ends_with(other))
    };
    let mut names = (0..keys.len()).filter(is_name);
    let only = names.next()?;
    names.next().is_none().then_some(only)
}

/// A reader whose columns are defined by the file.
pub(in crate::import) trait Mapped {
    fn mapping(&self) -> &ColumnMapping;
}

fn mapped(field: Field, headers: &[String], index: usize, chosen: bool) -> MappedColumn {
    MappedColumn {
        field,
        column: headers[index].clone(),
        chosen,
        index,
    }
}

/// The column with this header: exact match first, then ignoring case and punctuation.
fn find_column(headers: &[String], wanted: &str) -> Result<usize, ImportError> {
    let loose = squeeze(wanted);
    headers
        .iter()
        .position(|header| header == wanted)
        .or_else(|| {
            headers
                .iter()
                .position(|header| !loose.is_empty() && squeeze(header) == loose)
        })
        .ok_or_else(|| ImportError::UnknownColumn {
            given: wanted.to_owned(),
            possible: listed(headers),
        })
}

/// Quoted column names, as many as fit a message.
pub(in crate::import) fn listed(headers: &[String]) -> String {
    const SHOWN: usize = 40;
    let shown = headers.iter().take(SHOWN).map(|header| {
        let short: String = header.chars().take(60).collect();
        format!("'{short}'")
    });
    let mut text = shown.collect::<Vec<String>>().join(", ");
    if headers.len() > SHOWN {
        text.push_str(&format!(" and {} more", headers.len() - SHOWN));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(headers: &str, overrides: &[&str]) -> Result<ColumnMapping, ImportError> {
        let headers: Vec<String> = headers.split(',').map(str::to_owned).collect();
        let overrides = overrides
            .iter()
            .map(|text| FieldOverride::parse(text))
            .collect::<Result<Vec<_>, _>>()?;
        ColumnMapping::new(&headers, &overrides)
    }

    fn pairs(mapping: &ColumnMapping) -> Vec<String> {
        mapping
            .columns
            .iter()
            .map(|c| format!("{}={}", c.field, c.column))
            .collect()
    }

    #[test]
    // JOB-16
    fn job_16_the_headers_of_open_brewery_db_are_known() {
        let mapping = guess(
            "id,name,brewery_type,address_1,address_2,address_3,city,state_province,postal_code,\
             country,phone,website_url,longitude,latitude",
            &[],
        )
        .unwrap();
        assert_eq!(
            pairs(&mapping),
            [
                "name=name",
                "street_address=address_1",
                "street_address_2=address_2",
                "street_address_3=address_3",
                "city=city",
                "state=state_province",
                "zip=postal_code",
                "country=country",
                "phone=phone",
                "website=website_url",
                "type=brewery_type",
                "latitude=latitude",
                "longitude=longitude",
                "id=id",
            ]
        );
        assert!(mapping.unused.is_empty());
    }

    #[test]
    // JOB-16
    fn job_16_the_headers_of_the_snap_retailers_are_known() {
        let headers =
            "Store_Name,Longitude,Latitude,Address,Address Line #2,City,State,Zip5,Zip4,County";
        let mapping = guess(headers, &[]).unwrap();
        assert_eq!(
            pairs(&mapping),
            [
                "name=Store_Name",
                "street_address=Address",
                "street_address_2=Address Line #2",
                "city=City",
                "state=State",
                "zip=Zip5",
                "latitude=Latitude",
                "longitude=Longitude",
            ]
        );
        assert_eq!(mapping.unused, ["Zip4", "County"]);
    }

    #[test]
    fn address_is_the_whole_line_beside_a_street() {
        let mapping = guess("name,address,street_address,city,state", &[]).unwrap();
        assert_eq!(mapping.columns[1].column, "street_address");
        assert_eq!(
            (mapping.columns[2].field, mapping.columns[2].column.as_str()),
            (Field::Address, "address")
        );
    }

    #[test]
    // JOB-16
    fn job_16_the_only_header_that_ends_in_name_is_the_name() {
        let name = |headers: &str, overrides: &[&str]| {
            let mapping = guess(headers, overrides).unwrap();
            let columns = mapping.columns.into_iter();
            columns
                .filter(|c| c.field == Field::Name)
                .map(|c| c.column)
                .next()
        };
        let found = |headers| name(headers, &[]);
        assert_eq!(found("HOSP_NAME,CITY,STATE").as_deref(), Some("HOSP_NAME"));
        assert_eq!(
            found("County_Name,Park Name,City").as_deref(),
            Some("Park Name")
        );
        assert_eq!(found("Park Name,Trail Name,City"), None, "two");
        assert_eq!(found("name,Park Name").as_deref(), Some("name"));
        assert_eq!(found("First Name,Last Name,City"), None, "a person's");
        assert_eq!(name("Park Name,City", &["name="]), None);
    }

    #[test]
    // JOB-16
    fn job_16_coordinates_are_known_by_many_names() {
        for (y, x) in [
            ("y", "x"),
            ("LAT", "LON"),
            ("Lat", "Long"),
            ("lat", "lng"),
            ("Y_COORD", "X_COORD"),
            ("POINT_Y", "POINT_X"),
        ] {
            let mapping = guess(&format!("name,{x},{y}"), &[]).unwrap();
            let expected = [
                "name=name".to_owned(),
                format!("latitude={y}"),
                format!("longitude={x}"),
            ];
            assert_eq!(pairs(&mapping), expected);
            let surely = ["lat", "lon", "lng"];
            let is_sure = |header: &&str| surely.contains(&header.to_lowercase().as_str());
            let sure = [x, y].iter().filter(|header| is_sure(header)).count();
            assert_eq!(mapping.vague_coordinates().len(), 2 - sure, "{x} {y}");
        }
    }

    #[test]
    fn the_operator_wins_over_the_guess() {
        let mapping = guess(
            "name,Trade Name,city,state,url",
            &["name=trade_name", "website="],
        )
        .unwrap();
        assert_eq!(
            pairs(&mapping),
            ["name=Trade Name", "city=city", "state=state", "url=url"]
        );
        assert!(mapping.columns[0].chosen && !mapping.columns[1].chosen);
        assert_eq!(mapping.unused, ["name"]);
    }

    #[test]
    fn wrong_overrides_list_what_is_possible() {
        let text = |overrides: &[&str]| guess("name,city", overrides).unwrap_err().to_string();
        assert!(
            text(&["nme=name"]).contains("name, street_address"),
            "{}",
            text(&["nme=name"])
        );
        assert!(
            text(&["name=Shop"]).contains("'name', 'city'"),
            "{}",
            text(&["name=Shop"])
        );
        assert!(
            text(&["name"]).contains("field=Column"),
            "{}",
            text(&["name"])
        );
    }
}
