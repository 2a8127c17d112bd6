//! What OpenStreetMap's tags say about a business; used for files and live answers alike.

use super::keys::KEYS;
use crate::import::listing::cells::Values;
use crate::import::listing::fields::Field;
use crate::taxonomy::taxonomy;

/// Key prefixes and values of businesses that no longer exist, or do not exist yet.
const STATES: [(&str, &str); 6] = [
    ("disused", "closed"),
    ("abandoned", "closed"),
    ("demolished", "closed"),
    ("vacant", "closed"),
    ("proposed", "planned"),
    ("construction", "planned"),
];

/// Keys of pages in social networks, optionally with the prefix `contact:`.
const NETWORKS: [(&str, Field); 4] = [
    ("facebook", Field::Facebook),
    ("instagram", Field::Instagram),
    ("linkedin", Field::Linkedin),
    ("twitter", Field::Twitter),
];

/// Networks without a field of their own; their pages are recognized by address.
const PAGES: [&str; 3] = ["youtube", "tiktok", "pinterest"];

/// The object's page.
pub(crate) fn page(kind: &str, id: i64) -> String {
    format!("https://www.openstreetmap.org/{kind}/{id}")
}

/// Whether a relation member of this role draws its outer boundary.
pub(crate) fn is_outer(role: &str) -> bool {
    ["outer", "outline", ""].contains(&role)
}

/// The tags of one object.
#[derive(Debug)]
pub(crate) struct OsmTags(Vec<(String, String)>);

impl OsmTags {
    /// The tags of an object that has a name and is some kind of business; `None` otherwise.
    pub(crate) fn of_business<'a>(
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Option<Self> {
        let (mut has_name, mut has_kind) = (false, false);
        for (key, value) in tags.clone() {
            has_name |= key == "name";
            has_kind |= value != "no" && KEYS.contains(&key);
        }
        let owned = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
        (has_name && has_kind).then(|| Self(tags.map(owned).collect()))
    }

    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str())
    }

    /// The value of `phone`, or else of `contact:phone`; the first of several.
    fn contact(&self, key: &str) -> Option<&str> {
        let value = self
            .get(key)
            .or_else(|| self.get(&format!("contact:{key}")))?;
        value.split(';').next().map(str::trim)
    }

    /// The values of `phone` and of `contact:phone`.
    fn contacts(&self, key: &str) -> impl Iterator<Item = &str> {
        let both = [self.get(key), self.get(&format!("contact:{key}"))];
        let values = both
            .into_iter()
            .flatten()
            .flat_map(|value| value.split(';'));
        values.map(str::trim).filter(|value| !value.is_empty())
    }

    /// When the business was founded. On a building, the tag may mean the building itself.
    fn founded(&self) -> Option<&str> {
        let is_building = self.get("building").is_some_and(|value| value != "no");
        self.get("start_date").filter(|_| !is_building)
    }
}

/// Writes what the tags say into a row's cells, except for id and position.
pub(crate) fn fill(tags: &OsmTags, values: &mut Values) {
    let mut copy = |field, key: &str| {
        if let Some(value) = tags.get(key) {
            values.set(field, value);
        }
    };
    copy(Field::Name, "name");
    copy(Field::City, "addr:city");
    copy(Field::State, "addr:state");
    copy(Field::Zip, "addr:postcode");
    copy(Field::Country, "addr:country");
    copy(Field::Address, "addr:full");
    copy(Field::StreetAddress, "addr:street");
    copy(Field::PlaceName, "addr:place");
    copy(Field::HouseNumber, "addr:housenumber");
    copy(Field::Unit, "addr:unit");
    copy(Field::Floor, "addr:floor");
    copy(Field::OpeningHours, "opening_hours");
    // The owner, or else the operator.
    copy(Field::OwnerNames, "owner");
    copy(Field::OwnerNames, "operator");
    copy(Field::ContentFreshness, "check_date");
    if let Some(founded) = tags.founded() {
        values.set(Field::FoundingDate, founded);
    }
    for (field, key) in [(Field::Website, "website"), (Field::Website, "url")] {
        if let Some(value) = tags.contact(key) {
            values.set(field, value);
        }
    }
    for (field, key) in [
        (Field::Phone, "phone"),
        (Field::Phone, "mobile"),
        (Field::Email, "email"),
    ] {
        for value in tags.contacts(key) {
            values.add(field, value);
        }
    }
    for key in PAGES {
        let pages = tags.contacts(key).map(str::to_owned);
        values.socials.extend(pages);
    }
    for (key, field) in NETWORKS {
        if let Some(value) = tags.contact(key) {
            values.set(field, value);
        }
    }
    categorise(|key| tags.get(key), values);
    status(tags, values);
}

/// The name of the kind that the tags mean, then the tags' own values: `Pizza Restaurant`, `restaurant`,
/// `pizza`. Every shop is also a `shop`.
fn categorise<'a>(tag: impl Fn(&str) -> Option<&'a str>, values: &mut Values) {
    if let Some(preset) = taxonomy().preset_of(&tag, &KEYS) {
        values.set(Field::Category, preset.label);
    }
    let mut add = |value: &str| {
        let value = value.trim().replace('_', " ");
        if !value.is_empty() && !["yes", "no"].contains(&value.as_str()) {
            values.add(Field::Categories, &value);
        }
    };
    for key in KEYS {
        tag(key)
            .into_iter()
            .flat_map(|value| value.split(';'))
            .for_each(&mut add);
    }
    tag("cuisine")
        .into_iter()
        .flat_map(|value| value.split(';'))
        .for_each(&mut add);
    if tag("shop").is_some_and(|value| value != "no") {
        add("shop");
    }
}

fn status(tags: &OsmTags, values: &mut Values) {
    let is_shut = |hours: &str| ["closed", "off"].contains(&hours.trim());
    if tags.get("opening_hours").is_some_and(is_shut) || tags.get("shop") == Some("vacant") {
        values.set(Field::Status, "closed");
    }
    for (key, status) in STATES {
        if tags.get(key).is_some_and(|value| value != "no") {
            values.set(Field::Status, status);
        }
    }
}
