//! The subject of a file, for its heading and its name.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use projections::jobs::Job;
use slug::slugify;

use crate::sessions::progress::counted;

/// Cities named in a heading; the others are counted.
const NAMED_CITIES: usize = 3;

/// Characters of a file name without its extension.
const MOST_NAME_CHARS: usize = 80;

/// The subject of a file.
pub(crate) struct About {
    /// `brewery in Portland and Bend, OR`.
    pub(super) title: String,
    /// Number of businesses.
    pub(super) rows: u32,
    pub(super) enriched: bool,
    pub(super) sample: bool,
    /// When the search was started (UTC).
    pub(super) day: Date,
}

impl About {
    /// The subject of a job's rows.
    pub(crate) fn of(job: &Job) -> Self {
        let places = match &job.area {
            Some(area) => area.label(),
            None => places(&job.searched(), &job.state),
        };
        let term = &job.term;
        Self {
            title: match places.is_empty() {
                true => term.clone(),
                false => format!("{term} in {places}"),
            },
            rows: job.delivered,
            enriched: job.enrichment.enriched > 0,
            sample: job.sample,
            day: job.queued_at.to_zoned(TimeZone::UTC).date(),
        }
    }

    /// The number of businesses, in words.
    pub(super) fn count(&self) -> String {
        counted(self.rows, "business", "businesses")
    }

    /// `brewery-in-portland-and-bend-or-2026-11-21`: letters, digits and hyphens only.
    pub(crate) fn file_stem(&self) -> String {
        let sample = if self.sample { "sample-data-" } else { "" };
        let stem = stem_of(&format!("{sample}{}", self.title), MOST_NAME_CHARS);
        format!("{}-{}", stem.as_deref().unwrap_or("businesses"), self.day)
    }
}

/// A title in characters that any file system takes, at most `longest` of them; `None` if nothing is left.
pub(super) fn stem_of(title: &str, longest: usize) -> Option<String> {
    let mut stem = slugify(title);
    stem.truncate(longest);
    let stem = stem.trim_end_matches('-');
    (!stem.is_empty()).then(|| stem.to_owned())
}

/// `Portland and Bend, OR`; only the first of many cities.
fn places(cities: &[&str], state: &str) -> String {
    let named = &cities[..cities.len().min(NAMED_CITIES)];
    let others = u32::try_from(cities.len() - named.len()).unwrap_or(u32::MAX);
    let cities = match (named, others) {
        ([], _) => return state.to_owned(),
        ([one], 0) => (*one).to_owned(),
        ([first @ .., last], 0) => format!("{} and {last}", first.join(", ")),
        (named, others) => {
            let others = counted(others, "more city", "more cities");
            format!("{} and {others}", named.join(", "))
        }
    };
    match state {
        "" => cities,
        state => format!("{cities}, {state}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(title: &str, sample: bool) -> About {
        About {
            title: title.to_owned(),
            rows: 2,
            enriched: false,
            sample,
            day: jiff::civil::date(2026, 11, 21),
        }
    }

    #[test]
    // RES-03
    fn res_03_a_heading_names_some_cities_and_counts_the_others() {
        let of = |cities: &[&str]| places(cities, "OR");
        assert_eq!(of(&["Bend"]), "Bend, OR");
        assert_eq!(of(&["Portland", "Bend"]), "Portland and Bend, OR");
        assert_eq!(
            of(&["Salem", "Portland", "Bend"]),
            "Salem, Portland and Bend, OR"
        );
        assert_eq!(of(&["A", "B", "C", "D"]), "A, B, C and 1 more city, OR");
        assert_eq!(
            of(&["A", "B", "C", "D", "E"]),
            "A, B, C and 2 more cities, OR"
        );
        assert_eq!(of(&[]), "OR");
        assert_eq!(places(&["Bend"], ""), "Bend");
    }

    #[test]
    // RES-03
    fn res_03_a_files_name_says_what_was_searched_in_harmless_letters() {
        let stem = |title: &str, sample| about(title, sample).file_stem();
        assert_eq!(
            stem("brewery in Portland and Bend, OR", false),
            "brewery-in-portland-and-bend-or-2026-11-21"
        );
        assert_eq!(
            stem("café in Cañon City, CO", true),
            "sample-data-cafe-in-canon-city-co-2026-11-21"
        );
        assert_eq!(
            stem("\"../../x\"\r\nA: b; in Ely, NV", false),
            "x-a-b-in-ely-nv-2026-11-21"
        );
        assert_eq!(stem("…", false), "businesses-2026-11-21");
        assert_eq!(
            stem(&"é".repeat(500), false).len(),
            80 + "-2026-11-21".len()
        );
    }
}
