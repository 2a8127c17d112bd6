//! What is known of a business before it is enriched.

/// A business to be enriched.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Subject<'a> {
    /// Its own key, so that it is not its own competitor.
    pub key: Option<&'a str>,
    pub coordinates: Option<(f64, f64)>,
    pub zip: Option<&'a str>,
    /// The county's code, used if there are no coordinates.
    pub county_fips: Option<&'a str>,
    pub naics: Option<&'a str>,
    /// The main category: decides the competitors, and the industry if there is no code.
    pub category: Option<&'a str>,
}

impl<'a> Subject<'a> {
    /// The category, unless that is blank.
    pub(super) fn category(&self) -> Option<&'a str> {
        self.category.filter(|category| !category.trim().is_empty())
    }
}
