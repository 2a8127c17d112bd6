//! A row's facts on the wire, next to the row's own columns, under canonical names or labels.

use std::borrow::Cow;
use std::collections::BTreeMap;

use commands::enricher::{Enricher, EnricherError, Known};
use enrichment::fields::{FIELDS, Field, FieldKind, FieldSpec};
use enrichment::{FactValue, NearbyBusiness, ScoreFactor};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::error::ApiError;

/// The reference data that facts come from, or 503 if they are unavailable.
pub(crate) async fn reference(enricher: &Enricher) -> Result<Known, ApiError> {
    enricher.known().await.map_err(|error| unavailable(&error))
}

pub(crate) fn unavailable(error: &EnricherError) -> ApiError {
    tracing::error!(%error, "the reference data are unavailable");
    ApiError::unavailable("The reference data are unavailable at the moment.")
}

/// The names of facts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Naming {
    /// Canonical names.
    #[default]
    Names,
    /// The specification's labels.
    Labels,
}

/// Facts that the specification's row calls by their canonical names, not by labels.
const NAMED_IN_THE_ROW: [Field; 2] = [Field::County, Field::CountyFips];

impl Naming {
    pub(crate) fn of(labels: bool) -> Self {
        if labels { Self::Labels } else { Self::Names }
    }

    /// The name of a column, by its canonical name.
    pub(crate) fn key(self, name: impl Into<Cow<'static, str>>) -> Cow<'static, str> {
        let name = name.into();
        match self {
            Self::Names => name,
            Self::Labels => match Field::find(&name) {
                Some(field) if !NAMED_IN_THE_ROW.contains(&field) => field.spec().label.into(),
                _ => name,
            },
        }
    }
}

/// Facts about a row's surroundings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts(pub(super) Vec<(Cow<'static, str>, Value)>);

/// A fact's value.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    Bool(bool),
    Number(#[serde(serialize_with = "short")] f64),
    Text(String),
    Businesses(Vec<NearbyBody>),
    Factors(Vec<FactorBody>),
}

/// A business near the row's.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = NearbyBusiness)]
pub(crate) struct NearbyBody {
    /// Its name.
    pub(super) name: String,
    /// Distance in statute miles, along the earth's surface.
    #[serde(serialize_with = "short")]
    pub(super) distance_mi: f64,
    /// Degrees north (WGS 84).
    #[serde(serialize_with = "short")]
    pub(super) latitude: f64,
    /// Degrees east (WGS 84).
    #[serde(serialize_with = "short")]
    pub(super) longitude: f64,
}

/// One input of a score.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ScoreFactor)]
pub(crate) struct FactorBody {
    /// The key of the fact.
    pub(super) field: String,
    /// The fact's value.
    #[serde(serialize_with = "short")]
    pub(super) input: f64,
    /// The value on the score's scale, 0 to 100; 100 is the favorable end.
    #[serde(serialize_with = "short")]
    pub(super) points: f64,
    /// Its share of the score, 0 to 1.
    #[serde(serialize_with = "short")]
    pub(super) weight: f64,
}

/// Whole numbers below this are exact in JSON and JavaScript.
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// Whole numbers without a `.0`.
pub(super) fn short<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.fract() == 0.0 && number.abs() < WHOLE {
        serializer.serialize_i64(*number as i64)
    } else {
        serializer.serialize_f64(*number)
    }
}

/// A number in a list.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Short(#[serde(serialize_with = "short")] pub(super) f64);

impl Facts {
    /// The facts stored with a row.
    pub(crate) fn new(facts: BTreeMap<String, (FactValue, usize)>, naming: Naming) -> Self {
        let each = facts.into_iter();
        Self(
            each.map(|(name, (value, _))| (naming.key(name), value.into()))
                .collect(),
        )
    }
}

impl From<FactValue> for Value {
    fn from(value: FactValue) -> Self {
        match value {
            FactValue::Bool(flag) => Self::Bool(flag),
            FactValue::Number(number) => Self::Number(number),
            FactValue::Text(text) => Self::Text(text),
            FactValue::Competitors(list) => {
                Self::Businesses(list.into_iter().map(NearbyBody::from).collect())
            }
            FactValue::Factors(list) => {
                Self::Factors(list.into_iter().map(FactorBody::from).collect())
            }
        }
    }
}

impl From<NearbyBusiness> for NearbyBody {
    fn from(business: NearbyBusiness) -> Self {
        Self {
            name: business.name,
            distance_mi: business.distance_mi,
            latitude: business.latitude,
            longitude: business.longitude,
        }
    }
}

impl From<ScoreFactor> for FactorBody {
    fn from(factor: ScoreFactor) -> Self {
        Self {
            field: factor.field,
            input: factor.input,
            points: factor.points,
            weight: factor.weight,
        }
    }
}

impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// One optional property per fact, so that clients know the types.
impl PartialSchema for Facts {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new().description(Some(
            "Facts about the row's surroundings; unknown ones are absent.",
        ));
        let object = FIELDS.iter().fold(object, |object, spec| {
            object.property(spec.name, schema_of(spec))
        });
        object.into()
    }
}

impl ToSchema for Facts {
    fn name() -> Cow<'static, str> {
        "Facts".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        for (name, schema) in [
            (NearbyBody::name(), NearbyBody::schema()),
            (FactorBody::name(), FactorBody::schema()),
        ] {
            schemas.push((name.into_owned(), schema));
        }
    }
}

fn schema_of(spec: &FieldSpec) -> RefOr<Schema> {
    let text = format!("{}. {}", spec.label, spec.description);
    let of = |kind: SchemaType| {
        ObjectBuilder::new()
            .schema_type(kind)
            .description(Some(&text))
    };
    let list = |name: Cow<'static, str>| {
        let items = Ref::from_schema_name(name);
        let list = ArrayBuilder::new().items(items).description(Some(&text));
        RefOr::T(Schema::Array(list.build()))
    };
    match spec.kind() {
        FieldKind::Flag => of(Type::Boolean.into()).into(),
        FieldKind::Number if spec.field.may_be_left_out() => {
            of(SchemaType::from_iter([Type::Number, Type::String])).into()
        }
        FieldKind::Number => of(Type::Number.into()).into(),
        FieldKind::Businesses => list(NearbyBody::name()),
        FieldKind::Factors => list(FactorBody::name()),
        FieldKind::Text
        | FieldKind::Date
        | FieldKind::Texts
        | FieldKind::Links
        | FieldKind::Outline => of(Type::String.into()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // ENR-06
    fn enr_06_labels_are_the_documents_own_and_county_keeps_its_name() {
        let key = |name: &str| Naming::Labels.key(name.to_owned()).into_owned();
        assert_eq!(key("county_weekly_wage"), "Average Weekly Wage (County)");
        assert_eq!(key("top_risk_1"), "Top_Risk_1");
        assert_eq!(key("county"), "county");
        assert_eq!(key("county_fips"), "county_fips");
        assert_eq!(key("of_an_earlier_version"), "of_an_earlier_version");
        let name = Naming::Names.key("top_risk_1".to_owned());
        assert_eq!(name, "top_risk_1");
    }
}
