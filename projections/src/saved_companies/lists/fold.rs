//! How texts are compared.

use deunicode::deunicode;

/// The words of a text in lower case, without accents.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let folded = deunicode(text).to_lowercase();
    let words: Vec<String> = folded
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}
