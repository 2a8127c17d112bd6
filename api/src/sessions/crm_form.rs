//! The CRM form on the wire, in requests and answers; both follow the domain's table of fields.

use std::collections::BTreeMap;

use commands::companies::{CrmEntry, CrmTexts};
use domain::account_record::{CRM_FIELDS, ContactStatus, CrmFieldSpec, CrmKind};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::de::Error as _;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::error::ApiError;

/// The status's key and label. It is not one of the texts, and has its own event.
pub(crate) const STATUS: (&str, &str) = ("status", "Status");

const EMAIL: &str = r"^\s*([^\s@]+@[^\s@]+)?\s*$";
const DAY: &str = r"^\s*(\d{4}-\d{2}-\d{2})?\s*$";

/// The form in a request: fields that it leaves out do not change.
#[derive(Debug, Clone, Default)]
pub(crate) struct CrmForm {
    status: Option<String>,
    texts: CrmTexts,
}

impl<'de> Deserialize<'de> for CrmForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut said = BTreeMap::<String, Value>::deserialize(deserializer)?;
        let mut text = |key: &str| {
            let value = said.remove(key).unwrap_or_default();
            Option::<String>::deserialize(value)
                .map_err(|error| D::Error::custom(format_args!("{key}: {error}")))
        };
        let status = text(STATUS.0)?;
        let mut texts = CrmTexts::new();
        for spec in &CRM_FIELDS {
            if let Some(text) = text(spec.key)? {
                texts.insert(spec.field, text);
            }
        }
        Ok(Self { status, texts })
    }
}

impl Serialize for CrmForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(status) = &self.status {
            map.serialize_entry(STATUS.0, status)?;
        }
        for spec in &CRM_FIELDS {
            if let Some(text) = self.texts.get(&spec.field) {
                map.serialize_entry(spec.key, text)?;
            }
        }
        map.end()
    }
}

impl PartialSchema for CrmForm {
    fn schema() -> RefOr<Schema> {
        let statuses = ContactStatus::ALL.map(ContactStatus::crm_text);
        let optional = |description| {
            texts(description).schema_type(SchemaType::from_iter([Type::String, Type::Null]))
        };
        let status = optional("A status of the form.").pattern(Some(one_of(&statuses)));
        let object = ObjectBuilder::new()
            .description(Some("The form; fields that it leaves out do not change."));
        CRM_FIELDS
            .iter()
            .fold(object.property(STATUS.0, status), |object, spec| {
                let text = optional(spec.label);
                let text = match spec.kind {
                    CrmKind::Choice(choices) => text.pattern(Some(one_of(choices))),
                    CrmKind::Day => text.pattern(Some(DAY)),
                    CrmKind::Email => text.pattern(Some(EMAIL)).max_length(Some(spec.longest)),
                    CrmKind::Line | CrmKind::Text => text.max_length(Some(spec.longest)),
                };
                object.property(spec.key, text)
            })
            .into()
    }
}

impl ToSchema for CrmForm {}

fn texts(description: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
}

/// One of these words or nothing, with spaces around it.
fn one_of(words: &[&str]) -> String {
    format!(r"^\s*({})?\s*$", words.join("|"))
}

impl CrmForm {
    /// The validated content.
    pub(crate) fn entry(&self, based_on: Option<Option<Timestamp>>) -> Result<CrmEntry, ApiError> {
        let status = match self.status.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(text) => Some(ContactStatus::from_crm_text(text).ok_or_else(|| {
                let known = ContactStatus::ALL.map(ContactStatus::crm_text).join(", ");
                ApiError::invalid(format!("The status must be one of: {known}."))
            })?),
        };
        let texts = self.texts.iter();
        let texts = texts.map(|(field, text)| Ok((*field, checked(field.spec(), text)?)));
        Ok(CrmEntry {
            status,
            texts: texts.collect::<Result<_, ApiError>>()?,
            based_on,
        })
    }
}

/// A field's text, as it is stored.
fn checked(spec: &CrmFieldSpec, text: &str) -> Result<String, ApiError> {
    let text = match spec.kind {
        CrmKind::Text => text,
        _ => text.trim(),
    };
    if text.chars().count() > spec.longest || text.contains('\0') {
        let message = format!("Use at most {} characters.", spec.longest);
        return Err(ApiError::invalid(message));
    }
    if text.is_empty() {
        return Ok(String::new());
    }
    let name = spec.label.to_lowercase();
    match spec.kind {
        // The default choice is not recorded.
        CrmKind::Choice(choices) if choices.first() == Some(&text) => Ok(String::new()),
        CrmKind::Choice(choices) if !choices.contains(&text) => Err(ApiError::invalid(format!(
            "The {name} must be one of: {}.",
            choices.join(", ")
        ))),
        CrmKind::Day if text.parse::<Date>().is_err() => Err(ApiError::invalid(format!(
            "The {name} must be a day such as 2026-03-01."
        ))),
        CrmKind::Email if !is_address(text) => Err(ApiError::invalid(
            "The e-mail address must look like name@example.com.",
        )),
        _ => Ok(text.to_owned()),
    }
}

/// Text before and after one @, without spaces.
fn is_address(text: &str) -> bool {
    let whole = !text.contains(char::is_whitespace) && text.matches('@').count() == 1;
    whole && !text.starts_with('@') && !text.ends_with('@')
}

/// The form in an answer: every field, empty if nothing is written.
#[derive(Debug, Clone)]
pub(crate) struct CrmData {
    status: ContactStatus,
    texts: CrmTexts,
}

impl CrmData {
    pub(crate) fn new(status: ContactStatus, texts: &CrmTexts) -> Self {
        let texts = texts.clone();
        Self { status, texts }
    }
}

impl Serialize for CrmData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + CRM_FIELDS.len()))?;
        map.serialize_entry(STATUS.0, self.status.crm_text())?;
        for spec in &CRM_FIELDS {
            let text = self.texts.get(&spec.field).map_or("", String::as_str);
            let shown = match spec.kind {
                CrmKind::Choice([first, ..]) if text.is_empty() => first,
                _ => text,
            };
            map.serialize_entry(spec.key, shown)?;
        }
        map.end()
    }
}

impl PartialSchema for CrmData {
    fn schema() -> RefOr<Schema> {
        let status = texts("Follow Up and Converted are set in My Companies.")
            .enum_values(Some(ContactStatus::ALL.map(ContactStatus::crm_text)));
        let object = ObjectBuilder::new()
            .description(Some("The CRM form; empty fields have never been written."))
            .property(STATUS.0, status)
            .required(STATUS.0);
        CRM_FIELDS
            .iter()
            .fold(object, |object, spec| {
                let text = texts(spec.label);
                object.property(spec.key, text).required(spec.key)
            })
            .into()
    }
}

impl ToSchema for CrmData {}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    fn text_of(spec: &CrmFieldSpec) -> &'static str {
        match spec.kind {
            CrmKind::Choice(choices) => choices[choices.len() - 1],
            CrmKind::Day => "2026-03-01",
            CrmKind::Email => "grace@navy.example",
            CrmKind::Line | CrmKind::Text => "some words",
        }
    }

    #[test]
    fn acc_10_every_field_of_the_table_is_read_answered_and_described() {
        let mut said: Map<String, Value> = CRM_FIELDS
            .iter()
            .map(|spec| (spec.key.to_owned(), text_of(spec).into()))
            .collect();
        said.insert("status".to_owned(), "Customer".into());
        let form: CrmForm = serde_json::from_value(Value::Object(said.clone())).unwrap();
        assert_eq!(json!(form), json!(said), "a conflict returns what was sent");
        let entry = form.entry(None).unwrap();
        assert_eq!(
            json!(CrmData::new(entry.status.unwrap(), &entry.texts)),
            json!(said)
        );
        for schema in [CrmForm::schema(), CrmData::schema()] {
            let properties = json!(schema)["properties"].as_object().unwrap().clone();
            assert!(said.keys().eq(properties.keys()), "{properties:?}");
        }
    }

    #[test]
    fn acc_10_a_form_of_something_else_than_texts_is_refused() {
        let refused = |form: Value| serde_json::from_value::<CrmForm>(form).unwrap_err();
        for spec in &CRM_FIELDS {
            let error = refused(json!({ (spec.key): 1 })).to_string();
            assert!(
                error.contains(spec.key) && error.contains("string"),
                "{error}"
            );
        }
        let empty: CrmForm = serde_json::from_value(json!({"status": null, "other": 1})).unwrap();
        assert_eq!(json!(empty), json!({}));
    }
}
