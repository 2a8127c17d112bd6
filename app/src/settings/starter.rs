//! Which of the bundled data are used.

use super::declared::Declared;
use super::error::SettingsError;
use super::values::names;

/// The starter listing and the starter reference pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StarterSettings {
    /// Added to the catalogue.
    pub listing: bool,
    /// Used by enrichment.
    pub reference: bool,
}

impl StarterSettings {
    /// Neither of them.
    pub const NONE: Self = Self {
        listing: false,
        reference: false,
    };

    pub(super) fn from_declared(declared: &Declared) -> Result<Self, SettingsError> {
        let mut starter = Self::NONE;
        for name in names(&declared.starter) {
            match name {
                "listing" => starter.listing = true,
                "reference" => starter.reference = true,
                other => return Err(SettingsError::Starter(other.to_owned())),
            }
        }
        Ok(starter)
    }
}

#[cfg(test)]
mod tests {
    use confique::Config;

    use super::*;

    #[test]
    fn both_are_used_unless_the_setting_says_otherwise() {
        let starter = |text: &str| {
            let mut declared = Declared::builder().load().unwrap();
            if !text.is_empty() {
                declared.starter = text.to_owned();
            }
            StarterSettings::from_declared(&declared)
        };
        let all = StarterSettings {
            listing: true,
            reference: true,
        };
        assert_eq!(starter("").unwrap(), all);
        assert_eq!(starter("none").unwrap(), StarterSettings::NONE);
        assert!(!starter("reference").unwrap().listing);
        let error = starter("listing, tables").unwrap_err().to_string();
        assert!(
            error.contains("'tables'") && error.contains("reference"),
            "{error}"
        );
    }
}
