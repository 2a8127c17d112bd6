//! The maps services.

use std::time::Duration;

use commands::limits::LiveLimitSettings;
use places::catalogue::CATALOGUE;
use places::fetch::extract::DEFAULT_EXTRACTS_URL;
use places::fetch::overture::DEFAULT_OVERTURE_URL;
use places::google::GOOGLE;
use places::osm::overpass::{DEFAULT_OVERPASS_URL, OSM};
use places::sample::SAMPLE;
use places::{GoogleSettings, OverpassSettings, Sources, SourcesSettings};
use secrecy::SecretString;
use store::live_requests::DailyLimits;

use super::declared::Declared;
use super::error::SettingsError;
use super::values::{names, wanted};

/// Which maps services are enabled, and how they are reached.
#[derive(Debug, Clone)]
pub struct SourceSettings {
    pub on: Vec<&'static str>,
    pub overpass_url: String,
    pub overture_url: String,
    pub osm_extracts_url: String,
    /// Without one Google is off.
    pub google_api_key: Option<SecretString>,
    /// If not Google's own.
    pub google_url: Option<String>,
    pub shares: LiveLimitSettings,
    /// Of a live service's response.
    pub timeout: Duration,
}

impl SourceSettings {
    pub(super) fn from_declared(declared: &Declared) -> Result<Self, SettingsError> {
        let on = names(&declared.sources)
            .map(|name| {
                let known = Sources::NAMES.into_iter().find(|known| *known == name);
                known.ok_or_else(|| SettingsError::Source(name.to_owned()))
            })
            .collect::<Result<Vec<&'static str>, SettingsError>>()?;
        if declared.live_timeout_s == 0 {
            return Err(SettingsError::Range("live_timeout_s must be at least 1."));
        }
        Ok(Self {
            on,
            overpass_url: wanted(declared.overpass_url.as_deref())
                .unwrap_or(DEFAULT_OVERPASS_URL)
                .to_owned(),
            overture_url: wanted(declared.overture_url.as_deref())
                .unwrap_or(DEFAULT_OVERTURE_URL)
                .to_owned(),
            osm_extracts_url: wanted(declared.osm_extracts_url.as_deref())
                .unwrap_or(DEFAULT_EXTRACTS_URL)
                .to_owned(),
            google_api_key: declared.google_api_key.clone(),
            google_url: wanted(declared.google_url.as_deref()).map(str::to_owned),
            shares: LiveLimitSettings {
                google: DailyLimits {
                    each: declared.google_requests_per_user,
                    all: Some(declared.google_requests_per_day),
                },
                osm: DailyLimits {
                    each: declared.osm_requests_per_user,
                    all: None,
                },
            },
            timeout: Duration::from_secs(declared.live_timeout_s),
        })
    }

    /// The settings that the sources are opened with.
    pub fn live(&self) -> SourcesSettings {
        let is_on = |name: &str| self.on.contains(&name);
        let google = self.google_api_key.clone().filter(|_| is_on(GOOGLE));
        SourcesSettings {
            osm: is_on(OSM).then(|| OverpassSettings {
                url: self.overpass_url.clone(),
                timeout: self.timeout,
                ..OverpassSettings::default()
            }),
            google: google.map(|key| {
                let mut google = GoogleSettings::new(key);
                google.timeout = self.timeout.min(google.timeout);
                google.url = self.google_url.clone().unwrap_or(google.url);
                google
            }),
            without_catalogue: !is_on(CATALOGUE),
            without_sample: !is_on(SAMPLE),
        }
    }
}

#[cfg(test)]
mod tests {
    use confique::Config;

    use super::*;

    fn chosen(
        sources: &str,
        google_api_key: Option<&str>,
    ) -> Result<SourceSettings, SettingsError> {
        let mut declared = Declared::builder().load().unwrap();
        if !sources.is_empty() {
            declared.sources = sources.to_owned();
        }
        declared.google_api_key = google_api_key.map(SecretString::from);
        SourceSettings::from_declared(&declared)
    }

    #[test]
    fn sources_are_chosen_by_name_and_google_needs_a_key() {
        let usual = chosen("", None).unwrap();
        assert_eq!(usual.on, Sources::NAMES, "all are on by default");
        let live = usual.live();
        assert!(live.osm.is_some() && live.google.is_none() && !live.without_sample);

        let live = chosen("catalogue, google", Some("s3cret")).unwrap().live();
        assert!(live.osm.is_none() && live.google.is_some() && live.without_sample);
        assert!(!live.without_catalogue);
        assert!(chosen("osm", None).unwrap().live().without_catalogue);

        let error = chosen("bing", None).unwrap_err().to_string();
        assert!(
            error.contains("'bing'") && error.contains("catalogue, osm"),
            "{error}"
        );
    }
}
