//! Gauges that are measured when somebody asks: nothing of them outlives the answer, so that what is gone (a problem, a
//! subscription) is not reported any more.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::metrics::metrics;

type Labels = Vec<(&'static str, String)>;

/// Gauges as they are now.
#[derive(Debug, Default)]
pub struct Measured(Registry);

impl Measured {
    /// The content type of [`Self::exposed`].
    pub const CONTENT_TYPE: &str = prometheus_text::CONTENT_TYPE;

    /// Adds a gauge with its series, each with its labels and value. `help` is a sentence without its full stop.
    pub fn gauge(
        &mut self,
        name: &str,
        help: &str,
        series: impl IntoIterator<Item = (Labels, f64)>,
    ) {
        let family = Family::<Labels, Gauge<f64, AtomicU64>>::default();
        for (labels, value) in series {
            family.get_or_create(&labels).set(value);
        }
        self.0.register(name, help, family);
    }

    /// Adds a gauge without labels, unless its value is not known.
    pub fn value(&mut self, name: &str, help: &str, value: impl Into<Option<f64>>) {
        self.gauge(name, help, value.into().map(|value| (Vec::new(), value)));
    }

    /// Everything that was counted so far, then these gauges, in Prometheus' text format.
    pub fn exposed(&self) -> String {
        let mut text = String::new();
        for registry in [metrics().registry(), &self.0] {
            prometheus_text::encode(&mut text, registry).expect("writing to a String cannot fail");
        }
        text
    }
}
