//! Words: what terms and business names are split into.

use deunicode::deunicode_with_tofu_cow;

/// Replaces a character without a known ASCII spelling; comparisons treat it as a space.
const TOFU: &str = " ";

/// One word as written, which a hyphen or the like may split into several parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// In order, each folded to lower-case ASCII and to its singular; never empty.
    pub(crate) parts: Vec<String>,
}

impl Word {
    /// All parts as one (`walmart` for `Wal-Mart`), if there are several.
    pub(crate) fn joined(&self) -> Option<String> {
        (self.parts.len() > 1).then(|| self.parts.concat())
    }
}

/// Words that say nothing about a business.
const FILLERS: [&str; 2] = ["the", "and"];

/// The words of a name or a term. Fillers ('the', 'and') are left out unless there is nothing else.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let mut all: Vec<Word> = fold(text)
        .split_whitespace()
        .filter_map(|word| {
            let parts: Vec<String> = split_parts(word).map(singular).collect();
            (!parts.is_empty()).then_some(Word { parts })
        })
        .collect();
    let is_filler =
        |word: &Word| matches!(word.parts.as_slice(), [part] if FILLERS.contains(&part.as_str()));
    if all.iter().all(is_filler) {
        return all;
    }
    all.retain(|word| !is_filler(word));
    all
}

/// All parts of all words with spaces between; equal for texts that mean the same.
pub(crate) fn phrase_key(text: &str) -> String {
    phrase_of(&words(text))
}

/// The phrase key of words that are already split.
pub(crate) fn phrase_of(words: &[Word]) -> String {
    let mut phrase = String::new();
    for part in words.iter().flat_map(|word| &word.parts) {
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(part);
    }
    phrase
}

/// Lower-case ASCII without accents; apostrophes and the dots of initials are dropped
/// (`Joe's` is `joes`, `T.J.` is `tj`).
pub(super) fn fold(text: &str) -> String {
    let ascii = deunicode_with_tofu_cow(text, TOFU);
    let mut folded = String::with_capacity(ascii.len());
    let mut letters_since_break = 0;
    for c in ascii.chars().map(|c| c.to_ascii_lowercase()) {
        match c {
            '\'' | '`' => {}
            '.' if letters_since_break == 1 => letters_since_break = 0,
            c if c.is_ascii_alphanumeric() => {
                letters_since_break += 1;
                folded.push(c);
            }
            c => {
                letters_since_break = 0;
                folded.push(if c.is_ascii_control() { ' ' } else { c });
            }
        }
    }
    folded
}

/// The letters and digits of a folded word, split at everything else.
pub(super) fn split_parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
}

/// A key shared by singular and plural: `brewery` and `breweries`, `church` and `churches`.
///
/// Not a dictionary form (`movies` gives `movy`), and no stemming beyond the plural: `general`
/// must not find `generator`.
fn singular(word: &str) -> String {
    if word.len() <= 3 || word.bytes().any(|b| b.is_ascii_digit()) {
        return word.to_owned();
    }
    let base = match word.strip_suffix('s') {
        Some(base) if !base.ends_with(['s', 'u']) => base,
        _ => word,
    };
    if let Some(stem) = base.strip_suffix("ie") {
        return format!("{stem}y");
    }
    if let Some(stem) = base.strip_suffix("ve").or_else(|| base.strip_suffix("fe")) {
        return format!("{stem}f");
    }
    match base.strip_suffix('e') {
        Some(stem)
            if ["s", "x", "z", "ch", "sh", "o"]
                .iter()
                .any(|end| stem.ends_with(end)) =>
        {
            stem.to_owned()
        }
        _ => base.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn singular_and_plural_are_the_same() {
        for (one, many) in [
            ("brewery", "breweries"),
            ("restaurant", "restaurants"),
            ("church", "churches"),
            ("box", "boxes"),
            ("glass", "glasses"),
            ("bus", "buses"),
            ("gas", "gases"),
            ("cookie", "cookies"),
            ("house", "houses"),
            ("shoe", "shoes"),
            ("tomato", "tomatoes"),
            ("knife", "knives"),
            ("campus", "campuses"),
            ("attorney", "attorneys"),
            ("Café", "cafes"),
            ("taco", "tacos"),
        ] {
            assert_eq!(phrase_key(one), phrase_key(many), "{one} and {many}");
        }
    }

    #[test]
    fn different_words_stay_different() {
        for (one, other) in [
            ("general", "generator"),
            ("universal", "university"),
            ("bar", "barber"),
            ("spa", "space"),
            ("glass", "glade"),
            ("bus", "bu"),
            ("car", "care"),
        ] {
            assert_ne!(phrase_key(one), phrase_key(other), "{one} and {other}");
        }
    }

    #[test]
    fn punctuation_case_and_accents_do_not_matter() {
        assert_eq!(phrase_key("Joe's  Diner"), phrase_key("JOES DINER"));
        assert_eq!(phrase_key("T.J. Maxx"), phrase_key("tj maxx"));
        assert_eq!(phrase_key("A & W"), "a w");
        assert_eq!(phrase_key("The Home Depot"), phrase_key("home depot"));
        assert_eq!(
            phrase_key("Bed and Breakfast"),
            phrase_key("bed & breakfast")
        );
        assert_eq!(phrase_key("coffee_shop"), phrase_key("Coffee Shops"));
        assert_eq!(phrase_key("Dr.Smith"), "dr smith");
        assert_eq!(phrase_key("The"), "the");
        assert_eq!(phrase_key("--"), "");
    }

    #[test]
    fn a_hyphenated_word_is_also_one_word() {
        let words = words("Wal-Mart Store");
        assert_eq!(words[0].joined().as_deref(), Some("walmart"));
        assert_eq!(words[1].joined(), None);
    }

    proptest! {
        #[test]
        fn words_are_ascii_letters_and_digits_whatever_comes(text in "\\PC{0,60}") {
            for word in words(&text) {
                prop_assert!(!word.parts.is_empty());
                for part in word.parts {
                    prop_assert!(!part.is_empty());
                    prop_assert!(part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
                }
            }
        }

        #[test]
        fn case_never_matters(text in "[a-zA-Z' .&-]{0,40}") {
            prop_assert_eq!(phrase_key(&text.to_uppercase()), phrase_key(&text.to_lowercase()));
        }
    }
}
