//! What operators see of a running server: metrics and traces.

use std::net::SocketAddr;

use url::Url;

use super::declared::Declared;
use super::error::SettingsError;
use super::values::wanted;

/// Where metrics are served, and where traces are sent.
#[derive(Debug, Clone)]
pub struct TelemetrySettings {
    pub metrics_addr: Option<SocketAddr>,
    /// The collector's address; `/v1/traces` follows.
    pub otlp_endpoint: Option<Url>,
}

impl TelemetrySettings {
    pub(super) fn from_declared(declared: &Declared) -> Result<Self, SettingsError> {
        let metrics_addr = wanted(declared.metrics_addr.as_deref());
        let metrics_addr = metrics_addr.map(address).transpose()?;
        if let Some(addr) = metrics_addr.filter(|addr| !addr.ip().is_loopback())
            && !declared.metrics_public
        {
            return Err(SettingsError::PublicMetrics(addr));
        }
        let otlp_endpoint = wanted(declared.otlp_endpoint.as_deref());
        Ok(Self {
            metrics_addr,
            otlp_endpoint: otlp_endpoint.map(collector).transpose()?,
        })
    }
}

fn address(text: &str) -> Result<SocketAddr, SettingsError> {
    text.parse()
        .map_err(|_| SettingsError::MetricsAddress(text.to_owned()))
}

fn collector(text: &str) -> Result<Url, SettingsError> {
    let wrong = || SettingsError::Collector(text.to_owned());
    let mut url: Url = text.parse().map_err(|_| wrong())?;
    if !["http", "https"].contains(&url.scheme()) {
        return Err(wrong());
    }
    let mut path = url.path_segments_mut().map_err(|()| wrong())?;
    path.pop_if_empty().extend(["v1", "traces"]);
    drop(path);
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Overrides, Settings};

    fn load(text: &str) -> Result<TelemetrySettings, SettingsError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let settings = Settings::load(Some(file.path()), &Overrides::default());
        settings.map(|settings| settings.telemetry)
    }

    #[test]
    fn metrics_are_off_or_on_loopback_unless_said_otherwise() {
        let addr = |text: &str| load(text).map(|settings| settings.metrics_addr);
        assert_eq!(addr("").unwrap(), None);
        assert_eq!(addr("metrics_addr = \"none\"").unwrap(), None);
        let message = addr("metrics_addr = \"localhost\"").unwrap_err();
        assert!(message.to_string().contains("'localhost' is neither"));
        for loopback in ["127.0.0.1:9464", "[::1]:9464"] {
            let set = addr(&format!("metrics_addr = \"{loopback}\"")).unwrap();
            assert_eq!(set.unwrap().to_string(), loopback);
        }
        let public = "metrics_addr = \"0.0.0.0:9464\"";
        let message = addr(public).unwrap_err().to_string();
        assert!(message.contains("0.0.0.0:9464") && message.contains("metrics_public = true"));
        assert!(
            addr(&format!("{public}\nmetrics_public = true"))
                .unwrap()
                .is_some()
        );
    }

    #[test]
    fn traces_go_to_the_collectors_path() {
        let endpoint = |text: &str| {
            let settings = load(&format!("otlp_endpoint = \"{text}\""));
            settings.map(|settings| settings.otlp_endpoint.map(String::from))
        };
        assert_eq!(endpoint("none").unwrap(), None);
        for (text, url) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("https://otel.example/", "https://otel.example/v1/traces"),
            (
                "https://otel.example/tenant",
                "https://otel.example/tenant/v1/traces",
            ),
        ] {
            assert_eq!(endpoint(text).unwrap().as_deref(), Some(url));
        }
        for text in ["127.0.0.1:4318", "grpc://127.0.0.1:4317", "collector"] {
            let message = endpoint(text).unwrap_err().to_string();
            assert!(message.contains(text), "{message}");
        }
    }
}
