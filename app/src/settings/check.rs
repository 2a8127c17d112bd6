//! Refuses settings that would otherwise be ignored: unknown names, with the nearest known one, and empty values. A
//! default must never apply because of a typo. Also names values of the wrong type in plain words.

use std::path::Path;

use confique::Config;
use toml::{Table, Value};

use super::declared::{Declared, NO_ADDRESS, PREFIX, all};
use super::error::SettingsError;

/// Variables with the prefix that are not settings: of tests and builds, and those that clusters inject for a service.
const NO_SETTINGS: [&str; 6] = ["CONFIG", "SOAK", "BIN", "SERVER", "GENERATE", "PORT"];
const NO_SETTINGS_WITH: [&str; 3] = ["TEST_", "SERVICE_", "PORT_"];

/// Similarity from which a name is suggested (Jaro-Winkler, 1 = the same).
const ALIKE: f64 = 0.8;

/// Checks the variables of the process.
pub(super) fn variables(
    variables: impl Iterator<Item = (String, String)>,
) -> Result<(), SettingsError> {
    for (variable, value) in variables {
        let Some(rest) = variable.strip_prefix(PREFIX) else {
            continue;
        };
        if NO_SETTINGS.contains(&rest)
            || NO_SETTINGS_WITH.iter().any(|begin| rest.starts_with(begin))
        {
            continue;
        }
        if !all().any(|setting| setting.variable == variable) {
            return Err(SettingsError::UnknownVariable {
                nearest: nearest(&variable, all().map(|setting| setting.variable)),
                variable,
            });
        }
        if value.trim().is_empty() {
            return Err(SettingsError::Empty(variable));
        }
    }
    Ok(())
}

/// Checks the names and texts of a file.
pub(super) fn file(path: &Path, table: &Table) -> Result<(), SettingsError> {
    for (name, value) in table {
        if !all().any(|setting| setting.name == name) {
            return Err(SettingsError::UnknownName {
                file: path.to_owned(),
                name: name.clone(),
                nearest: nearest(name, all().map(|setting| setting.name)),
            });
        }
        if value.as_str().is_some_and(|text| text.trim().is_empty()) {
            return Err(SettingsError::Empty(format!(
                "{name} in {}",
                path.display()
            )));
        }
    }
    Ok(())
}

/// A variable with a value of the wrong type.
pub(super) fn wrong_variable(
    mut variables: impl Iterator<Item = (String, String)>,
) -> Option<SettingsError> {
    variables.find_map(|(variable, text)| {
        let setting = all().find(|setting| setting.variable == variable)?;
        let number = text.trim().parse().ok().map(Value::Integer);
        let is_flag = |word: &str| text.trim().eq_ignore_ascii_case(word);
        let flag = ["true", "false", "yes", "no", "1", "0"]
            .into_iter()
            .any(is_flag);
        let mut meant = [
            number,
            flag.then_some(Value::Boolean(true)),
            Some(Value::String(text.clone())),
        ];
        let is_sound = meant
            .iter_mut()
            .filter_map(Option::take)
            .any(|value| fits(setting.name, value));
        (!is_sound).then(|| refused(variable, setting.name, &text))
    })
}

/// The same for a file.
pub(super) fn wrong_value(path: &Path, table: &Table) -> Option<SettingsError> {
    table.iter().find_map(|(name, value)| {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let setting = || format!("{name} in {}", path.display());
        (!fits(name, value.clone())).then(|| refused(setting(), name, &text))
    })
}

/// Does the setting accept the value?
fn fits(name: &str, value: Value) -> bool {
    let alone = Table::from_iter([(name.to_owned(), value)]);
    alone.try_into::<<Declared as Config>::Layer>().is_ok()
}

fn refused(setting: String, name: &str, text: &str) -> SettingsError {
    let is_secret = name.contains("key");
    SettingsError::Value {
        setting,
        value: if is_secret {
            "wrong".to_owned()
        } else {
            format!("'{text}'")
        },
        expected: if fits(name, Value::Integer(1)) {
            let least = i64::from(!fits(name, Value::Integer(0)));
            let most = [i64::MAX, u32::MAX.into()]
                .into_iter()
                .find(|most| fits(name, Value::Integer(*most)));
            match most {
                Some(most) if most < i64::MAX => format!("a whole number from {least} to {most}"),
                _ => format!("a whole number of at least {least}"),
            }
        } else if fits(name, Value::Boolean(true)) {
            "true or false".to_owned()
        } else if fits(name, Value::String("a word".to_owned())) {
            "a text in quotes".to_owned()
        } else {
            NO_ADDRESS.to_owned()
        },
    }
}

fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    known
        .map(|known| (strsim::jaro_winkler(known, name), known))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(variable: &str, value: &str) -> String {
        let set = [(variable.to_owned(), value.to_owned())];
        match variables(set.into_iter()) {
            Ok(()) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_misspelt_variable_is_refused_with_the_right_name() {
        let message = refused("DEMANDATLAS_AUTH_ISUER", "https://tenant.example.com/");
        assert!(
            message.contains("DEMANDATLAS_AUTH_ISUER")
                && message.contains("DEMANDATLAS_AUTH_ISSUER"),
            "{message}"
        );
        assert!(refused("DEMANDATLAS_COLOUR_OF_THE_SKY", "blue").contains("not a setting"));
    }

    #[test]
    fn a_variable_that_is_set_but_empty_is_refused() {
        assert!(refused("DEMANDATLAS_AUTH_ISSUER", " ").contains("set but empty"));
    }

    #[test]
    fn a_value_of_another_kind_is_told_without_internals() {
        let told = |variable: &str, value: &str| {
            let set = [(format!("DEMANDATLAS_{variable}"), value.to_owned())];
            wrong_variable(set.into_iter()).map(|error| error.to_string())
        };
        assert_eq!(
            told("WORKER_JOBS", "many").unwrap(),
            "DEMANDATLAS_WORKER_JOBS is 'many'; it must be a whole number from 0 to 4294967295."
        );
        assert!(told("CONNECTIONS", "0").unwrap().contains("from 1 to"));
        assert!(
            told("LIVE_TIMEOUT_S", "-3")
                .unwrap()
                .contains("of at least 0")
        );
        assert!(
            told("ENRICH_GOOGLE", "perhaps")
                .unwrap()
                .contains("true or false")
        );
        assert!(
            told("ADDR", "localhost:80")
                .unwrap()
                .contains("such as 127.0.0.1:8080")
        );
        assert_eq!(
            told("CONTACT", "12345"),
            None,
            "a text may look like a number"
        );
        let file = "auth_issuer = 7".parse().unwrap();
        let message = wrong_value(Path::new("a.toml"), &file).unwrap().to_string();
        assert_eq!(
            message,
            "auth_issuer in a.toml is '7'; it must be a text in quotes."
        );
    }

    #[test]
    fn what_tests_and_clusters_set_is_no_setting() {
        for variable in [
            "DEMANDATLAS_TEST_DATA",
            "DEMANDATLAS_SERVICE_HOST",
            "DEMANDATLAS_PORT",
            "DEMANDATLAS_PORT_8080_TCP_ADDR",
            "PATH",
        ] {
            assert_eq!(refused(variable, ""), "", "{variable}");
        }
    }
}
