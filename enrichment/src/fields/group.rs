//! The groups of columns, named and ordered like the account page's sections.

macro_rules! groups {
    ($($variant:ident $key:literal $label:literal;)*) => {
        /// A group of columns.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Group { $($variant),* }

        impl Group {
            /// All groups, in the page's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in the API.
            #[must_use]
            pub fn key(self) -> &'static str {
                match self { $(Self::$variant => $key),* }
            }

            /// Its heading.
            #[must_use]
            pub fn label(self) -> &'static str {
                match self { $(Self::$variant => $label),* }
            }
        }
    };
}

groups! {
    Company "company" "Company";
    Socioeconomics "socioeconomics" "Socioeconomics";
    Risk "risk" "Risk Assessment";
    Location "location" "Location";
    Access "access" "Transportation & Access";
    Neighborhood "neighborhood" "Neighborhood Demographics";
    County "county" "County Demographics";
    Infrastructure "infrastructure" "Transportation Infrastructure";
    Commuting "commuting" "Commuting & Employment";
    Housing "housing" "Housing Market Activity";
    Vehicles "vehicles" "Vehicle Ownership & Transportation";
    Tourism "tourism" "Tourism & Visitor Economy";
    Density "density" "Market Intelligence & Business Density";
    Saturation "saturation" "Market Saturation Analysis";
    Weather "weather" "Weather Risks";
    Competitors "competitors" "Competitors Nearby";
    Politics "politics" "Political Affiliation";
    Scoring "scoring" "Market Intelligence Scoring";
    Listing "listing" "Listing";
}
