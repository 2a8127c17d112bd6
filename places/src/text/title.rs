//! Title case for names that a source writes in capitals: `MCDONALD'S OF ST. MARY'S` is
//! `McDonald's of St. Mary's`, `CVS PHARMACY` stays CVS. Only the case of letters changes, so that a name
//! compares and is found as before.

/// Exceptions to the rules: acronyms with vowels, brands.
const AS_SPELT: &[&str] = &[
    "AA",
    "AAA",
    "AARP",
    "ABC",
    "AC",
    "ADT",
    "AFC",
    "AI",
    "ALDI",
    "AMC",
    "AME",
    "AMF",
    "AMVETS",
    "ATM",
    "ATV",
    "AV",
    "BMO",
    "BJ",
    "BBVA",
    "CEFCO",
    "CPA",
    "DBA",
    "DIY",
    "EMS",
    "EMT",
    "ENT",
    "ER",
    "EV",
    "EZ",
    "FEMA",
    "GE",
    "GEICO",
    "HOA",
    "HVAC",
    "IBEW",
    "ICU",
    "IGA",
    "IHOP",
    "IKEA",
    "IRS",
    "IUOE",
    "JCPenney",
    "JPMorgan",
    "KOA",
    "LED",
    "NAACP",
    "NAPA",
    "NASA",
    "NASCAR",
    "NY",
    "NYC",
    "OB",
    "OD",
    "PA",
    "PhD",
    "QVC",
    "REI",
    "REMAX",
    "RV",
    "SUV",
    "TIAA",
    "UCLA",
    "UMC",
    "UNC",
    "UPS",
    "US",
    "USA",
    "USAA",
    "USDA",
    "USPS",
    "VA",
    "VFW",
    "YMCA",
    "YWCA",
    "AutoZone",
    "CarMax",
    "eBay",
    "FastSigns",
    "FedEx",
    "GameStop",
    "HomeGoods",
    "LensCrafters",
    "MacArthur",
    "MacDonald",
    "MacGregor",
    "MacDill",
    "OfficeMax",
    "PetSmart",
    "QuikTrip",
    "RaceTrac",
    "RaceWay",
    "TitleMax",
    "WinCo",
    "AK",
    "AZ",
    "CA",
    "GA",
    "IA",
    "IL",
    "RI",
    "UT",
    "WA",
    "WI",
    "II",
    "III",
    "IV",
    "VI",
    "VII",
    "VIII",
    "IX",
    "XI",
    "XII",
    "XIII",
    "XIV",
    "XVI",
];

/// Words without a vowel that are not acronyms.
const SHORT_WORDS: &[&str] = &[
    "BLDG", "BLVD", "BRNCH", "CLB", "CNTR", "CNTY", "CT", "CTR", "DPT", "DR", "DRS", "FLS", "FRM",
    "FT", "GRDN", "HMM", "HTS", "HWY", "JR", "LN", "LTD", "MFG", "MGMT", "MKT", "MR", "MRS", "MS",
    "MT", "MTN", "NTH", "PHARM", "PKG", "PKWY", "PL", "PLZ", "PSYCH", "PT", "RD", "RTE", "SHPS",
    "SHRT", "SMSH", "SQ", "SR", "SRVC", "ST", "STN", "STR", "STRT", "SVC", "SVCS", "TRL", "TWP",
    "VLG", "WHSE",
];

/// Words in lower case within a name.
const SMALL: &[&str] = &[
    "AND", "AT", "BY", "DE", "DEL", "FOR", "FROM", "IN", "OF", "ON", "OR", "THE", "TO", "WITH",
];

/// Lower case after a dot, as in a web address.
const DOMAINS: &[&str] = &["COM", "NET", "ORG"];

/// A name with fewer letters may well be initials.
const FEWEST_LETTERS: usize = 4;

/// Words without a vowel and with more letters than this are not acronyms.
const LONGEST_ACRONYM: usize = 5;

/// A name in capitals, converted to title case; `None` if it is not in capitals or does not change.
pub(crate) fn in_title_case(name: &str) -> Option<String> {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let is_in_capitals = letters >= FEWEST_LETTERS && !name.chars().any(char::is_lowercase);
    let titled = is_in_capitals.then(|| titled(name))?;
    (titled != name).then_some(titled)
}

/// The same for a name in any one case: `bend` becomes `Bend`.
pub(crate) fn titled(name: &str) -> String {
    let name = name.to_uppercase();
    let words: Vec<&str> = name.split(' ').collect();
    let mut titled: Vec<String> = Vec::with_capacity(words.len());
    // The first word is capitalized, also after a dash: `INN - THE BAR`.
    let mut begins = true;
    for (index, word) in words.iter().enumerate() {
        let is_last = index + 1 == words.len();
        let is_small = !begins && !is_last && SMALL.contains(word);
        titled.push(match is_small {
            true => word.to_lowercase(),
            false => compound(word),
        });
        begins = !word.chars().any(char::is_alphanumeric) && *word != "&" || word.ends_with(':');
    }
    titled.join(" ")
}

/// A word, whose parts may be joined by hyphens and the like.
fn compound(word: &str) -> String {
    // `AT&T`, `A&W`, `J.C.`, `C/O`: initials.
    let mut parts = word.split(|c: char| !c.is_alphanumeric() && !is_apostrophe(c));
    if word.contains(['&', '.', '/']) && parts.all(|part| part.chars().count() <= 1 || part == "AT")
    {
        return word.to_owned();
    }
    let mut out = String::with_capacity(word.len());
    let mut part = String::new();
    let mut before = ' ';
    for c in word.chars() {
        if c.is_alphanumeric() || is_apostrophe(c) {
            part.push(c);
            continue;
        }
        out.push_str(&after(before, &part));
        out.push(c);
        part.clear();
        before = c;
    }
    out.push_str(&after(before, &part));
    out
}

/// A part of a word, given the character before it.
fn after(before: char, part: &str) -> String {
    match before == '.' && DOMAINS.contains(&part) {
        true => part.to_lowercase(),
        false => simple(part),
    }
}

/// Letters, digits and apostrophes.
fn simple(word: &str) -> String {
    let Some(at) = word.find(is_apostrophe) else {
        return plain(word);
    };
    let (head, tail) = word.split_at(at);
    let mark: String = tail.chars().take(1).collect();
    let rest = &tail[mark.len()..];
    // `O'BRIEN`, `D'ANGELO`, but `JOE'S`, `J'S` and `DON'T`.
    let is_name = ["O", "D", "L"].contains(&head) && rest.chars().count() > 2;
    let rest = match is_name {
        true => simple(rest),
        false => rest.to_lowercase(),
    };
    format!("{}{mark}{rest}", plain(head))
}

/// Letters and digits.
fn plain(word: &str) -> String {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    if digits > 0 {
        return numbered(word);
    }
    if let Some(known) = AS_SPELT
        .iter()
        .find(|known| known.eq_ignore_ascii_case(word))
    {
        return (*known).to_owned();
    }
    let letters = word.chars().count();
    let has_vowel = word.chars().any(|c| "AEIOUY".contains(c) || !c.is_ascii());
    if letters == 1 || (!has_vowel && letters <= LONGEST_ACRONYM && !SHORT_WORDS.contains(&word)) {
        return word.to_owned();
    }
    match word.strip_prefix("MC") {
        // `MCDONALD`: no other words of that length start with these letters.
        Some(rest) if letters >= 5 && has_vowel => format!("Mc{}", capital(rest)),
        _ => capital(word),
    }
}

/// `1ST`, `24HR`, `7ELEVEN`, `H2OPS`.
fn numbered(word: &str) -> String {
    let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &word[..word.len() - letters.len()];
    match letters {
        "ST" | "ND" | "RD" | "TH" | "S" => format!("{number}{}", letters.to_lowercase()),
        _ if letters.chars().any(|c| c.is_ascii_digit()) || letters.chars().count() < 4 => {
            word.to_owned()
        }
        _ => format!("{number}{}", plain(letters)),
    }
}

/// Keeps the first letter and lowercases the others.
fn capital(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next();
    first
        .into_iter()
        .chain(chars.as_str().to_lowercase().chars())
        .collect()
}

const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '`')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::phrase_key;

    #[test]
    // RES-01
    fn res_01_names_in_capitals_are_read_as_people_write_them() {
        for (listed, read) in [
            ("JOE'S DINER", "Joe's Diner"),
            ("MCDONALD'S 1234", "McDonald's 1234"),
            ("MCDONALD’S", "McDonald’s"),
            ("O'BRIEN'S IRISH PUB", "O'Brien's Irish Pub"),
            ("D'ANGELO GRILLED SANDWICHES", "D'Angelo Grilled Sandwiches"),
            ("ST. MARY'S FOOD BANK", "St. Mary's Food Bank"),
            ("ST MARYS MT ZION CHURCH", "St Marys Mt Zion Church"),
            ("CVS PHARMACY #4411", "CVS Pharmacy #4411"),
            ("BP FOOD MART", "BP Food Mart"),
            ("KFC", "KFC"),
            ("IHOP", "IHOP"),
            ("ALDI 72", "ALDI 72"),
            ("IGA FOODLINER", "IGA Foodliner"),
            ("7-ELEVEN", "7-Eleven"),
            ("7-ELEVEN STORE 35", "7-Eleven Store 35"),
            ("K-VA-T FOOD STORES", "K-VA-T Food Stores"),
            ("WAL-MART SUPERCENTER", "Wal-Mart Supercenter"),
            ("JPMORGAN CHASE BANK", "JPMorgan Chase Bank"),
            ("JP MORGAN CHASE", "JP Morgan Chase"),
            ("AT&T STORE", "AT&T Store"),
            ("A&W ALL AMERICAN FOOD", "A&W All American Food"),
            ("H & R BLOCK", "H & R Block"),
            ("BED & BREAKFAST", "Bed & Breakfast"),
            ("T.J. MAXX", "T.J. Maxx"),
            ("BJ'S RESTAURANT", "BJ's Restaurant"),
            ("SMITH AND SONS LLC", "Smith and Sons LLC"),
            ("DAMARKOM, INC.", "Damarkom, Inc."),
            ("D. MANATEE HOLDINGS, LLC", "D. Manatee Holdings, LLC"),
            ("HOUSE OF THE RISING SUN", "House of the Rising Sun"),
            ("THE INN - THE BAR", "The Inn - The Bar"),
            ("A PLACE TO GO TO", "A Place to Go To"),
            ("JAMES A SMITH DDS PA", "James A Smith DDS PA"),
            ("HENRY VIII PUB", "Henry VIII Pub"),
            ("WORLD WAR II MUSEUM", "World War II Museum"),
            ("DR. PHIL MRS FIELDS", "Dr. Phil Mrs Fields"),
            ("1ST STREET CAFE", "1st Street Cafe"),
            ("24HR FITNESS", "24HR Fitness"),
            ("H2OPS LLC", "H2OPS LLC"),
            ("3TREE BREWERY", "3Tree Brewery"),
            ("AMAZON.COM SERVICES", "Amazon.com Services"),
            ("CAFÉ ÉCLAIR", "Café Éclair"),
            ("TAQUERIA LA MICHOACANA", "Taqueria La Michoacana"),
            ("CASA DE ORO", "Casa de Oro"),
            ("U.S. POST OFFICE", "U.S. Post Office"),
            ("FEDEX OFFICE", "FedEx Office"),
            ("PIZZA/SUBS", "Pizza/Subs"),
            ("GAS N GO", "Gas N Go"),
            ("MACHINE SHOP", "Machine Shop"),
            ("GYM ATLANTA GA", "Gym Atlanta GA"),
        ] {
            let shown = in_title_case(listed);
            assert_eq!(shown.as_deref().unwrap_or(listed), read, "{listed}");
        }
    }

    #[test]
    // RES-01
    fn res_01_mixed_case_and_initials_stay_as_the_source_writes_them() {
        for name in [
            "eBay",
            "deVine WINES",
            "McDONALD'S",
            "Bend Brewing",
            "B2B",
            "엑스트라",
            "CVS",
            "DAB",
            "",
        ] {
            assert_eq!(in_title_case(name), None, "{name}");
        }
    }

    proptest! {
        #[test]
        fn a_name_compares_as_before_and_is_read_once(name in "[A-Z0-9É'&. /-]{0,40}") {
            if let Some(read) = in_title_case(&name) {
                prop_assert_eq!(phrase_key(&read), phrase_key(&name));
                prop_assert_eq!(in_title_case(&read), None);
            }
        }
    }
}
