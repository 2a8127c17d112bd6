//! What an import covers completely.

use std::collections::{BTreeSet, HashMap};

use us::UsState;

use super::format::Format;
use super::options::ImportOptions;
use crate::Place;
use crate::catalogue::{Areas, Coverage, CoveredArea, Kinds};
use crate::text::phrase_key;

/// The most kinds counted. Real listings have fewer, and a column of free text must not fill the memory.
const MOST_KINDS: usize = 20_000;

/// The most kinds named.
const NAMED: usize = 5;

/// The states and kinds of a file's rows.
#[derive(Debug, Default)]
pub(super) struct Census {
    states: BTreeSet<UsState>,
    /// By a kind's key: its first spelling, and how often it occurs.
    kinds: HashMap<String, (String, u64)>,
}

impl Census {
    pub(super) fn count(&mut self, place: &Place) {
        let state = place.state.as_deref().and_then(UsState::from_code);
        self.states.extend(state);
        for category in &place.categories {
            let key = phrase_key(category);
            if let Some((_, count)) = self.kinds.get_mut(&key) {
                *count += 1;
            } else if self.kinds.len() < MOST_KINDS {
                self.kinds.insert(key, (category.clone(), 1));
            }
        }
    }

    /// What the file covers. The operator's statement takes precedence, then the requested area. A
    /// publisher's file has all kinds of business, a listing those of its rows.
    pub(super) fn coverage(self, format: Format, options: &ImportOptions) -> Coverage {
        let covers = &options.covers;
        let is_of_all_kinds = matches!(format, Format::Osm | Format::Overture);
        let areas = if !covers.areas.is_empty() {
            Areas::Listed(covers.areas.clone())
        } else if let Some(area) = &options.area {
            Areas::Listed(vec![CoveredArea::from(area)])
        } else if is_of_all_kinds {
            Areas::CitiesOfRows
        } else {
            let states = self.states.iter().map(|state| state.code().to_owned());
            Areas::Listed(states.map(CoveredArea::State).collect())
        };
        let kinds = match &covers.kinds {
            Some(kinds) => kinds.clone(),
            None if is_of_all_kinds => Kinds::All,
            None => self.kinds(),
        };
        Coverage { areas, kinds }
    }

    fn kinds(self) -> Kinds {
        let mut kinds: Vec<(String, u64)> = self.kinds.into_values().collect();
        kinds.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Kinds::OfRows {
            count: kinds.len() as u64,
            most: kinds
                .into_iter()
                .take(NAMED)
                .map(|(kind, _)| kind)
                .collect(),
        }
    }
}
