//! Establishments, jobs and wages by area and industry.

/// Manufacturing, retail trade, transportation: known by the first of their codes. Extracts lack them where
/// the publisher's ranges (`31-33`) were not understood.
const SPANNING_SECTORS: [u32; 3] = [31, 44, 48];

/// One industry in one area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Industry {
    /// The county's five digits, a state's code times 1000, or 0 for the nation.
    pub area: u32,
    /// Two to six digits of NAICS; 0 for all industries together.
    pub naics: u32,
    /// Establishments.
    pub establishments: Option<u32>,
    /// Jobs; none where the publisher withholds them.
    pub employment: Option<u32>,
    /// Mean weekly wage in US dollars.
    pub weekly_wage: Option<u32>,
}

/// Industries by area, sorted by area and code.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IndustryTable {
    entries: Vec<Industry>,
    /// Whether the sectors that span codes are among the two-digit ones.
    all_sectors: bool,
}

impl IndustryTable {
    /// A table from its rows; of two for the same area and industry the first stays.
    #[must_use]
    pub fn new(mut entries: Vec<Industry>) -> Self {
        entries.sort_by_key(|entry| (entry.area, entry.naics));
        entries.dedup_by_key(|entry| (entry.area, entry.naics));
        let spanning = |code: &u32| entries.iter().any(|entry| entry.naics == *code);
        Self {
            all_sectors: SPANNING_SECTORS.iter().all(spanning),
            entries,
        }
    }

    /// Whether the table has every sector (two digits), so that sectors can be ranked.
    #[must_use]
    pub fn has_all_sectors(&self) -> bool {
        self.all_sectors
    }

    /// All rows.
    #[must_use]
    pub fn entries(&self) -> &[Industry] {
        &self.entries
    }

    /// One industry in one area.
    #[must_use]
    pub fn get(&self, area: u32, naics: u32) -> Option<&Industry> {
        let found = self
            .entries
            .binary_search_by_key(&(area, naics), |e| (e.area, e.naics));
        found.ok().map(|place| &self.entries[place])
    }

    /// All industries of one area.
    #[must_use]
    pub fn of_area(&self, area: u32) -> &[Industry] {
        let start = self.entries.partition_point(|e| e.area < area);
        let end = self.entries.partition_point(|e| e.area <= area);
        &self.entries[start..end]
    }
}
