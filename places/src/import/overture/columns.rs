//! The columns of a batch of rows, and what one row says.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray, StructArray};

use crate::import::listing::cells::Values;
use crate::import::listing::fields::Field;

/// A column of text.
type Texts<'a> = Option<&'a StringArray>;

/// The columns of a batch. Columns that the file lacks, or has in another type, are absent.
pub(super) struct Columns<'a> {
    id: Texts<'a>,
    name: Texts<'a>,
    /// Well-known binary.
    geometry: Option<&'a arrow_array::BinaryArray>,
    bbox: Option<[Degrees<'a>; 4]>,
    confidence: Option<Degrees<'a>>,
    status: Texts<'a>,
    opening_hours: Texts<'a>,
    /// Categories, the main one first.
    main_categories: Vec<Texts<'a>>,
    further_categories: Vec<Option<&'a ListArray>>,
    phones: Option<&'a ListArray>,
    websites: Option<&'a ListArray>,
    emails: Option<&'a ListArray>,
    socials: Option<&'a ListArray>,
    addresses: Option<Addresses<'a>>,
}

/// Numbers of either precision.
#[derive(Clone, Copy)]
enum Degrees<'a> {
    Single(&'a arrow_array::Float32Array),
    Double(&'a arrow_array::Float64Array),
}

/// The addresses of all rows, end to end; `lists` assigns them to rows.
struct Addresses<'a> {
    lists: &'a ListArray,
    parts: [(Field, Texts<'a>); 5],
}

impl<'a> Columns<'a> {
    /// Fails with a message if the batch has no names.
    pub(super) fn of(batch: &'a RecordBatch) -> Result<Self, String> {
        let root = |name: &str| batch.column_by_name(name);
        let texts = |name: &str| root(name).and_then(|column| column.as_string_opt());
        let list = |name: &str| root(name).and_then(|column| column.as_list_opt());
        let group = |name: &str| root(name).and_then(|column| column.as_struct_opt());
        let name = text_of(group("names"), "primary").or_else(|| texts("names"));
        if name.is_none() {
            return Err("'names.primary' is not text".to_owned());
        }
        let (categories, taxonomy) = (group("categories"), group("taxonomy"));
        Ok(Self {
            id: texts("id"),
            name,
            geometry: root("geometry").and_then(|column| column.as_binary_opt()),
            bbox: group("bbox").and_then(bounds),
            confidence: root("confidence").and_then(degrees),
            status: texts("operating_status"),
            opening_hours: texts("opening_hours"),
            main_categories: vec![
                text_of(categories, "primary"),
                text_of(taxonomy, "primary"),
                texts("basic_category"),
            ],
            further_categories: vec![
                list_of(categories, "alternate"),
                list_of(taxonomy, "alternates"),
                list_of(taxonomy, "hierarchy"),
            ],
            phones: list("phones"),
            websites: list("websites"),
            emails: list("emails"),
            socials: list("socials"),
            addresses: list("addresses").and_then(addresses),
        })
    }

    pub(super) fn fill(&self, row: usize, values: &mut Values) {
        values.clear();
        for (field, texts) in [
            (Field::Id, self.id),
            (Field::Name, self.name),
            (Field::Status, self.status),
            (Field::OpeningHours, self.opening_hours),
        ] {
            if let Some(text) = text_at(texts, row) {
                values.set(field, text);
            }
        }
        if let Some(confidence) = self.confidence.and_then(|column| column.at(row)) {
            values.set(Field::Confidence, &confidence.to_string());
        }
        if let Some((latitude, longitude)) = self.position(row) {
            values.set(Field::Latitude, &latitude.to_string());
            values.set(Field::Longitude, &longitude.to_string());
        }
        self.fill_categories(row, values);
        each_text(self.phones, row, |text| values.add(Field::Phone, text));
        each_text(self.websites, row, |text| values.set(Field::Website, text));
        each_text(self.emails, row, |text| values.add(Field::Email, text));
        each_text(self.socials, row, |text| {
            values.socials.push(text.to_owned());
        });
        if let Some(addresses) = &self.addresses {
            addresses.fill(row, values);
        }
    }

    /// Writes `coffee_shop` as `coffee shop`.
    fn fill_categories(&self, row: usize, values: &mut Values) {
        for texts in &self.main_categories {
            if let Some(text) = text_at(*texts, row) {
                let text = text.replace('_', " ");
                if values.has(Field::Category) {
                    values.add(Field::Categories, &text);
                } else {
                    values.set(Field::Category, &text);
                }
            }
        }
        for lists in &self.further_categories {
            each_text(*lists, row, |text| {
                values.add(Field::Categories, &text.replace('_', " "));
            });
        }
    }

    /// Latitude and longitude: the point itself, or else the middle of the box.
    fn position(&self, row: usize) -> Option<(f64, f64)> {
        let geometry = self.geometry.filter(|column| column.is_valid(row));
        geometry
            .and_then(|column| point(column.value(row)))
            .or_else(|| {
                let [west, east, south, north] = self.bbox?.map(|column| column.at(row));
                Some((f64::midpoint(south?, north?), f64::midpoint(west?, east?)))
            })
    }
}

impl Degrees<'_> {
    fn at(&self, row: usize) -> Option<f64> {
        match self {
            Self::Single(column) => column.is_valid(row).then(|| f64::from(column.value(row))),
            Self::Double(column) => column.is_valid(row).then(|| column.value(row)),
        }
    }
}

impl Addresses<'_> {
    /// Uses the first address, which is the main one.
    fn fill(&self, row: usize, values: &mut Values) {
        if self.lists.is_null(row) || self.lists.value_length(row) == 0 {
            return;
        }
        let Ok(first) = usize::try_from(self.lists.value_offsets()[row]) else {
            return;
        };
        for (field, texts) in &self.parts {
            if let Some(text) = text_at(*texts, first) {
                // Regions may be ISO 3166-2 codes.
                let text = match field {
                    Field::State => text.strip_prefix("US-").unwrap_or(text),
                    _ => text,
                };
                values.set(*field, text);
            }
        }
    }
}

fn addresses(lists: &ListArray) -> Option<Addresses<'_>> {
    let parts = lists.values().as_struct_opt()?;
    let part = |field, name| (field, text_of(Some(parts), name));
    Some(Addresses {
        lists,
        parts: [
            part(Field::StreetAddress, "freeform"),
            part(Field::City, "locality"),
            part(Field::Zip, "postcode"),
            part(Field::State, "region"),
            part(Field::Country, "country"),
        ],
    })
}

fn bounds(group: &StructArray) -> Option<[Degrees<'_>; 4]> {
    let side = |name: &str| group.column_by_name(name).and_then(degrees);
    Some([side("xmin")?, side("xmax")?, side("ymin")?, side("ymax")?])
}

fn degrees(column: &ArrayRef) -> Option<Degrees<'_>> {
    column
        .as_primitive_opt::<Float32Type>()
        .map(Degrees::Single)
        .or_else(|| {
            column
                .as_primitive_opt::<Float64Type>()
                .map(Degrees::Double)
        })
}

fn text_of<'a>(group: Option<&'a StructArray>, name: &str) -> Texts<'a> {
    group?.column_by_name(name)?.as_string_opt()
}

fn list_of<'a>(group: Option<&'a StructArray>, name: &str) -> Option<&'a ListArray> {
    group?.column_by_name(name)?.as_list_opt()
}

fn text_at(texts: Texts<'_>, row: usize) -> Option<&str> {
    texts
        .filter(|column| column.is_valid(row))
        .map(|column| column.value(row))
}

fn each_text(lists: Option<&ListArray>, row: usize, mut take: impl FnMut(&str)) {
    let Some(lists) = lists.filter(|lists| lists.is_valid(row)) else {
        return;
    };
    let texts: Option<&StringArray> = lists.values().as_string_opt();
    let ends = lists.value_offsets();
    let (Ok(first), Ok(end)) = (usize::try_from(ends[row]), usize::try_from(ends[row + 1])) else {
        return;
    };
    for index in first..end {
        if let Some(text) = text_at(texts, index) {
            take(text);
        }
    }
}

/// Latitude and longitude of a point in well-known binary, including extended variants.
fn point(wkb: &[u8]) -> Option<(f64, f64)> {
    let (&order, rest) = wkb.split_first()?;
    let (kind, rest) = rest.split_first_chunk::<4>()?;
    let (x, rest) = rest.split_first_chunk::<8>()?;
    let (y, _) = rest.split_first_chunk::<8>()?;
    let (kind, x, y) = match order {
        0 => (
            u32::from_be_bytes(*kind),
            f64::from_be_bytes(*x),
            f64::from_be_bytes(*y),
        ),
        1 => (
            u32::from_le_bytes(*kind),
            f64::from_le_bytes(*x),
            f64::from_le_bytes(*y),
        ),
        _ => return None,
    };
    // 1 is a point, 1001 a point with a height.
    (kind % 1_000 == 1 && x.is_finite() && y.is_finite()).then_some((y, x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_in_either_byte_order() {
        let little: Vec<u8> = [
            &[1, 1, 0, 0, 0][..],
            &(-122.5_f64).to_le_bytes(),
            &45.5_f64.to_le_bytes(),
        ]
        .concat();
        let big: Vec<u8> = [
            &[0, 0, 0, 0, 1][..],
            &(-122.5_f64).to_be_bytes(),
            &45.5_f64.to_be_bytes(),
        ]
        .concat();
        assert_eq!(point(&little), Some((45.5, -122.5)));
        assert_eq!(point(&big), Some((45.5, -122.5)));
        assert_eq!(point(&little[..20]), None);
        assert_eq!(point(&[1, 2, 0, 0, 0]), None);
    }
}
