//! How a business is recognized when it turns up again in another session, release or data set.
//!
//! A row is the same business as one seen before if they share
//! 1. the data set and its id for the business,
//! 2. name, street and ZIP code,
//! 3. phone number, street and ZIP code, or,
//! 4. if one of the two has no street: name, phone number and city, or the name within 100 m.
//!
//! So shops of one chain at different streets are different businesses, even with one phone number; another
//! name at the same street is another business unless id or phone agrees.
//!
//! Identities are texts compared for equality, so that they can be stored as digests. The sure ones are both
//! stored and looked up ([`Identities::sure`]). The weaker ones depend on whether the row has a street: what
//! is stored of a row ([`Identities::kept`]) differs from what it looks up ([`Identities::sought`]).
//! A row whose terms allow to keep nothing but its id is recognized by that alone.
//!
//! Distances are compared by cells of 25 m: a cell is within the 100 m if its center is, so at the edge they
//! are accurate to 18 m.

use us::UsState;

use crate::place::Place;
use crate::text::{city_key, phrase_key, street_key};

/// How far apart rows of one name may be, in meters.
const NEAR_M: f64 = 100.0;
/// The side of a cell, in meters.
const CELL_M: f64 = 25.0;
const METERS_PER_DEGREE: f64 = 111_195.0;

/// One identity. Texts of different kinds never match.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    pub kind: &'static str,
    pub text: String,
}

/// What a row is recognized by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identities {
    /// Those that suffice on their own, most certain first.
    pub sure: Vec<Identity>,
    /// Weaker ones, stored for other rows to find this one by.
    pub kept: Vec<Identity>,
    /// Weaker ones of other rows, which this row looks up.
    pub sought: Vec<Identity>,
}

/// Names of the kinds: for rows without a street, then with one.
const PHONE_IN_CITY: [&str; 2] = ["name, phone, city; no street", "name, phone, city; street"];
const NEAR: [&str; 2] = ["name, cell; no street", "name, cell; street"];

/// What a business is recognized by; empty if the row says too little.
pub fn identities(place: &Place) -> Identities {
    let mut all = Identities::default();
    let mut own = |kind, parts: &[&str]| {
        if parts.iter().all(|part| !part.is_empty()) {
            let text = parts.join("\n");
            all.sure.push(Identity { kind, text });
        }
    };
    let provenance = &place.provenance;
    let source_id = provenance.source_id.as_deref().unwrap_or_default();
    own("source", &[&provenance.source, source_id]);
    if !provenance.storable {
        return all;
    }

    let name = phrase_key(&place.name);
    let street = place.street_address.as_deref().map(street_key);
    let street = street.unwrap_or_default();
    let zip = digits(place.zip.as_deref(), 5);
    let phone = phone(place.phone.as_deref());
    if zip.len() == 5 {
        own("name, street, ZIP", &[&name, &street, &zip]);
        own("phone, street, ZIP", &[&phone, &street, &zip]);
    }
    let has_street = !street.is_empty();
    let state = place.state.as_deref().unwrap_or_default();
    let city = match (place.city.as_deref(), UsState::parse(state)) {
        (Some(city), Some(state)) => city_key(city, state),
        (Some(city), None) => phrase_key(city),
        (None, _) => String::new(),
    };
    let weaker = [&name, &phone, &city].map(String::as_str);
    if weaker.iter().all(|part| !part.is_empty()) {
        let text = [weaker[0], weaker[1], weaker[2], state].join("\n");
        all.add(PHONE_IN_CITY, has_street, &text, [text.clone()]);
    }
    if let (Some(latitude), Some(longitude), false) =
        (place.latitude, place.longitude, name.is_empty())
    {
        let in_cell = |cell: (i64, i64)| format!("{name}\n{}\n{}", cell.0, cell.1);
        let near = cells_near(latitude, longitude).into_iter().map(in_cell);
        let own = in_cell(cell_of(latitude, longitude));
        all.add(NEAR, has_street, &own, near);
    }
    all
}

impl Identities {
    /// What is stored of the row, for others to find it by.
    pub fn stored(&self) -> impl Iterator<Item = &Identity> {
        self.sure.iter().chain(&self.kept)
    }

    /// What the row looks up among what was stored of others, most certain first.
    pub fn looked_up(&self) -> impl Iterator<Item = &Identity> {
        self.sure.iter().chain(&self.sought)
    }

    /// Adds one that counts only if at least one of the two rows has no street.
    fn add(
        &mut self,
        kinds: [&'static str; 2],
        has_street: bool,
        own: &str,
        met: impl IntoIterator<Item = String>,
    ) {
        self.kept.push(Identity {
            kind: kinds[usize::from(has_street)],
            text: own.to_owned(),
        });
        // Rows without a street match all rows; rows with one match only rows without.
        let kinds = if has_street { &kinds[..1] } else { &kinds[..] };
        for text in met {
            let of = kinds.iter().map(|&kind| Identity {
                kind,
                text: text.clone(),
            });
            self.sought.extend(of);
        }
    }
}

/// The cell of a position: row from the equator, column from Greenwich.
fn cell_of(latitude: f64, longitude: f64) -> (i64, i64) {
    let row = (latitude * METERS_PER_DEGREE / CELL_M).floor();
    (whole(row), whole((longitude / column_width(row)).floor()))
}

/// The cells whose centers are within [`NEAR_M`].
fn cells_near(latitude: f64, longitude: f64) -> Vec<(i64, i64)> {
    let mut cells = Vec::new();
    let row = (latitude * METERS_PER_DEGREE / CELL_M).floor();
    let reach = (NEAR_M / CELL_M).ceil();
    let mut at = row - reach;
    while at <= row + reach {
        let north_m = ((at + 0.5) * CELL_M) - latitude * METERS_PER_DEGREE;
        let half_m = (NEAR_M * NEAR_M - north_m * north_m).max(0.0).sqrt();
        let width = column_width(at);
        let (middle, half) = (longitude / width - 0.5, half_m / CELL_M);
        let (first, last) = (
            whole((middle - half).ceil()),
            whole((middle + half).floor()),
        );
        if north_m.abs() <= NEAR_M {
            cells.extend((first..=last).map(|column| (whole(at), column)));
        }
        at += 1.0;
    }
    cells
}

/// Width of a cell in this row, in degrees of longitude.
fn column_width(row: f64) -> f64 {
    let latitude = (row + 0.5) * CELL_M / METERS_PER_DEGREE;
    CELL_M / (METERS_PER_DEGREE * latitude.to_radians().cos().max(0.01))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "numbers of cells on the earth: some millions"
)]
const fn whole(number: f64) -> i64 {
    number as i64
}

pub(crate) fn digits(text: Option<&str>, most: usize) -> String {
    let all = text.unwrap_or_default().chars();
    all.filter(char::is_ascii_digit).take(most).collect()
}

/// A phone number's digits, without the country code.
pub(crate) fn phone(text: Option<&str>) -> String {
    let all = digits(text, 20);
    match all.strip_prefix('1') {
        Some(national) if national.len() == 10 => national.to_owned(),
        _ => all,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A row with some members changed; null removes one.
    fn place(changes: &Value) -> Place {
        let mut row = json!({
            "key": "k", "name": "Copper Kettle Brewing", "street_address": "11 North Main Street",
            "city": "Saint Marys", "state": "GA", "zip": "31558-0133", "phone": "(912) 555-0101",
            "latitude": 30.7305, "longitude": -81.5465,
            "provenance": {"source": "one", "source_id": "1", "storable": true, "sample": false},
        });
        for (name, value) in changes.as_object().unwrap() {
            match value {
                Value::Null => drop(row.as_object_mut().unwrap().remove(name)),
                value => row[name] = value.clone(),
            }
        }
        serde_json::from_value(row).unwrap()
    }

    /// The row of another data set.
    fn elsewhere(mut changes: Value) -> Place {
        changes["provenance"] =
            json!({"source": "two", "source_id": "9", "storable": true, "sample": false});
        place(&changes)
    }

    /// Whether the second row is recognized as the first.
    fn meets(first: &Place, second: &Place) -> bool {
        let (known, row) = (identities(first), identities(second));
        row.looked_up()
            .any(|one| known.stored().any(|stored| stored == one))
    }

    #[track_caller]
    fn assert_same(first: &Place, second: &Place) {
        assert!(meets(first, second) && meets(second, first));
    }

    #[track_caller]
    fn assert_other(first: &Place, second: &Place) {
        assert!(!meets(first, second) && !meets(second, first));
    }

    #[test]
    // ACC-13
    fn acc_13_a_business_is_the_same_in_any_spelling_and_data_set() {
        let known = place(&json!({}));
        assert_same(
            &known,
            &place(&json!({"name": "Another Name", "street_address": "5 Elm St"})),
        );
        let spelt = json!({
            "name": "COPPER KETTLE BREWING", "street_address": "11 N. Main St", "city": "St. Marys",
            "zip": "31558", "phone": null, "latitude": null, "longitude": null,
        });
        assert_same(&known, &elsewhere(spelt));
        let renamed = json!({"name": "Kettle & Sons", "phone": "+1 912-555-0101"});
        assert_same(&known, &elsewhere(renamed));
    }

    #[test]
    // ACC-13
    fn acc_13_chains_and_neighbors_are_other_businesses() {
        let known = place(&json!({}));
        let branch = json!({"street_address": "900 Osborne Road"});
        assert_other(&known, &elsewhere(branch));
        let neighbor = json!({"name": "Main Street Bakery", "phone": "(912) 555-0199"});
        assert_other(&known, &elsewhere(neighbor));
        let bare = json!({
            "street_address": null, "phone": null, "latitude": null, "longitude": null,
        });
        assert_other(&known, &elsewhere(bare));
    }

    #[test]
    // ACC-13, JOB-16
    fn acc_13_a_row_of_which_only_the_id_may_be_kept_is_recognized_by_that_alone() {
        let provenance =
            json!({"source": "google", "source_id": "g", "storable": false, "sample": false});
        let row = place(&json!({"provenance": provenance}));
        assert_same(
            &row,
            &place(&json!({"name": "Anew", "provenance": provenance})),
        );
        assert_other(&row, &place(&json!({})));
        let known = identities(&row);
        assert_eq!((known.sure.len(), known.kept.len()), (1, 0));
    }

    #[test]
    // ACC-13
    fn acc_13_without_a_street_name_and_phone_or_name_and_place_decide() {
        let known = place(&json!({}));
        let by_phone = json!({
            "street_address": null, "zip": null, "latitude": null, "longitude": null,
        });
        assert_same(&known, &elsewhere(by_phone.clone()));
        let mut other_city = by_phone;
        other_city["city"] = json!("Kingsland");
        assert_other(&known, &elsewhere(other_city));
        // 70 m and 300 m to the north and to the east.
        for (latitude, longitude, is_same) in [
            (30.73113, -81.5465, true),
            (30.7305, -81.54577, true),
            (30.7332, -81.5465, false),
            (30.7305, -81.5434, false),
        ] {
            let row = elsewhere(json!({
                "street_address": null, "zip": null, "phone": null,
                "latitude": latitude, "longitude": longitude,
            }));
            assert_eq!(meets(&known, &row), is_same, "{latitude} {longitude}");
            assert_eq!(meets(&row, &known), is_same, "{latitude} {longitude}");
        }
        // If both have a street, proximity proves nothing.
        assert_other(
            &known,
            &elsewhere(json!({"street_address": "13 North Main Street"})),
        );
    }
}
