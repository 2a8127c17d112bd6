//! Refuses what was written but would be ignored: an unknown name, with the nearest right one, and a value that is
//! empty. A slip in a name must never be the reason why a default is in force.

use std::path::Path;

use super::declared::{PREFIX, all};
use super::error::SettingsError;

/// Variables that begin like settings and are none: tests, builds, and what clusters inject for a service of this name.
const NO_SETTINGS: [&str; 6] = ["CONFIG", "SOAK", "BIN", "SERVER", "GENERATE", "PORT"];
const NO_SETTINGS_WITH: [&str; 3] = ["TEST_", "SERVICE_", "PORT_"];

/// How alike two names must be for one to be offered in place of the other (Jaro-Winkler, 1 = the same).
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
pub(super) fn file(path: &Path, table: &toml::Table) -> Result<(), SettingsError> {
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
