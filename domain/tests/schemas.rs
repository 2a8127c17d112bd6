//! ES-05: `docs/events` describes every event as it is stored now. A stale file fails; `make generate`
//! writes it. And `states` beside this file describes the state of every aggregate as snapshots have it:
//! another state wants another `SHAPE`.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use domain::registry::AggregateType;
use serde_json::{Value, json};

fn documents() -> Vec<(String, Value)> {
    let mut documents = Vec::new();
    for aggregate in AggregateType::ALL {
        for (name, version, schema) in aggregate.schemas() {
            let mut schema = schema.to_value();
            schema["x-aggregate"] = json!(aggregate.name());
            schema["x-version"] = json!(version);
            documents.push((format!("{}.{name}-{version}", aggregate.name()), schema));
        }
    }
    documents
}

fn manifest_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
// ES-05
fn es_05_there_is_a_current_json_schema_of_every_event() {
    let folder = manifest_dir().join("../docs/events");
    for (name, schema) in documents() {
        let file = folder.join(format!("{name}.schema.json"));
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        if std::env::var_os("DEMANDATLAS_GENERATE").is_some() {
            fs::write(&file, &text).unwrap();
        }
        let stored = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(
            stored, text,
            "{name}: run make generate and commit the file"
        );
    }
}

#[test]
// ES-05
fn es_05_stored_payloads_have_the_members_that_their_schemas_name() {
    for (name, schema) in documents() {
        let golden = manifest_dir().join(format!("tests/golden/{name}.json"));
        let payload: Value = serde_json::from_str(&fs::read_to_string(golden).unwrap()).unwrap();
        let members: BTreeSet<&str> = payload
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let required: BTreeSet<&str> = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|member| member.as_str().unwrap())
            .collect();
        let known: BTreeSet<&str> = schema["properties"]
            .as_object()
            .into_iter()
            .flat_map(|properties| properties.keys())
            .map(String::as_str)
            .collect();
        assert!(
            required.is_subset(&members),
            "{name}: {required:?} {members:?}"
        );
        assert!(members.is_subset(&known), "{name}: {members:?} {known:?}");
    }
}

/// The schema without descriptions.
fn without_words(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            // Descriptions are strings; a member of the state with that name is not.
            members.retain(|name, value| name != "description" || !value.is_string());
            members.values_mut().for_each(without_words);
        }
        Value::Array(values) => values.iter_mut().for_each(without_words),
        _ => {}
    }
}

#[test]
fn a_state_that_changed_has_another_shape() {
    for aggregate in AggregateType::ALL {
        let (shape, schema) = aggregate.state();
        let mut schema = schema.to_value();
        without_words(&mut schema);
        let name = format!("{}-{shape}", aggregate.name());
        let file = manifest_dir().join(format!("tests/states/{name}.schema.json"));
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        let stored = fs::read_to_string(&file).ok();
        if stored.is_none() && std::env::var_os("DEMANDATLAS_GENERATE").is_some() {
            fs::write(&file, text).unwrap();
            continue;
        }
        let stored = stored.unwrap_or_else(|| panic!("{name} is new: run make generate"));
        assert_eq!(
            stored,
            text,
            "the state of {} is no longer of the shape {shape}: snapshots of it would be misread, so \
             change its SHAPE, run make generate, and commit the file",
            aggregate.name()
        );
    }
}
