//! The columns of a row: names, types, and whether there are data for them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use commands::enricher::{Enricher, Known};
use enrichment::feeds::{inputs_of, tables_of};
use enrichment::fields::{
    Column, ColumnOf, Elsewhere, FIELDS, Field, FieldKind, FieldSpec, Format, Group, How, columns,
};
use enrichment::pack::{SPECS, TableInfo};
use enrichment::{GeographyLevel, NationFigure, Reference};
use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::address::Anybody;
use crate::http::compressed_text::{CompressedText, Text};
use crate::http::error::{ApiError, ErrorBody};
use crate::sessions::facts::reference;
use crate::sessions::rows::json;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(fields))
}

/// Browsers revalidate after a minute.
const CACHE: &str = "public, max-age=60, must-revalidate";

/// The columns of a row.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FieldsBody {
    /// The groups of columns, in the order of an account's page.
    groups: Vec<GroupBody>,
    /// The tables that facts come from.
    tables: Vec<TableBody>,
    /// The columns: a business's own, then the facts, in the order of exported tables.
    fields: Vec<FieldBody>,
}

/// A group of columns.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldGroup)]
pub(super) struct GroupBody {
    /// Its name.
    key: GroupKey,
    /// Its heading.
    #[schema(example = "Neighborhood Demographics")]
    label: &'static str,
}

/// A table of the reference pack.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldTable)]
pub(super) struct TableBody {
    /// Its id.
    #[schema(example = "acs")]
    id: &'static str,
    /// Its title, as cited.
    #[schema(example = "American Community Survey, 5-year")]
    title: &'static str,
    /// The publisher.
    #[schema(example = "US Census Bureau")]
    publisher: &'static str,
    /// The installed editions, newest first.
    #[schema(example = json!(["2019-2023"]))]
    vintages: Vec<String>,
}

/// A column of a row.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Field)]
pub(super) struct FieldBody {
    /// Its name: the key in JSON rows.
    #[schema(example = "median_income_tract")]
    key: &'static str,
    /// Its label on screens and in exported tables; for facts also the key with `labels=true`.
    #[schema(example = "Median Household Income (Tract)")]
    label: &'static str,
    /// All other accepted spellings, in any case.
    #[schema(example = json!(["median_household_income_tract", "Median Income Tract"]))]
    aliases: &'static [String],
    group: GroupKey,
    /// The type of its values.
    #[serde(rename = "type")]
    kind: FieldType,
    /// How its values are shown.
    format: FieldFormat,
    /// Decimals shown, for numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    decimals: Option<u8>,
    /// The unit, for numbers that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<UnitName>,
    /// What it describes: the business's listing, or an area around it.
    level: FieldLevel,
    /// Is it a fact of enrichment, or a column of the business itself?
    fact: bool,
    /// What it means, or how it is computed.
    description: &'static str,
    /// The tables that can provide it, the preferred one first.
    tables: Vec<&'static str>,
    /// The facts that it is computed from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<&'static str>,
    /// National figures for comparison, by table; facts from other tables have none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nation: Vec<NationBody>,
    /// Does this installation have data for it? Always true for a business's own columns.
    available: bool,
}

/// The national figure in an edition of a table: an average, or deciles of the areas.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NationFigure)]
pub(super) struct NationBody {
    /// The table's id.
    #[schema(example = "laus")]
    table: String,
    /// The edition.
    #[schema(example = "2022")]
    vintage: String,
    /// The national average: as published, or else the mean over all counties, weighted by the rate's base in the same
    /// table.
    #[serde(skip_serializing_if = "Option::is_none")]
    average: Option<f64>,
    /// If there is no average, as for medians: the nine figures that divide the nation's counties (or tracts) into ten
    /// groups of equal size, lowest first. The fifth is the median.
    #[serde(skip_serializing_if = "Option::is_none")]
    deciles: Option<[f64; 9]>,
}

impl NationBody {
    fn new((table, figure): (&TableInfo, NationFigure)) -> Self {
        let (average, deciles) = match figure {
            NationFigure::Average(value) => (Some(value), None),
            NationFigure::Deciles(values) => (None, Some(values)),
        };
        Self {
            table: table.id.clone(),
            vintage: table.vintage.label.clone(),
            average,
            deciles,
        }
    }
}

/// The name of a group.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(transparent)]
pub(super) struct GroupKey(&'static str);

impl PartialSchema for GroupKey {
    fn schema() -> RefOr<Schema> {
        words(Group::ALL.iter().map(|group| group.key()))
    }
}

impl ToSchema for GroupKey {
    fn name() -> Cow<'static, str> {
        "FieldGroupKey".into()
    }
}

/// The type of values.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum FieldType {
    Text,
    Number,
    Boolean,
    /// A day, a month or a year: `2014-05-01`, `2014-05`, `2014`.
    Date,
    Texts,
    /// Web addresses by name.
    Links,
    /// Latitude and longitude of corners.
    Outline,
    Businesses,
    /// A score's inputs.
    Factors,
}

/// How values are shown.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum FieldFormat {
    Text,
    YesNo,
    Percent,
    Dollars,
    Count,
    Miles,
    Years,
    Minutes,
    /// 0 to 100.
    Score,
    /// 100 if both are equal.
    Index,
    Ratio,
    /// Per 1,000 residents or per square mile, as the unit says.
    Rate,
    Degrees,
    Date,
    Phone,
    Link,
    List,
}

/// A number's unit.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(transparent)]
pub(super) struct UnitName(&'static str);

impl PartialSchema for UnitName {
    fn schema() -> RefOr<Schema> {
        let units = columns()
            .iter()
            .filter_map(|column| column.of.format().unit());
        words(units.collect::<BTreeSet<_>>())
    }
}

impl ToSchema for UnitName {
    fn name() -> Cow<'static, str> {
        "FieldUnit".into()
    }
}

fn words(known: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(known))
        .into()
}

/// What a column describes.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum FieldLevel {
    /// The business's own listing.
    Place,
    Point,
    Tract,
    County,
    State,
}

impl From<Format> for FieldType {
    fn from(format: Format) -> Self {
        match format.kind() {
            FieldKind::Text => Self::Text,
            FieldKind::Date => Self::Date,
            FieldKind::Flag => Self::Boolean,
            FieldKind::Number => Self::Number,
            FieldKind::Texts => Self::Texts,
            FieldKind::Links => Self::Links,
            FieldKind::Outline => Self::Outline,
            FieldKind::Businesses => Self::Businesses,
            FieldKind::Factors => Self::Factors,
        }
    }
}

impl From<Format> for FieldFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Flag => Self::YesNo,
            Format::Date => Self::Date,
            Format::Phone => Self::Phone,
            Format::Link => Self::Link,
            Format::Texts
            | Format::Links
            | Format::Outline
            | Format::Businesses
            | Format::Factors => Self::List,
            Format::Ratio | Format::Rating => Self::Ratio,
            Format::Percent => Self::Percent,
            Format::Usd => Self::Dollars,
            Format::People | Format::MeanPeople | Format::Count => Self::Count,
            Format::Miles => Self::Miles,
            Format::Years | Format::WholeYears => Self::Years,
            Format::Minutes => Self::Minutes,
            Format::PerThousand | Format::PerSqMi | Format::SparsePerSqMi => Self::Rate,
            Format::Score => Self::Score,
            Format::Index100 => Self::Index,
            Format::Degrees => Self::Degrees,
        }
    }
}

impl From<GeographyLevel> for FieldLevel {
    fn from(level: GeographyLevel) -> Self {
        match level {
            GeographyLevel::Point => Self::Point,
            GeographyLevel::Tract => Self::Tract,
            GeographyLevel::County => Self::County,
            GeographyLevel::State => Self::State,
        }
    }
}

impl FieldBody {
    fn new(
        column: &'static Column,
        reference: &Reference,
        available: impl Fn(&FieldSpec) -> bool,
    ) -> Self {
        let (of, format) = (column.of, column.of.format());
        let own = Self {
            key: of.name(),
            label: of.label(),
            aliases: &column.aliases,
            group: GroupKey(of.group().key()),
            kind: format.into(),
            format: format.into(),
            decimals: format.decimals(),
            unit: format.unit().map(UnitName),
            level: FieldLevel::Place,
            fact: false,
            description: of.description(),
            tables: Vec::new(),
            inputs: Vec::new(),
            nation: Vec::new(),
            available: true,
        };
        let ColumnOf::Fact(spec) = of else {
            return own;
        };
        let tables = tables_of(spec.field).iter().map(|table| table.id);
        let inputs = inputs_of(spec.field).into_iter().map(Field::name);
        Self {
            level: spec.level.into(),
            fact: true,
            tables: tables.collect(),
            inputs: inputs.collect(),
            nation: reference.nation(spec.field).map(NationBody::new).collect(),
            available: available(spec),
            ..own
        }
    }
}

/// The description of a row's columns in an installation.
fn body(known: &Known, flood_zones: bool) -> FieldsBody {
    let available = |spec: &FieldSpec| match spec.how {
        How::Outside(Elsewhere::FloodLayer) => flood_zones,
        _ => known.available[spec.field as usize],
    };
    let feeding: BTreeSet<&str> = FIELDS
        .iter()
        .flat_map(|spec| tables_of(spec.field))
        .map(|table| table.id)
        .collect();
    let tables = SPECS.iter().filter(|table| feeding.contains(table.id));
    let tables = tables.map(|table| TableBody {
        id: table.id,
        title: table.title,
        publisher: table.publisher,
        vintages: known
            .reference
            .vintages(table)
            .into_iter()
            .map(str::to_owned)
            .collect(),
    });
    let groups = Group::ALL.iter().map(|group| GroupBody {
        key: GroupKey(group.key()),
        label: group.label(),
    });
    FieldsBody {
        groups: groups.collect(),
        tables: tables.collect(),
        fields: columns()
            .iter()
            .map(|column| FieldBody::new(column, &known.reference, available))
            .collect(),
    }
}

/// The columns of a row: names, types, and whether this installation has data for them. Needs no token. Cacheable;
/// revalidate with `If-None-Match`.
#[utoipa::path(
    get, path = "/api/fields", operation_id = "listFields", tag = "server", security(()),
    responses(
        (status = 200, description = "The columns of a row", body = FieldsBody),
        (status = 304, description = "Unchanged since the ETag in If-None-Match"),
        (status = 503, description = "The reference data are unavailable at the moment", body = ErrorBody)
    )
)]
pub(super) async fn fields(
    _: Anybody,
    State(enricher): State<Arc<Enricher>>,
    State(texts): State<Arc<CompressedText<Known>>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let known = reference(&enricher).await?;
    let is_same = |one: &Known, other: &Known| {
        Arc::ptr_eq(&one.reference, &other.reference)
            && Arc::ptr_eq(&one.available, &other.available)
    };
    let text = |known: &Known| {
        let body = body(known, enricher.looks_up_flood_zones());
        Text::new("application/json", json(&body).into())
    };
    let text = texts.get(known, is_same, text);
    Ok(text.answer(&headers, CACHE))
}
