//! The process itself, under the names that Prometheus' own libraries use.

use std::fs;
use std::sync::LazyLock;

use serde_json::Value;
use store::db::now_micros;
use telemetry::Measured;

/// When the process started, in seconds since the epoch: about when this was first called.
static STARTED: LazyLock<f64> = LazyLock::new(|| now_micros() as f64 / 1e6);

/// Remembers that the process starts now.
pub(super) fn starts() {
    LazyLock::force(&STARTED);
}

pub(super) fn measure(measured: &mut Measured, health: &Value) {
    let label = |name: &'static str| (name, health[name].as_str().unwrap_or_default().to_owned());
    let build = (vec![label("version"), label("database")], 1.0);
    measured.gauge(
        "demandatlas_build_info",
        "1; which version runs, and on what",
        [build],
    );
    measured.value(
        "process_start_time_seconds",
        "When the process started, in seconds since the epoch",
        *STARTED,
    );
    measured.value(
        "process_resident_memory_bytes",
        "Memory that the process takes (Linux)",
        resident_bytes(),
    );
    let open = fs::read_dir("/proc/self/fd").ok();
    measured.value(
        "process_open_fds",
        "Open files and connections (Linux)",
        open.map(|open| open.count() as f64),
    );
}

fn resident_bytes() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024.0)
}
