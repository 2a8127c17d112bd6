//! E-mail addresses and phone numbers: found in texts, checked, and judged by whose they are.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::LazyLock;

use phonenumber::country::Id;
use phonenumber::{Mode, PhoneNumber};
use regex::Regex;

use crate::address::domain_of;

/// Local parts of addresses that belong to a role, not to a person.
static ROLES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("../data/roles.txt")
        .split_whitespace()
        .collect()
});

/// Those of them that a local part of several parts may have beside a place: others are names of people as well.
const ROLES_OF_PLACES: [&str; 28] = [
    "accounts",
    "admin",
    "billing",
    "booking",
    "bookings",
    "careers",
    "contact",
    "customerservice",
    "events",
    "frontdesk",
    "hello",
    "help",
    "hr",
    "info",
    "jobs",
    "marketing",
    "office",
    "order",
    "orders",
    "press",
    "reception",
    "reservation",
    "reservations",
    "sales",
    "service",
    "services",
    "support",
    "team",
];

/// Providers of mailboxes for everybody.
const FREE_MAIL: [&str; 24] = [
    "gmail.com",
    "googlemail.com",
    "yahoo.com",
    "ymail.com",
    "rocketmail.com",
    "hotmail.com",
    "outlook.com",
    "live.com",
    "msn.com",
    "aol.com",
    "icloud.com",
    "me.com",
    "mac.com",
    "comcast.net",
    "verizon.net",
    "att.net",
    "sbcglobal.net",
    "bellsouth.net",
    "cox.net",
    "charter.net",
    "earthlink.net",
    "proton.me",
    "protonmail.com",
    "gmx.com",
];

/// Local parts of examples, and of addresses that nobody reads.
const NOBODY: [&str; 14] = [
    "you",
    "your",
    "youremail",
    "yourname",
    "name",
    "email",
    "username",
    "user",
    "example",
    "someone",
    "noreply",
    "no-reply",
    "donotreply",
    "do-not-reply",
];

/// Whose an e-mail address is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailKind {
    /// A role's at the website's own domain.
    Role,
    /// Another one at the website's own domain.
    Personal,
    FreeMail,
    /// At another domain.
    Foreign,
}

impl EmailKind {
    /// Of an address on a website with this host.
    pub fn of(email: &str, host: &str) -> Self {
        let Some((local, domain)) = email.rsplit_once('@') else {
            return Self::Foreign;
        };
        let own = domain_of(host);
        if FREE_MAIL.contains(&domain) {
            return Self::FreeMail;
        }
        if domain_of(domain) != own {
            return Self::Foreign;
        }
        let plain: String = local.chars().filter(char::is_ascii_alphanumeric).collect();
        let plain = plain.trim_end_matches(|c: char| c.is_ascii_digit());
        let name = own.split('.').next().unwrap_or_default().replace('-', "");
        let parts = local.split(['.', '-', '_', '+']);
        let is_role = ROLES.contains(plain) || plain == name || {
            let parts: Vec<&str> = parts.collect();
            // `info.bend`, `bend-office`: a role with its place.
            parts.len() > 1 && parts.iter().any(|part| ROLES_OF_PLACES.contains(part))
        };
        if is_role { Self::Role } else { Self::Personal }
    }

    /// Whether an address is shown, and kept.
    pub(crate) fn is_shown(self, keeps_personal: bool) -> bool {
        match self {
            Self::Role => true,
            Self::Personal | Self::FreeMail => keeps_personal,
            Self::Foreign => false,
        }
    }
}

static EMAIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)[a-z0-9][a-z0-9._%+'-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}",
    )
    .expect("a valid pattern")
});

/// What stands in a text like an address, such as the name of an image for dense screens.
const NOT_DOMAINS: [&str; 10] = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js", "html", "php",
];

/// The longest address, in bytes (RFC 5321).
const LONGEST_EMAIL: usize = 254;

/// The address that a text is, in lower case.
pub(crate) fn email(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', ',', ';', ':']);
    if text.len() > LONGEST_EMAIL {
        return None;
    }
    let found = EMAIL
        .find(text)
        .filter(|found| found.as_str().len() == text.len())?;
    let email = found.as_str().to_ascii_lowercase();
    let (local, domain) = email.rsplit_once('@')?;
    let last = domain.rsplit('.').next().unwrap_or_default();
    let is_one = !NOBODY.contains(&local) && !NOT_DOMAINS.contains(&last) && !local.contains("..");
    is_one.then_some(email)
}

/// The addresses in a text.
pub(crate) fn emails_in(text: &str) -> impl Iterator<Item = &str> {
    EMAIL.find_iter(text).map(|found| found.as_str())
}

/// A US phone number, as `(541) 555-0101`, with an extension as `x12`.
pub(crate) fn phone(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > 60 {
        return None;
    }
    let number = phonenumber::parse(Some(Id::US), text).ok()?;
    written(&number)
}

fn written(number: &PhoneNumber) -> Option<String> {
    if number.country().code() != 1 || !number.is_valid() {
        return None;
    }
    let digits = number.format().mode(Mode::E164).to_string();
    let digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).collect();
    let [1 | b'1', rest @ ..] = digits.as_slice() else {
        return None;
    };
    let rest = std::str::from_utf8(rest)
        .ok()
        .filter(|rest| rest.len() == 10)?;
    Some(format!("({}) {}-{}", &rest[..3], &rest[3..6], &rest[6..]))
}

/// The ten digits by which US numbers are the same, however they are written; all digits of others.
pub fn phone_digits(phone: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    match digits.strip_prefix('1') {
        Some(rest) if rest.len() == 10 => rest.to_owned(),
        _ => digits,
    }
}

static PHONE: LazyLock<Regex> = LazyLock::new(|| {
    // Spaces of any kind, dots, dashes and hyphens of any kind.
    let gap = r"[\s.\-\u{2010}-\u{2015}\u{2212}\u{00b7}/]";
    Regex::new(&format!(
        r"(?:(?:\+1|\b1){gap}{{0,3}})?\(?[2-9]\d{{2}}\)?{gap}{{0,3}}[2-9]\d{{2}}{gap}{{0,3}}\d{{4}}"
    ))
    .expect("a valid pattern")
});

/// Words near a number that say that it is something else.
static NOT_A_PHONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:fax|facsimile|telefax|lic(?:ense)?|licen[cs]e|permit|ein|tax|isbn|sku|invoice|tracking|account|case|serial|usdot|dot|mc|npi|ubi|ccb|registration|upc|gtin|parcel|model|item|id|e\.g)\b|(?:^|[\s|])f\s*[.:|]?\s*$|#\s*$|\bno\.\s*$",
    )
    .expect("a valid pattern")
});
static FAX_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*[(\[–-]?\s*fax\b[)\]]?\s*(?:$|[^\s\d:(.+])").expect("a valid pattern")
});
/// Words that a number of the business is called by, in English and Spanish.
static A_PHONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:phones?|tel|telephone|tel[eé]fonos?|call(?:ing)?|ll[aá]m(?:e|enos|anos)|llame|text|sms|whatsapp|cell|mobile|ph|office|main|dial|ring|rings|toll[ -]?free|local|direct|desk|reservations?|appointments?|orders?|bookings?|emergenc(?:y|ies)|after[ -]hours|billing|shop|store|salon|studio|front desk|reception|contact|reach|message|counter|dispatch|services?|servicio|taller|tty|stand|p|t)\b|☎|📞|✆",
    )
    .expect("a valid pattern")
});
static AN_ORDER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\border").expect("a valid pattern"));
/// A state with its ZIP code: the line is an address.
static AN_ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?\b|\b\d{1,5}\s+(?:[NSEW]\.?\s+)?[A-Z][\w.']+(?:\s+[A-Z][\w.']+)*\s+(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Dr|Drive|Ln|Lane|Hwy|Highway|Way|Ct|Court|Pl|Place|Sq|Square|Pkwy)\b").expect("a valid pattern")
});
/// What ends the words that belong to a number.
static ENDS_CLAUSE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[|·•▪;/]|\s[–—-]\s|[.!?]\s+").expect("a valid pattern"));

/// The most words of a clause that call a number ours.
const MOST_WORDS: usize = 12;
/// The most words between an address and its number, such as the city.
const AFTER_ADDRESS: usize = 4;
static HALF_DAY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[AP]\.?M\.?|Mon|Tue|Wed|Thu|Fri|Sat|Sun|I)\b").expect("a valid pattern")
});

/// A number in a line of text.
pub(crate) struct PhoneInLine {
    pub(crate) number: String,
    /// Whether the words around it call it the business's own; else it may be anybody's.
    pub(crate) is_ours: bool,
}

/// The phone numbers in a line of text, without those said to be for faxes or no phone numbers at all.
pub(crate) fn phones_in(line: &str) -> impl Iterator<Item = PhoneInLine> {
    PHONE.find_iter(line).filter_map(move |found| {
        let (before, after) = (&line[..found.start()], &line[found.end()..]);
        if is_part_of_more(before, after) {
            return None;
        }
        let clause = clause_before(before);
        if NOT_A_PHONE.is_match(clause) || FAX_AFTER.is_match(after) {
            return None;
        }
        let is_bare = found.as_str().bytes().all(|byte| byte.is_ascii_digit());
        if is_bare && (!A_PHONE.is_match(clause) || AN_ORDER.is_match(clause)) {
            return None;
        }
        Some(PhoneInLine {
            // The digits alone: not every gap is one to the library.
            number: phone(&phone_digits(found.as_str()))?,
            is_ours: calls_it_ours(clause, line),
        })
    })
}

/// Whether the digits are part of a longer number, a word, or a number abroad.
fn is_part_of_more(before: &str, after: &str) -> bool {
    let is_part = |next: Option<char>| {
        next.is_some_and(|next| next.is_alphanumeric() || matches!(next, '_' | '@' | '=' | '%'))
    };
    let continues = after.starts_with(['-', '–', '/', '@'])
        && after.chars().nth(1).is_some_and(char::is_alphanumeric);
    static ABROAD: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\+\s?\d{1,3}[\s.-]*\(?$").expect("a valid pattern"));
    is_part(before.chars().next_back())
        || is_part(after.chars().next())
        || before.ends_with(['-', '.', '/', '#', '+', '$', '&', '–', '*'])
        || continues
        || ABROAD.is_match(before)
}

/// The words that belong to what follows.
fn clause_before(before: &str) -> &str {
    let end = ENDS_CLAUSE
        .find_iter(before)
        .last()
        .map_or(0, |end| end.end());
    before[end..].trim()
}

/// Whether the words before a number call it the business's own: none but a name for phones, in an address, or alone.
fn calls_it_ours(clause: &str, line: &str) -> bool {
    // A former number of the same line: `541-555-0101 or 541-555-0102`.
    let clause = PHONE
        .find_iter(clause)
        .last()
        .map_or(clause, |last| &clause[last.end()..]);
    let words: Vec<&str> = clause.split_whitespace().collect();
    let is_name = |word: &str| {
        let word = word.trim_start_matches(['(', '"', '\u{201c}']);
        word.chars().next().is_some_and(char::is_uppercase)
            && !A_PHONE.is_match(word)
            && !HALF_DAY.is_match(word)
    };
    // In capitals, names cannot be told from other words.
    let is_shouted = !clause.contains(char::is_lowercase);
    let names = words
        .iter()
        .skip(1)
        .filter(|word| !is_shouted && is_name(word))
        .count();
    if words
        .iter()
        .all(|word| word.chars().all(|c| !c.is_alphanumeric()))
    {
        return true;
    }
    // Street, city and state may stand before the number; not a sentence that begins with them.
    if let Some(address) = AN_ADDRESS.find_iter(clause).last() {
        return clause[address.end()..].split_whitespace().count() <= AFTER_ADDRESS;
    }
    let is_short = words.len() <= MOST_WORDS && !clause.contains('@');
    is_short && names == 0 && (A_PHONE.is_match(clause) || AN_ADDRESS.is_match(line))
}

/// A contact by which somebody may ask to be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contacts {
    Email(String),
    Phone(String),
    Domain(String),
}

impl Contacts {
    /// An e-mail address, a phone number or a domain, as people write them.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(email) = EMAIL
            .find(text)
            .filter(|found| found.as_str().len() == text.len())
        {
            return Some(Self::Email(email.as_str().to_ascii_lowercase()));
        }
        let digits = phone_digits(text);
        let has_letters = text.chars().any(char::is_alphabetic);
        if !has_letters && digits.len() == 10 {
            return Some(Self::Phone(digits));
        }
        let host = crate::address::WebsiteAddress::read(text).ok()?;
        Some(Self::Domain(domain_of(host.host()).to_owned()))
    }

    /// All that a text names: its addresses with their domains, and its numbers.
    pub fn all_in(text: &str) -> Vec<Self> {
        let emails = emails_in(text).flat_map(|email| {
            let email = email.to_ascii_lowercase();
            let host = email.rsplit('@').next().unwrap_or_default();
            let domain = Self::Domain(domain_of(host).to_owned());
            [Self::Email(email), domain]
        });
        let phones = PHONE.find_iter(text);
        emails
            .chain(phones.map(|found| Self::Phone(phone_digits(found.as_str()))))
            .collect()
    }

    /// The text that it is remembered by.
    pub fn text(&self) -> String {
        match self {
            Self::Email(email) => format!("email:{email}"),
            Self::Phone(digits) => format!("phone:{digits}"),
            Self::Domain(domain) => format!("domain:{domain}"),
        }
    }
}
