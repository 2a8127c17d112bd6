//! The CRM form on the wire, as read and as answered; both follow the domain's table of fields.

use std::collections::BTreeMap;

use commands::companies::{CrmEntry, CrmTexts};
use domain::account_record::{CRM_FIELDS, ContactStatus, CrmFieldSpec, CrmKind};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::error::ApiError;

/// The status's key and label. It is not a text of the form and has its own event.
pub(crate) const STATUS: (&str, &str) = ("status", "Status");

const EMAIL: &str = r"^\s*([^\s@]+@[^\s@]+)?\s*$";
const DAY: &str = r"^\s*(\d{4}-\d{2}-\d{2})?\s*$";

/// The form as sent by the caller. Fields that it omits stay unchanged; keys that are not the form's are ignored.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct CrmForm(BTreeMap<String, Value>);

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
                    CrmKind::Choice => text.pattern(Some(one_of(spec.choices))),
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
    /// The form's fields, checked.
    pub(crate) fn entry(&self, based_on: Option<Option<Timestamp>>) -> Result<CrmEntry, ApiError> {
        let status = match self.text(STATUS.0)?.map(str::trim) {
            None | Some("") => None,
            Some(text) => Some(ContactStatus::from_crm_text(text).ok_or_else(|| {
                let known = ContactStatus::ALL.map(ContactStatus::crm_text).join(", ");
                ApiError::invalid(format!("The status must be one of: {known}."))
            })?),
        };
        let mut texts = CrmTexts::new();
        for spec in &CRM_FIELDS {
            if let Some(text) = self.text(spec.key)? {
                texts.insert(spec.field, checked(spec, text)?);
            }
        }
        Ok(CrmEntry {
            status,
            texts,
            based_on,
        })
    }

    fn text(&self, key: &str) -> Result<Option<&str>, ApiError> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(ApiError::invalid(format!("{key} must be a string."))),
        }
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
        // The default is not recorded.
        CrmKind::Choice if spec.choices.first() == Some(&text) => Ok(String::new()),
        CrmKind::Choice if !spec.choices.contains(&text) => Err(ApiError::invalid(format!(
            "The {name} must be one of: {}.",
            spec.choices.join(", ")
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

/// The form as answered: every field, empty if nothing was written.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub(crate) struct CrmData(BTreeMap<&'static str, String>);

impl CrmData {
    pub(crate) fn new(status: ContactStatus, texts: &CrmTexts) -> Self {
        let shown = |spec: &CrmFieldSpec| {
            let text = texts.get(&spec.field).filter(|text| !text.is_empty());
            let default = spec.choices.first().copied().unwrap_or_default();
            (spec.key, text.map_or(default, String::as_str).to_owned())
        };
        let status = (STATUS.0, status.crm_text().to_owned());
        Self(CRM_FIELDS.iter().map(shown).chain([status]).collect())
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
            CrmKind::Choice => spec.choices[spec.choices.len() - 1],
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
        let form = |form: Value| serde_json::from_value::<CrmForm>(form).unwrap();
        for key in CRM_FIELDS
            .map(|spec| spec.key)
            .into_iter()
            .chain([STATUS.0])
        {
            let refused = form(json!({ (key): 1 })).entry(None).unwrap_err();
            assert_eq!(
                refused.body(None).message,
                format!("{key} must be a string.")
            );
        }
        let empty = form(json!({"status": null, "other": 1}))
            .entry(None)
            .unwrap();
        assert!(
            empty.status.is_none() && empty.texts.is_empty(),
            "{empty:?}"
        );
    }
}
