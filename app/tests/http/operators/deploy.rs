//! What operators may start from (`deploy`): it asks for what a server tells, and says what to do.

use std::collections::BTreeSet;

const DOCUMENT: &str = "docs/operations.md";

fn text_of(file: &str) -> String {
    let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn found<'a>(text: &'a str, pattern: &str) -> BTreeSet<&'a str> {
    let pattern = regex::Regex::new(pattern).unwrap();
    let found = pattern
        .captures_iter(text)
        .map(|found| found.extract::<1>().1[0]);
    found.collect()
}

/// A metric that is renamed would leave a panel empty, and an alert silent.
#[test]
fn dashboard_and_alerts_ask_for_metrics_that_there_are() {
    let document = text_of(DOCUMENT);
    let documented = found(&document, r"(?m)^\| `((?:demandatlas|process)_[a-z_]+)` \|");
    assert!(documented.len() > 30, "{documented:?}");
    for file in [
        "deploy/grafana/dashboard.json",
        "deploy/prometheus/alerts.yml",
    ] {
        let asks = text_of(file);
        let asked = found(&asks, r"((?:demandatlas|process)_[a-z_]+)[\[{ )]");
        assert!(asked.len() > 10, "{file}: {asked:?}");
        for metric in asked {
            let mut parts = ["_bucket", "_sum", "_count"].into_iter();
            let whole = parts.find_map(|part| metric.strip_suffix(part));
            let is_there = [Some(metric), whole]
                .iter()
                .flatten()
                .any(|name| documented.contains(name));
            assert!(is_there, "{file}: there is no metric {metric}");
        }
    }
}

#[test]
fn each_alert_is_tested_and_its_runbook_is_there() {
    let (alerts, tests) = (
        text_of("deploy/prometheus/alerts.yml"),
        text_of("deploy/prometheus/alerts_test.yml"),
    );
    let document = text_of(DOCUMENT);
    let names = found(&alerts, r"alert: ([A-Za-z]+)");
    assert_eq!(names, found(&tests, r"  - name: (DemandAtlas[A-Za-z]+)"));
    assert_eq!(
        names,
        found(&document, r"(?m)^\| (DemandAtlas[A-Za-z]+) \|")
    );
    let headings = found(&document, r"(?m)^#+ (.+)$");
    let anchors: BTreeSet<String> = headings
        .iter()
        .map(|h| h.to_lowercase().replace(' ', "-"))
        .collect();
    let runbooks = found(&alerts, r"docs/operations\.md#([a-z-]+)");
    assert!(!runbooks.is_empty());
    for runbook in runbooks {
        assert!(anchors.contains(runbook), "{runbook}");
    }
}
