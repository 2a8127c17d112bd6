//! From a category in words to NAICS 2022, for the most searched kinds of local business.
//!
//! This is our own reading of the Census Bureau's index of industries. A category that is not listed has no
//! code; nothing is guessed from a part of it.

use crate::industry_codes::Edition;

/// The industries of a kind of business.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// In lower case, one of them: `dentist`.
    pub name: &'static str,
    /// In NAICS 2022.
    pub codes: &'static [u32],
}

/// Kinds that had their own industry in NAICS 2017 but not in NAICS 2022.
const FINER_IN_2017: &[(&str, u32)] = &[("computer repair", 811212)];

impl Kind {
    /// The kind of a category, in either number and any spelling.
    #[must_use]
    pub fn named(category: &str) -> Option<Self> {
        kind_of_category(category)
    }

    /// Does another kind count the same industries, so that the figures are not its own?
    #[must_use]
    pub fn shares_its_codes(self) -> bool {
        kinds().any(|other| other.name != self.name && other.codes == self.codes)
    }

    /// Sorted, each once.
    pub(crate) fn codes_in(self, edition: Edition) -> Vec<u32> {
        if edition == Edition::Of2017
            && let Some((_, code)) = FINER_IN_2017.iter().find(|(name, _)| *name == self.name)
        {
            return vec![*code];
        }
        let codes = self.codes.iter();
        let mut codes: Vec<u32> = codes.flat_map(|code| edition.of_2022(*code)).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}

/// All kinds, by name.
pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    CATEGORIES.iter().map(|&(name, codes)| Kind { name, codes })
}

/// The kind of a category: `Brewery`, `coffee_shop`, `dentists`.
pub(crate) fn kind_of_category(category: &str) -> Option<Kind> {
    let words = category.trim().to_lowercase().replace(['_', '-'], " ");
    let find = |words: &str| {
        let found = CATEGORIES.binary_search_by_key(&words, |(name, _)| name);
        found.ok().map(|place| CATEGORIES[place])
    };
    find(&words)
        .or_else(|| find(words.strip_suffix('s')?))
        .or_else(|| find(&format!("{}y", words.strip_suffix("ies")?)))
        .map(|(name, codes)| Kind { name, codes })
}

/// Sorted by name.
const CATEGORIES: &[(&str, &[u32])] = &[
    ("accountant", &[541211]),
    ("accounting", &[541211]),
    ("advertising agency", &[541810]),
    ("alcohol", &[445320]),
    ("amusement park", &[713110]),
    ("appliance store", &[449210]),
    ("architect", &[541310]),
    ("art gallery", &[459920]),
    ("attorney", &[541110]),
    ("auto body shop", &[811121]),
    ("auto parts", &[441330]),
    ("auto repair", &[811111]),
    ("bakery", &[311811]),
    ("bank", &[522110]),
    ("bar", &[722410]),
    ("barber", &[812111]),
    ("barbershop", &[812111]),
    ("beauty", &[812112]),
    ("beauty salon", &[812112]),
    ("bed and breakfast", &[721191]),
    ("book store", &[459210]),
    ("books", &[459210]),
    ("bowling alley", &[713950]),
    ("brewery", &[312120]),
    ("butcher", &[445240]),
    ("cafe", &[722515]),
    ("campground", &[721211]),
    ("car", &[441110]),
    ("car dealer", &[441110]),
    ("car parts", &[441330]),
    ("car rental", &[532111]),
    ("car repair", &[811111]),
    ("car wash", &[811192]),
    ("carpenter", &[238350]),
    ("casino", &[713210]),
    ("caterer", &[722320]),
    ("chemist", &[456110]),
    ("childcare", &[624410]),
    ("chiropractor", &[621310]),
    ("church", &[813110]),
    ("cleaning service", &[561720]),
    ("clinic", &[621493]),
    ("clothes", &[458110]),
    ("clothing store", &[458110]),
    ("coffee", &[722515]),
    ("coffee shop", &[722515]),
    ("college", &[611210]),
    ("computer repair", &[811210]),
    ("concrete contractor", &[238110]),
    ("convenience", &[445131]),
    ("convenience store", &[445131]),
    ("cosmetics", &[456120]),
    ("credit union", &[522130]),
    ("day care", &[624410]),
    ("dentist", &[621210]),
    ("department store", &[455110]),
    ("distillery", &[312140]),
    ("doctor", &[621111]),
    ("doctors", &[621111]),
    ("doityourself", &[444110]),
    ("driving school", &[611692]),
    ("drugstore", &[456110]),
    ("dry cleaner", &[812320]),
    ("dry cleaning", &[812320]),
    ("electrician", &[238210]),
    ("electronics", &[449210]),
    ("electronics store", &[449210]),
    ("engineering", &[541330]),
    ("estate agent", &[531210]),
    ("farm", &[111998]),
    ("fast food", &[722513]),
    ("fast food restaurant", &[722513]),
    ("fitness center", &[713940]),
    ("fitness centre", &[713940]),
    ("flooring", &[238330]),
    ("florist", &[459310]),
    ("food truck", &[722330]),
    ("fuel", &[457110, 457120]),
    ("funeral home", &[812210]),
    ("furniture", &[449110]),
    ("furniture repair", &[811420]),
    ("furniture store", &[449110]),
    ("garden centre", &[444240]),
    ("gas station", &[457110, 457120]),
    ("general contractor", &[236118]),
    ("gift", &[459420]),
    ("gift shop", &[459420]),
    ("golf course", &[713910]),
    ("greengrocer", &[445230]),
    ("grocery", &[445110]),
    ("grocery store", &[445110]),
    ("gym", &[713940]),
    ("hair salon", &[812112]),
    ("hairdresser", &[812112]),
    ("hardware", &[444140]),
    ("hardware store", &[444140]),
    ("home builder", &[236115]),
    ("home health care", &[621610]),
    ("home improvement", &[444110]),
    ("hospital", &[622110]),
    ("hotel", &[721110]),
    ("hvac", &[238220]),
    ("ice cream", &[722515]),
    ("insurance", &[524210]),
    ("insurance agency", &[524210]),
    ("it services", &[541512]),
    ("janitorial", &[561720]),
    ("jewelry", &[458310]),
    ("jewelry store", &[458310]),
    ("juice bar", &[722515]),
    ("kindergarten", &[624410]),
    ("landscaper", &[561730]),
    ("landscaping", &[561730]),
    ("laundromat", &[812310]),
    ("laundry", &[812310]),
    ("law firm", &[541110]),
    ("lawyer", &[541110]),
    ("liquor store", &[445320]),
    ("machine shop", &[332710]),
    ("marketing agency", &[541810]),
    ("medical laboratory", &[621511]),
    ("motel", &[721110]),
    ("motorcycle dealer", &[441227]),
    ("moving company", &[484210]),
    ("museum", &[712110]),
    ("music store", &[459140]),
    ("nail salon", &[812113]),
    ("nightclub", &[722410]),
    ("notary", &[541120]),
    ("nursery", &[444240]),
    ("nursing home", &[623110]),
    ("optician", &[456130]),
    ("optometrist", &[621320]),
    ("painter", &[238320]),
    ("pest control", &[561710]),
    ("pet", &[459910]),
    ("pet grooming", &[812910]),
    ("pet store", &[459910]),
    ("pharmacy", &[456110]),
    ("photographer", &[541921]),
    ("physical therapist", &[621340]),
    ("pizza", &[722513]),
    ("pizza restaurant", &[722511]),
    ("place of worship", &[813110]),
    ("plumber", &[238220]),
    ("podiatrist", &[621391]),
    ("printing", &[323111]),
    ("property management", &[531311]),
    ("psychologist", &[621330]),
    ("pub", &[722410]),
    ("real estate agency", &[531210]),
    ("real estate agent", &[531210]),
    ("restaurant", &[722511]),
    ("roofer", &[238160]),
    ("roofing", &[238160]),
    ("school", &[611110]),
    ("seafood", &[445250]),
    ("second hand", &[459510]),
    ("security", &[561612]),
    ("self storage", &[531130]),
    ("shoe store", &[458210]),
    ("shoes", &[458210]),
    ("software", &[541511]),
    ("solar", &[238210]),
    ("spa", &[812199]),
    ("sporting goods", &[459110]),
    ("sports", &[459110]),
    ("supermarket", &[445110]),
    ("tattoo", &[812199]),
    ("tattoo parlor", &[812199]),
    ("tax preparation", &[541213]),
    ("taxi", &[485310]),
    ("theater", &[711110]),
    ("thrift store", &[459510]),
    ("tires", &[441340]),
    ("toy store", &[459120]),
    ("toys", &[459120]),
    ("travel agency", &[561510]),
    ("trucking", &[484121]),
    ("tyres", &[441340]),
    ("university", &[611310]),
    ("used cars", &[441120]),
    ("veterinarian", &[541940]),
    ("veterinary", &[541940]),
    ("warehouse", &[493110]),
    ("wine shop", &[445320]),
    ("winery", &[312130]),
    ("zoo", &[712130]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::industry_codes::sector;

    #[test]
    fn categories_are_found_in_either_number_and_spelling() {
        assert!(CATEGORIES.is_sorted_by(|a, b| a.0 < b.0));
        let code = |category: &str| kind_of_category(category).map(|kind| kind.codes[0]);
        for (category, expected) in [
            ("Brewery", Some(312_120)),
            ("breweries", Some(312_120)),
            ("coffee_shop", Some(722_515)),
            ("dentists", Some(621_210)),
            ("something else", None),
            ("", None),
        ] {
            assert_eq!(code(category), expected, "{category}");
        }
    }

    #[test]
    fn each_industry_of_a_kind_stands_in_both_editions_and_counts_once() {
        for edition in [Edition::Of2017, Edition::Of2022] {
            for &(name, codes) in CATEGORIES {
                let mut codes = Kind { name, codes }.codes_in(edition);
                for code in &codes {
                    let is_industry = *code > 99_999 && edition.title(*code).is_some();
                    assert!(is_industry, "{name}: {code} is not in {edition:?}");
                }
                let all = codes.len();
                codes.sort_unstable();
                codes.dedup();
                assert_eq!(codes.len(), all, "{name} counts an industry twice");
                // What the table omits is bounded by one sector.
                assert!(
                    codes.iter().all(|code| sector(*code) == sector(codes[0])),
                    "{name}"
                );
            }
        }
        let in_2017 = |category: &str| {
            let kind = kind_of_category(category).unwrap();
            kind.codes_in(Edition::Of2017)
        };
        assert_eq!(in_2017("gas station"), [447_110, 447_190]);
        assert_eq!(in_2017("computer repair"), [811_212]);
        assert_eq!(in_2017("pharmacy"), [446_110]);
        assert_eq!(in_2017("clothes").len(), 6);
        assert_eq!(in_2017("dentist"), [621_210]);
    }

    /// Not covered by County Business Patterns: farms and notaries.
    const OUT_OF_SCOPE: [u32; 2] = [111_998, 541_120];

    #[test]
    fn each_industry_of_a_kind_stands_in_the_table_that_ships_or_is_named_as_absent() {
        let pack = crate::pack::Pack::starter().unwrap();
        let mut tables = pack.tables.iter().filter(|table| table.info.id == "cbp");
        let table = tables.next().unwrap();
        let crate::pack::TableData::Industries(industries) = &table.data else {
            panic!("industries");
        };
        let edition = industries.edition(table.info.vintage.last);
        assert_eq!(edition, Edition::Of2017);
        for &(name, codes) in CATEGORIES {
            for code in (Kind { name, codes }).codes_in(edition) {
                let absent = OUT_OF_SCOPE.contains(&code);
                assert_eq!(industries.knows(code), !absent, "{name}: {code}");
            }
        }
    }
}
