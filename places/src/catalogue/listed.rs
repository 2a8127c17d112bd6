//! Which of some businesses are listed, by what a business is recognized by ([`crate::identity`]).
//!
//! Nearly every identity includes the name, so listings are looked up by their names. One that has another name
//! can still be known by its phone number, street and ZIP code: for businesses that were not found, the listings
//! of their cities are looked through for their phone numbers.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use tantivy::collector::DocSetCollector;
use tantivy::query::{Query, TermSetQuery};
use tantivy::schema::Value as _;
use tantivy::{DocAddress, TantivyDocument, Term};
use us::UsState;

use super::error::{CatalogueError, unreadable};
use super::looks::blocking;
use super::schema::{Fields, location_term};
use super::view::{CatalogueReader, View, read};
use crate::identity::{digits, identities, phone};
use crate::text::phrase_key;
use crate::{Identity, Place};

/// The listing of each business, if there is one.
pub(super) async fn listed(
    reader: CatalogueReader,
    fields: Fields,
    businesses: Vec<Place>,
) -> Result<Vec<Option<Place>>, CatalogueError> {
    blocking(move || {
        let view = reader.view()?;
        let mut sought = Sought::new(&view, fields, &businesses);
        sought.by_names()?;
        sought.by_phones()?;
        Ok(sought.found)
    })
    .await
}

struct Sought<'b> {
    view: &'b View,
    fields: Fields,
    businesses: &'b [Place],
    /// Whose identities are whose.
    known: HashMap<Identity, Vec<usize>>,
    found: Vec<Option<Place>>,
}

/// What [`Sought::by_phones`] reads of each listing.
#[derive(Deserialize)]
struct PhoneAndZip {
    #[serde(default)]
    phone: Option<String>,
    #[serde(default)]
    zip: Option<String>,
}

/// A phone number and a ZIP code; `None` if one is missing.
fn phone_and_zip(number: Option<&str>, zip: Option<&str>) -> Option<(String, String)> {
    let both = (phone(number), digits(zip, 5));
    (!both.0.is_empty() && both.1.len() == 5).then_some(both)
}

impl<'b> Sought<'b> {
    fn new(view: &'b View, fields: Fields, businesses: &'b [Place]) -> Self {
        let mut known: HashMap<Identity, Vec<usize>> = HashMap::new();
        for (index, business) in businesses.iter().enumerate() {
            for identity in identities(business).stored() {
                known.entry(identity.clone()).or_default().push(index);
            }
        }
        Self {
            view,
            fields,
            businesses,
            known,
            found: vec![None; businesses.len()],
        }
    }

    fn by_names(&mut self) -> Result<(), CatalogueError> {
        let names = self.businesses.iter().map(|one| phrase_key(&one.name));
        let names: HashSet<String> = names.collect();
        for address in self.having(self.fields.name, &names)? {
            self.meet(address)?;
        }
        Ok(())
    }

    fn by_phones(&mut self) -> Result<(), CatalogueError> {
        let mut cities = HashSet::new();
        let mut wanted = HashSet::new();
        for (business, found) in self.businesses.iter().zip(&self.found) {
            if found.is_none()
                && business.street_address.is_some()
                && let Some(both) =
                    phone_and_zip(business.phone.as_deref(), business.zip.as_deref())
                && let Some(city) = city_of(business)
            {
                cities.insert(city);
                wanted.insert(both);
            }
        }
        for address in self.having(self.fields.location, &cities)? {
            let PhoneAndZip { phone, zip } = self.brief(address)?;
            let both = phone_and_zip(phone.as_deref(), zip.as_deref());
            if both.is_some_and(|both| wanted.contains(&both)) {
                self.meet(address)?;
            }
        }
        Ok(())
    }

    /// The visible listings that have one of some terms in a field, in the order of the index: those next to each other
    /// are read together.
    fn having(
        &self,
        field: tantivy::schema::Field,
        texts: &HashSet<String>,
    ) -> Result<Vec<DocAddress>, CatalogueError> {
        let terms = texts.iter().map(|text| Term::from_field_text(field, text));
        let query: Box<dyn Query> = Box::new(TermSetQuery::new(terms));
        let query = self.view.visible(self.fields, query);
        let found = self.view.searcher.search(&query, &DocSetCollector);
        let mut found: Vec<_> = found.map_err(unreadable)?.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }

    /// Notes whose listing it is.
    fn meet(&mut self, address: DocAddress) -> Result<(), CatalogueError> {
        let listing = read(&self.view.searcher, self.fields, address)?;
        for identity in identities(&listing).looked_up() {
            for index in self.known.get(identity).into_iter().flatten() {
                self.found[*index].get_or_insert_with(|| listing.clone());
            }
        }
        Ok(())
    }

    fn brief(&self, address: DocAddress) -> Result<PhoneAndZip, CatalogueError> {
        let document: TantivyDocument = self.view.searcher.doc(address).map_err(unreadable)?;
        let json = document.get_first(self.fields.document);
        let json = json.as_ref().and_then(|value| value.as_bytes());
        let json = json.ok_or_else(|| unreadable("a row without its document"))?;
        serde_json::from_slice(json).map_err(unreadable)
    }
}

/// The term of a business's city.
fn city_of(business: &Place) -> Option<String> {
    let state = UsState::parse(business.state.as_deref()?)?;
    location_term(state, business.city.as_deref()?)
}
