//! What is known of a business before it is enriched.

/// A business to be enriched.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Subject<'a> {
    /// Its own key, so that it is not its own competitor.
    pub key: Option<&'a str>,
    /// Latitude and longitude.
    pub coordinates: Option<(f64, f64)>,
    /// The ZIP code.
    pub zip: Option<&'a str>,
    /// The county's code, used where there are no coordinates.
    pub county_fips: Option<&'a str>,
    /// The industry's NAICS code.
    pub naics: Option<&'a str>,
    /// What the business mainly is; tells the industry where there is no code, and who competes.
    pub category: Option<&'a str>,
}
