//! The catalogue's index: its fields, and how a place becomes a document.
//!
//! Words are folded by [`crate::text`] before they reach the index, so the index itself only splits at
//! spaces. Any change here makes older indexes unreadable, which is reported when one is opened.

use tantivy::query::{Query, TermQuery};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{IndexSettings, TantivyDocument, Term};
use us::UsState;

use super::error::CatalogueError;
use crate::Place;
use crate::taxonomy::concept_of;
use crate::text::{Word, city_key, phrase_of, words};

/// The tokenizer that splits at spaces and does nothing else.
const SPACES: &str = "whitespace";

#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    /// The import that the row belongs to.
    pub(super) import: Field,
    /// State and city as one term; rows that lack either have none.
    pub(super) location: Field,
    /// The row's cell; rows without coordinates have none.
    pub(super) cell: Field,
    /// Words of the name and of all categories.
    pub(super) words: Field,
    pub(super) category_words: Field,
    /// Each category as one term: as written, and as the key of the kind that it names.
    pub(super) category: Field,
    /// The name as one term.
    pub(super) name: Field,
    /// The first 64 bits of the company key: breaks ties, and identifies duplicates.
    pub(super) key: Field,
    /// The source's confidence, if it gives one.
    pub(super) confidence: Field,
    /// The place as JSON.
    pub(super) document: Field,
}

/// Fast fields, which are accessed by name.
pub(super) const KEY: &str = "key";
pub(super) const CONFIDENCE: &str = "confidence";

pub(super) fn schema() -> (Schema, Fields) {
    let folded_words = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(SPACES)
            .set_index_option(IndexRecordOption::Basic)
            .set_fieldnorms(false),
    );
    let mut schema = Schema::builder();
    let fields = Fields {
        import: schema.add_text_field("import", STRING),
        location: schema.add_text_field("location", STRING),
        cell: schema.add_text_field("cell", STRING),
        words: schema.add_text_field("words", folded_words.clone()),
        category_words: schema.add_text_field("category_words", folded_words),
        category: schema.add_text_field("category", STRING),
        name: schema.add_text_field("name", STRING),
        key: schema.add_u64_field(KEY, FAST | INDEXED),
        confidence: schema.add_f64_field(CONFIDENCE, FAST),
        document: schema.add_bytes_field("document", STORED),
    };
    (schema.build(), fields)
}

/// The index's settings: small blocks of documents, because the places of a city are spread out, and reading
/// each decompresses its block.
pub(super) fn settings() -> IndexSettings {
    IndexSettings {
        docstore_blocksize: 4_096,
        ..IndexSettings::default()
    }
}

impl Fields {
    /// The document of an imported place.
    pub(super) fn document(
        &self,
        place: &Place,
        import: &str,
    ) -> Result<TantivyDocument, CatalogueError> {
        let unwritable = |reason: String| CatalogueError::Write { reason };
        let json = serde_json::to_vec(place).map_err(|error| unwritable(error.to_string()))?;
        let mut document = TantivyDocument::new();
        document.add_text(self.import, import);
        if let Some(location) = location_of(place) {
            document.add_text(self.location, location);
        }
        if let Some((latitude, longitude)) = place.coordinates() {
            document.add_text(self.cell, cell(latitude, longitude));
        }
        let name = words(&place.name);
        document.add_text(self.name, phrase_of(&name));
        document.add_text(self.words, index_words(&name));
        for category in &place.categories {
            let category = words(category);
            let folded = index_words(&category);
            let phrase = phrase_of(&category);
            let concept = concept_of(&phrase);
            if concept != phrase {
                document.add_text(self.category, concept);
            }
            document.add_text(self.category, phrase);
            document.add_text(self.words, &folded);
            document.add_text(self.category_words, folded);
        }
        document.add_u64(self.key, key_order(&place.key).map_err(unwritable)?);
        if let Some(confidence) = place.provenance.confidence {
            document.add_f64(self.confidence, confidence);
        }
        document.add_bytes(self.document, &json);
        Ok(document)
    }

    /// The term that all rows of one import share.
    pub(super) fn import_term(&self, import: &str) -> Term {
        Term::from_field_text(self.import, import)
    }
}

/// The term for a city of a state.
pub(super) fn location_term(state: UsState, city: &str) -> Option<String> {
    let city = city_key(city, state);
    (!city.is_empty()).then(|| format!("{}/{city}", state.code()))
}

/// The rows with a term.
pub(super) fn has(field: Field, text: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(
        Term::from_field_text(field, text),
        IndexRecordOption::Basic,
    ))
}

/// The width and height of a cell.
pub(super) const CELL_DEGREES: f64 = 0.1;

/// The term for the cell of a point.
pub(super) fn cell(latitude: f64, longitude: f64) -> String {
    let index = |degrees: f64| (degrees / CELL_DEGREES).floor() as i64;
    format!("{}/{}", index(latitude), index(longitude))
}

fn location_of(place: &Place) -> Option<String> {
    let state = UsState::parse(place.state.as_deref()?)?;
    location_term(state, place.city.as_deref()?)
}

/// Every part of every word, and hyphenated words also as one, separated by spaces.
fn index_words(words: &[Word]) -> String {
    let mut all = phrase_of(words);
    for joined in words.iter().filter_map(Word::joined) {
        all.push(' ');
        all.push_str(&joined);
    }
    all
}

/// The first 64 bits of a company key as a number; preserves the order of keys.
fn key_order(key: &str) -> Result<u64, String> {
    key.get(..16)
        .and_then(|head| u64::from_str_radix(head, 16).ok())
        .ok_or_else(|| format!("'{key}' is not a company key"))
}
