//! What a server prints at its start: its address, what is loaded, and the next step.

use ::places::{Dataset, STARTER};
use indicatif::HumanCount;

use crate::settings::Settings;

/// With more data sets than this, they are only counted.
const MOST_NAMED: usize = 6;

/// The lines for a person at the shell. `datasets` is `None` if the catalogue cannot be read.
pub(super) fn lines(
    settings: &Settings,
    datasets: Option<&[Dataset]>,
    is_development: bool,
) -> Vec<String> {
    let mut lines = vec![format!(
        "DemandAtlas serves http://{}",
        settings.server.addr
    )];
    if is_development {
        lines.push(
            "The development sign-in is on: anybody on this machine can sign in as anybody. \
             Except for development, set DEMANDATLAS_AUTH_ISSUER."
                .to_owned(),
        );
    }
    if let Some(addr) = settings.telemetry.metrics_addr {
        lines.push(format!("Metrics for Prometheus: http://{addr}/metrics"));
    }
    lines.push(format!("Loaded: {}.", loaded(settings, datasets)));
    lines.push(next_step(settings, datasets.unwrap_or_default()));
    lines
}

fn loaded(settings: &Settings, datasets: Option<&[Dataset]>) -> String {
    let Some(datasets) = datasets else {
        return "the listings cannot be read; 'demandatlas places status' says why".to_owned();
    };
    let mut parts: Vec<String> = datasets.iter().take(MOST_NAMED).map(described).collect();
    if let more @ 1.. = datasets.len().saturating_sub(MOST_NAMED) {
        parts.push(format!("{more} more listings"));
    }
    if settings.starter.listing && datasets.is_empty() {
        parts.push(format!(
            "{STARTER}, which is being unpacked and will be ready in a moment"
        ));
    }
    if parts.is_empty() {
        parts.push("no listings".to_owned());
    }
    if settings.starter.reference {
        parts.push("the starter reference pack".to_owned());
    }
    parts.join("; ")
}

fn described(dataset: &Dataset) -> String {
    let mut facts = vec![format!("{} places", HumanCount(dataset.rows))];
    facts.extend(dataset.licence.clone());
    facts.push(dataset.day().to_string());
    if dataset.shipped {
        facts.push("ships with DemandAtlas".to_owned());
    }
    format!("{} ({})", dataset.name, facts.join(", "))
}

fn next_step(settings: &Settings, datasets: &[Dataset]) -> String {
    let is_bare = datasets.iter().all(|dataset| dataset.shipped);
    if is_bare && settings.starter.listing {
        return "Next: open that address, sign in, and search for 'brewery' in Portland, OR. For every kind of \
                business in a state: demandatlas places fetch overture --state OR. For facts from \
                other tables: demandatlas reference fetch."
            .to_owned();
    }
    if datasets.is_empty() {
        return "Next: add a state's businesses: demandatlas places fetch overture --state OR."
            .to_owned();
    }
    "Next: open that address, sign in, and search. What is loaded: demandatlas places status."
        .to_owned()
}

#[cfg(test)]
mod tests {
    use ::places::catalogue::{Areas, Coverage, Kinds};

    use super::*;
    use crate::settings::{Overrides, StarterSettings};

    fn dataset(name: &str, shipped: bool) -> Dataset {
        Dataset {
            name: name.to_owned(),
            rows: 8_213,
            licence: Some("MIT".to_owned()),
            attribution: None,
            release: Some("2026-08-02".to_owned()),
            coverage: Coverage {
                areas: Areas::CitiesOfRows,
                kinds: Kinds::All,
            },
            imported_at: jiff::Timestamp::UNIX_EPOCH,
            shipped,
        }
    }

    fn said(starter: StarterSettings, datasets: Option<&[Dataset]>) -> String {
        let mut settings = Settings::load(None, &Overrides::default()).unwrap();
        settings.starter = starter;
        lines(&settings, datasets, false).join("\n")
    }

    const ALL: StarterSettings = StarterSettings {
        listing: true,
        reference: true,
    };

    #[test]
    fn the_first_run_says_what_ships_and_how_to_get_a_state() {
        let said = said(ALL, Some(&[dataset(STARTER, true)]));
        for part in [
            "DemandAtlas serves http://127.0.0.1:8080",
            "open-brewery-db (8,213 places, MIT, 2026-08-02, ships with DemandAtlas)",
            "starter reference pack",
            "demandatlas places fetch overture --state",
            "demandatlas reference fetch",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn what_is_not_there_is_not_claimed() {
        assert!(said(ALL, Some(&[])).contains("ready in a moment"));
        let nothing = said(StarterSettings::NONE, Some(&[]));
        assert!(nothing.contains("Loaded: no listings."), "{nothing}");
        assert!(said(ALL, None).contains("cannot be read"));
        let fetched = said(ALL, Some(&[dataset("overture-or", false)]));
        assert!(
            !fetched.contains("reference fetch") && !fetched.contains("ships"),
            "{fetched}"
        );
    }
}
