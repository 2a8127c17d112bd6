//! The report: one Markdown table, and the environment it was measured in.

use std::fmt::{self, Write as _};
use std::process::Command;

use jiff::Timestamp;

use crate::rounds::{Series, Spread};

/// One line of the report: a contestant and a peer, measured in the same rounds.
#[derive(Debug, Clone)]
pub(crate) struct Comparison {
    pub(crate) title: String,
    pub(crate) unit: &'static str,
    pub(crate) product: Series,
    pub(crate) peer: Series,
    /// The target ratio; none if the line is for information only.
    pub(crate) target: Option<Target>,
}

/// The target of a ratio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Target {
    /// For rates.
    AtLeast(f64),
    /// For times and sizes.
    AtMost(f64),
}

impl Target {
    fn met(self, ratio: f64) -> bool {
        match self {
            Self::AtLeast(target) => ratio >= target,
            Self::AtMost(target) => ratio <= target,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(target) => write!(f, "≥ {target}x"),
            Self::AtMost(target) => write!(f, "≤ {target}x"),
        }
    }
}

impl Comparison {
    fn row(&self) -> String {
        let ratio = self.product.ratio(&self.peer);
        let (target, met) = match self.target {
            Some(target) if target.met(ratio.median) => (target.to_string(), "yes"),
            Some(target) => (target.to_string(), "**no**"),
            None => ("–".to_owned(), "–"),
        };
        format!(
            "| {} | {} | {} | {} | {} | {} | {:.2}x ({:.2}–{:.2}) | {target} | {met} |",
            self.title,
            self.unit,
            self.product.name,
            rates(self.product.spread()),
            self.peer.name,
            rates(self.peer.spread()),
            ratio.median,
            ratio.min,
            ratio.max,
        )
    }
}

fn rates(spread: Spread) -> String {
    format!(
        "{} ({}–{})",
        thousands(spread.median),
        thousands(spread.min),
        thousands(spread.max)
    )
}

fn thousands(rate: f64) -> String {
    if rate < 100.0 {
        return format!("{rate:.1}");
    }
    let digits = format!("{rate:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// All measurements, as Markdown.
pub(crate) fn markdown(server: &str, rounds: u32, comparisons: &[Comparison]) -> String {
    let mut text = String::new();
    let facts = [
        ("Machine", machine()),
        ("Server", server.to_owned()),
        ("Date", Timestamp::now().strftime("%Y-%m-%d").to_string()),
        ("Commit", commit()),
        ("Command", command()),
    ];
    for (name, value) in facts {
        writeln!(text, "- {name}: {value}").expect("writing to a String cannot fail");
    }
    write!(
        text,
        "\nMedian (least–greatest) of {rounds} interleaved rounds; the ratio is taken round by round.\n\n\
         | benchmark | unit | product | figure | peer | figure | ratio | target | met |\n\
         |---|---|---|---|---|---|---|---|---|\n"
    )
    .expect("writing to a String cannot fail");
    for comparison in comparisons {
        writeln!(text, "{}", comparison.row()).expect("writing to a String cannot fail");
    }
    text
}

/// The median ratio of each rate, by what is measured beside what, as JSON.
pub(crate) fn ratios(comparisons: &[Comparison]) -> String {
    let ratios: serde_json::Map<_, _> = comparisons
        .iter()
        .filter(|one| !matches!(one.target, Some(Target::AtMost(_))))
        .map(|one| {
            let name = format!("{}, beside {}", one.title, one.peer.name);
            (name, one.product.ratio(&one.peer).median.into())
        })
        .collect();
    serde_json::Value::Object(ratios).to_string()
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or("processor unknown", |(_, model)| model);
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    match git(&["rev-parse", "--short", "HEAD"]) {
        Some(commit) if git(&["diff", "HEAD", "--stat"]).is_some_and(|diff| diff.is_empty()) => {
            commit
        }
        Some(commit) => format!("{commit} with local changes"),
        None => "unknown".to_owned(),
    }
}

fn command() -> String {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    format!(
        "`scripts/with-postgres --durable cargo run --release -p bench -- {}`",
        arguments.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_target_is_shown_as_missed() {
        let series = |name: &str, rate| Series {
            name: name.to_owned(),
            values: vec![rate],
        };
        let mut comparison = Comparison {
            title: "B1".to_owned(),
            unit: "commands/s",
            product: series("product", 1_234.0),
            peer: series("peer", 1_000_000.0),
            target: Some(Target::AtLeast(0.7)),
        };
        let row = comparison.row();
        assert!(row.contains("| 1,234 (1,234–1,234) | peer | 1,000,000 ("));
        assert!(row.ends_with("| 0.00x (0.00–0.00) | ≥ 0.7x | **no** |"));
        comparison.target = Some(Target::AtLeast(0.001));
        assert!(comparison.row().ends_with("| ≥ 0.001x | yes |"));
        comparison.target = Some(Target::AtMost(0.001));
        assert!(comparison.row().ends_with("| ≤ 0.001x | **no** |"));
    }
}
