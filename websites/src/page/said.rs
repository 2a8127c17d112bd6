//! What a page says, before it is decided what is kept of it.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::dom::{Until, split};
use super::lines::Line;
use crate::contacts::{self, EmailKind};

/// How something was found, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// schema.org's JSON-LD or microdata.
    Structured,
    /// Open Graph and other `<meta>`.
    Meta,
    /// A link, or what the page loads.
    Link,
    /// The visible text.
    Text,
}

/// Something said, with the property or place that says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    pub value: String,
    pub how: How,
    /// As in `openingHours`, `mailto link`.
    pub by: String,
}

/// Everything that a page says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Said {
    pub emails: Vec<Mention>,
    /// How many addresses of people, and free mailboxes, were left out of them.
    #[serde(default)]
    pub left_out: u32,
    /// As `(541) 555-0101`.
    pub phones: Vec<Mention>,
    /// Addresses of profiles.
    pub social: Vec<Mention>,
    /// As OpenStreetMap writes them.
    pub hours: Vec<Mention>,
    pub price_range: Option<Mention>,
    pub founding_date: Option<Mention>,
    pub employees: Option<Mention>,
    /// Latitude and longitude, as `44.05,-121.31`.
    pub coordinates: Option<Mention>,
    /// Businesses with an address of their own.
    pub locations: u32,
    pub technology: Vec<Mention>,
    /// It says that its addresses are not for mailings.
    pub no_mailings: bool,
}

/// Sentences by which the owners of addresses refuse mailings, or to have them passed on. Promises about the reader's own
/// address ("we never share your email") are none.
static NO_MAILINGS: LazyLock<Regex> = LazyLock::new(|| {
    let addresses = r"(?:e-?mail |contact |postal |published )*(?:addresse?s?|data|details|information|e-?mails?)";
    let unwanted =
        r"(?:unsolicited|unrequested|promotional|advertising|marketing|commercial|bulk|sales)";
    let forms = [
        format!(r"(?:not|never|no one may|nobody may) (?:be |to be )?(?:used?|us(?:e|ing) (?:of )?|pass(?:ed)?|sold|sell|shared?|transferred|transfer|harvest(?:ed)?|collect(?:ed)?|added|forwarded|given)[^.]{{0,80}}(?:{unwanted}|mailings?|mailing lists?|third part(?:y|ies)|advertis\w+|solicit\w+)"),
        format!(r"(?:object|objection|do not consent|no consent|prohibit(?:ed|s)?|forbid(?:den|s)?|decline|opt out|not permitted|not allowed|without (?:our|prior) (?:written )?(?:consent|permission))[^.]{{0,120}}(?:{unwanted} (?:e-?mails?|messages?|mail|offers?|solicitations?|material|purposes)|mailings?|mailing lists?|advertising|solicitations?)"),
        format!(r"(?:{addresses})[^.]{{0,60}}(?:may|must|shall|are|is)? ?not (?:for|intended for|to be used for|available for)[^.]{{0,40}}(?:{unwanted}|mailings?|solicit\w+)"),
        format!(r"no (?:{unwanted} )(?:e-?mails?|mail|mailings?|solicitations?|messages|offers)[^.]{{0,20}}(?:please|to (?:this|these|our)|accepted)"),
        r"\b(?:us(?:e|ed|ing))\b[^.]{0,80}(?:mailings?|mailing lists?|advertis\w+|solicit\w+|marketing|sales calls)[^.]{0,140}(?:prohibited|forbidden|not (?:permitted|allowed|authorized))".to_owned(),
        r"(?:do not|don.t|never) (?:add|put) (?:us|our)[^.]{0,60}(?:mailing|marketing|call)[^.]{0,20}(?:lists?|databases?)".to_owned(),
        r"widerspr\w+[^.]{0,200}(?:werbung|werbe\w*|informationsmaterial\w*)|(?:werbung|werbe\w*|informationsmaterial\w*)[^.]{0,200}widerspr".to_owned(),
    ];
    Regex::new(&format!("(?i){}", forms.join("|"))).expect("a valid pattern")
});

/// What the reader is told of their own address.
static ABOUT_THE_READER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\byours?\b|\bsubscribers?\b|\bunsubscribe|\bsign up|\b(?:readers|visitors|members|customers)['’]? |\bof (?:our )?(?:readers|visitors|members|customers)\b").expect("a valid pattern")
});

/// The most values of a kind that are kept of a page. One that says more is about others.
const MOST: usize = 200;
/// Longer lines, in bytes, are no lines for people: no numbers are looked for in them, as each would be judged by all
/// that stands before it.
const LONGEST_LINE: usize = 10_000;

/// A line's sentences, and the line as a whole: they are cut at the dots of abbreviations and addresses, too. None is
/// longer than the longest line.
fn sentences(line: &str) -> impl Iterator<Item = &str> {
    let sentences = line.split_inclusive(['.', '!', '?']).chain([line]);
    sentences.flat_map(|mut rest| {
        std::iter::from_fn(move || {
            let (part, after) = split(rest, LONGEST_LINE);
            rest = after;
            (!part.is_empty()).then_some(part)
        })
    })
}

impl Said {
    pub(super) fn mention(list: &mut Vec<Mention>, value: String, how: How, by: &str) {
        let is_there = list
            .iter()
            .any(|there| there.value.eq_ignore_ascii_case(&value) && there.how <= how);
        if !is_there && list.len() < MOST {
            list.push(Mention {
                value,
                how,
                by: by.to_owned(),
            });
        }
    }

    pub(super) fn email(&mut self, text: &str, how: How, by: &str) {
        if let Some(email) = contacts::email(text) {
            Self::mention(&mut self.emails, email, how, by);
        }
    }

    pub(super) fn phone(&mut self, text: &str, how: How, by: &str) {
        if let Some(phone) = contacts::phone(text) {
            Self::mention(&mut self.phones, phone, how, by);
        }
    }

    /// The first of its kind stays.
    pub(super) fn once(slot: &mut Option<Mention>, value: String, by: &str) {
        slot.get_or_insert_with(|| Mention {
            value,
            how: How::Structured,
            by: by.to_owned(),
        });
    }

    /// Contacts in the visible text.
    pub(super) fn read_lines(&mut self, lines: &[Line], until: Until) {
        let (mut ours, mut others) = (Vec::new(), Vec::new());
        for line in until.each(lines) {
            for sentence in until.each(sentences(&line.text)) {
                let refuses =
                    NO_MAILINGS.is_match(sentence) && !ABOUT_THE_READER.is_match(sentence);
                self.no_mailings |= refuses;
            }
            if line.is_of_others {
                continue;
            }
            for email in until.each(contacts::emails_in(&line.text)) {
                self.email(email, How::Text, "text");
            }
            if line.text.len() > LONGEST_LINE {
                continue;
            }
            for phone in until.each(contacts::phones_in(&line.text)) {
                let list = if phone.is_ours {
                    &mut ours
                } else {
                    &mut others
                };
                list.push(phone.number);
            }
        }
        // A link to call somebody else, as the words around it say.
        self.phones.retain(|phone| match phone.how {
            How::Link => !others.contains(&phone.value) || ours.contains(&phone.value),
            How::Structured | How::Meta | How::Text => true,
        });
        for phone in ours {
            Self::mention(&mut self.phones, phone, How::Text, "text");
        }
    }

    /// Leaves out addresses that are not shown of a website of this host ([`EmailKind::is_shown`]), and all of a page
    /// that refuses mailings.
    pub(crate) fn keep_shown(&mut self, host: &str, keeps_personal: bool) {
        if self.no_mailings {
            self.emails.clear();
        }
        let mut left_out = HashSet::new();
        self.emails.retain(|email| {
            let kind = EmailKind::of(&email.value, host);
            let is_shown = kind.is_shown(keeps_personal);
            if !is_shown && kind != EmailKind::Foreign {
                left_out.insert(email.value.clone());
            }
            is_shown
        });
        self.left_out = u32::try_from(left_out.len()).unwrap_or(u32::MAX);
    }

    /// Leaves out addresses that do not stand in the page's source as they are: whoever wrote them encoded, or had a
    /// script put them together, did not want programs to find them.
    pub(super) fn keep_unencoded(&mut self, html: &str) {
        if self.emails.is_empty() {
            return;
        }
        static TAGS: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"<[^>]*>").expect("a valid pattern"));
        let source = html.to_ascii_lowercase();
        let untagged = TAGS.replace_all(&source, "");
        self.emails.retain(|email| {
            let address = email.value.to_ascii_lowercase();
            source.contains(&address) || untagged.contains(&address)
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn refuses(text: &str) -> bool {
        let mut said = Said::default();
        let line = Line {
            text: text.to_owned(),
            is_of_others: false,
        };
        said.read_lines(&[line], Until::after(Duration::from_secs(60)));
        said.no_mailings
    }

    #[test]
    fn owners_who_refuse_mailings_are_heard() {
        for text in [
            "Our e-mail addresses may not be used for mailings or passed on to third parties.",
            "We do not consent to the use of the contact data published here for unsolicited commercial e-mail.",
            "The use of our contact details for advertising is prohibited; we object to advertising of any kind.",
            "Contact information on this site is not to be used for marketing purposes.",
            "Der Nutzung unserer Kontaktdaten zur Übersendung von Werbung wird hiermit widersprochen.",
        ] {
            assert!(refuses(text), "{text}");
        }
    }

    #[test]
    fn promises_about_the_readers_address_are_no_refusal() {
        for text in [
            "We never share your email address with third parties.",
            "Sign up for our newsletter. We will never sell your information for marketing purposes.",
            "No spam, unsubscribe at any time.",
            "We offer marketing and advertising services to small businesses.",
            "Email us for a quote.",
        ] {
            assert!(!refuses(text), "{text}");
        }
    }
}
