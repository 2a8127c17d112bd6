//! A fact that borrows from the reference: made without copying, turned into a [`Fact`] to be stored.

use std::borrow::Cow;

use crate::fact::{Fact, FactSource, FactValue, NearbyBusiness, ScoreFactor};
use crate::fields::Field;
use crate::pack::TableInfo;
use crate::vintage::Vintage;

/// A field's value with its source.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<'r> {
    /// The field.
    pub field: Field,
    /// Its value.
    pub value: Value<'r>,
    /// Where it is from.
    pub source: Source<'r>,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'r> {
    /// Yes or no.
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// A text that is not empty.
    Text(Cow<'r, str>),
    /// Businesses nearby.
    Competitors(Vec<NearbyBusiness>),
    /// A score's inputs.
    Factors(Vec<ScoreFactor>),
}

/// As it stands in a cell of a table: lists as JSON.
impl std::fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bool(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Competitors(list) => f.write_str(&serde_json::json!(list).to_string()),
            Self::Factors(list) => f.write_str(&serde_json::json!(list).to_string()),
        }
    }
}

/// The tables that a value is from.
#[derive(Debug, Clone, PartialEq)]
pub enum Source<'r> {
    /// One table.
    Table(&'r TableInfo),
    /// Something that is no table of the pack: its name and vintage.
    Other(Cow<'r, str>, Cow<'r, str>),
    /// Computed of several tables; never empty.
    Several(Vec<&'r TableInfo>),
}

impl<'r> Source<'r> {
    /// A source that is no table.
    #[must_use]
    pub fn other(name: &'static str, vintage: &'static str) -> Self {
        Self::Other(Cow::Borrowed(name), Cow::Borrowed(vintage))
    }

    /// The tables of several sources, each once.
    pub(crate) fn joined<'a>(sources: impl Iterator<Item = &'a Self>) -> Self
    where
        'r: 'a,
    {
        let mut tables: Vec<&'r TableInfo> = Vec::new();
        let mut other: Option<&Self> = None;
        for source in sources {
            match source {
                Self::Table(table) => add(&mut tables, table),
                Self::Several(several) => several.iter().for_each(|table| add(&mut tables, table)),
                Self::Other(..) => other = other.or(Some(source)),
            }
        }
        match (tables.as_slice(), other) {
            ([table], _) => Self::Table(table),
            ([], Some(other)) => other.clone(),
            ([], None) => Self::other("DemandAtlas", "1"),
            _ => Self::Several(tables),
        }
    }

    /// The name, or names.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Table(table) => table.spec().title.into(),
            Self::Other(name, _) => name.as_ref().into(),
            Self::Several(tables) => {
                let titles: Vec<&str> = tables.iter().map(|table| table.spec().title).collect();
                titles.join(" + ").into()
            }
        }
    }

    /// The vintage; of several tables the span.
    #[must_use]
    pub fn vintage(&self) -> Cow<'_, str> {
        match self {
            Self::Table(table) => table.vintage.label.as_str().into(),
            Self::Other(_, vintage) => vintage.as_ref().into(),
            Self::Several(tables) => {
                let spans = tables.iter().map(|table| table.vintage.clone());
                let span = spans.reduce(|a: Vintage, b| a.spanning(&b));
                span.map(|span| span.label).unwrap_or_default().into()
            }
        }
    }
}

fn add<'r>(tables: &mut Vec<&'r TableInfo>, table: &'r TableInfo) {
    if !tables
        .iter()
        .any(|there| there.id == table.id && there.vintage == table.vintage)
    {
        tables.push(table);
    }
}

impl Entry<'_> {
    /// The fact, as it is stored.
    #[must_use]
    pub fn fact(&self) -> Fact {
        let spec = self.field.spec();
        let value = match &self.value {
            Value::Bool(flag) => FactValue::Bool(*flag),
            Value::Number(number) => FactValue::Number(*number),
            Value::Text(text) => FactValue::Text(text.clone().into_owned()),
            Value::Competitors(list) => FactValue::Competitors(list.clone()),
            Value::Factors(list) => FactValue::Factors(list.clone()),
        };
        Fact {
            unit: spec
                .unit
                .name()
                .filter(|_| matches!(value, FactValue::Number(_)))
                .map(Into::into),
            value,
            level: spec.level,
            source: FactSource {
                table: self.source.name().into_owned(),
                vintage: self.source.vintage().into_owned(),
            },
        }
    }
}
