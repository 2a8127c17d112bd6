//! A fact that borrows from the reference: built without copying, converted for storage at the end.

use std::borrow::Cow;

use crate::fact::{FactSource, FactValue, NearbyBusiness, ScoreFactor};
use crate::fields::Field;
use crate::pack::TableInfo;
use crate::vintage::Vintage;

/// A field's value with its source.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<'r> {
    pub field: Field,
    pub value: Value<'r>,
    pub source: Source<'r>,
}

/// A field's value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'r> {
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// A text that is not empty.
    Text(Cow<'r, str>),
    Competitors(Vec<NearbyBusiness>),
    Factors(Vec<ScoreFactor>),
}

/// Where a value is from.
#[derive(Debug, Clone, PartialEq)]
pub enum Source<'r> {
    Table(&'r TableInfo),
    /// Something other than a table of the pack: its name, its vintage and, if known, its licence.
    Other(Cow<'r, str>, Cow<'r, str>, Option<Cow<'r, str>>),
    /// Computed from several tables, or from a table and a list that is not of the pack.
    Several(Vec<&'r TableInfo>, Option<List<'r>>),
}

/// A list that is not of the pack.
#[derive(Debug, Clone, PartialEq)]
pub struct List<'r> {
    /// With its release: the vintage is that of the tables.
    name: Cow<'r, str>,
    licence: Option<Cow<'r, str>>,
}

impl<'r> Source<'r> {
    /// A source that is not a table.
    #[must_use]
    pub fn other(name: &'static str, vintage: &'static str) -> Self {
        Self::Other(Cow::Borrowed(name), Cow::Borrowed(vintage), None)
    }

    /// The tables and the list of several sources, without duplicates.
    pub(crate) fn joined<'a>(sources: impl Iterator<Item = &'a Self>) -> Self
    where
        'r: 'a,
    {
        let mut tables: Vec<&'r TableInfo> = Vec::new();
        let mut other: Option<&Self> = None;
        for source in sources {
            match source {
                Self::Table(table) => add(&mut tables, table),
                Self::Several(several, list) => {
                    several.iter().for_each(|table| add(&mut tables, table));
                    other = other.or(list.as_ref().map(|_| source));
                }
                Self::Other(..) => other = other.or(Some(source)),
            }
        }
        match (tables.as_slice(), other) {
            ([table], None) => Self::Table(table),
            ([], Some(other)) => other.clone(),
            ([], None) => Self::other("DemandAtlas", "1"),
            _ => Self::Several(tables, other.and_then(Self::list)),
        }
    }

    fn list(&self) -> Option<List<'r>> {
        match self {
            Self::Table(_) => None,
            Self::Several(_, list) => list.clone(),
            Self::Other(name, release, licence) => Some(List {
                name: format!("{name} ({release})").into(),
                licence: licence.clone(),
            }),
        }
    }

    /// Whether both are the same source within one pack.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Table(a), Self::Table(b)) => std::ptr::eq(*a, *b),
            (Self::Several(a, of_a), Self::Several(b, of_b)) => {
                let same = |(a, b): (&&TableInfo, &&TableInfo)| std::ptr::eq(*a, *b);
                a.len() == b.len() && a.iter().zip(b).all(same) && of_a == of_b
            }
            (Self::Other(..), Self::Other(..)) => self == other,
            _ => false,
        }
    }

    /// The name, or several joined.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Table(table) => table.spec().title.into(),
            Self::Other(name, ..) => name.as_ref().into(),
            Self::Several(tables, list) => {
                let titles = tables.iter().map(|table| table.spec().title);
                let list = list.iter().map(|list| list.name.as_ref());
                list.chain(titles).collect::<Vec<_>>().join(" + ").into()
            }
        }
    }

    /// The vintage, or the span of several.
    #[must_use]
    pub fn vintage(&self) -> Cow<'_, str> {
        match self {
            Self::Table(table) => table.vintage.label.as_str().into(),
            Self::Other(_, vintage, _) => vintage.as_ref().into(),
            Self::Several(tables, _) => {
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
    /// The value for storage and display, rounded to meaningful digits.
    #[must_use]
    pub fn fact(&self) -> FactValue {
        let format = self.field.spec().format;
        match &self.value {
            Value::Bool(flag) => FactValue::Bool(*flag),
            Value::Number(number) => FactValue::Number(format.rounded(*number)),
            Value::Text(text) => FactValue::Text(text.clone().into_owned()),
            Value::Competitors(list) => {
                FactValue::Competitors(list.iter().map(NearbyBusiness::rounded).collect())
            }
            Value::Factors(list) => {
                FactValue::Factors(list.iter().map(ScoreFactor::rounded).collect())
            }
        }
    }

    /// The source for storage.
    #[must_use]
    pub fn source(&self) -> FactSource {
        let level = self.field.spec().level;
        let tables = match &self.source {
            Source::Table(table) => std::slice::from_ref(table),
            Source::Several(tables, _) => tables,
            Source::Other(..) => &[],
        };
        let own = match &self.source {
            Source::Other(_, _, licence) => licence.as_deref(),
            Source::Several(_, list) => list.as_ref().and_then(|list| list.licence.as_deref()),
            Source::Table(_) => None,
        };
        let licences = tables.iter().map(|table| table.licence.as_str());
        let licence = joined(own.into_iter().chain(licences));
        FactSource {
            table: self.source.name().into_owned(),
            vintage: self.source.vintage().into_owned(),
            publisher: joined(tables.iter().map(|table| table.spec().publisher)),
            licence,
            tables: tables.iter().map(|table| table.id.clone()).collect(),
            level: Some(level),
        }
    }
}

/// The distinct texts in order, joined; `None` if there are none.
fn joined<'t>(texts: impl Iterator<Item = &'t str>) -> Option<String> {
    let mut different: Vec<&str> = Vec::new();
    for text in texts.filter(|text| !text.is_empty()) {
        if !different.contains(&text) {
            different.push(text);
        }
    }
    (!different.is_empty()).then(|| different.join(" + "))
}
