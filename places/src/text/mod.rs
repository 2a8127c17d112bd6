//! How names, terms, cities and streets are compared: case, accents, punctuation, plurals and
//! the usual abbreviations do not matter.
//!
//! All of this except [`in_title_case`] makes comparison keys, never text that anyone reads. The results are
//! part of the index and of company keys: a change needs a new index version and a new key version.

mod city;
mod street;
mod title;
mod word;

pub(crate) use city::{city_key, city_key_prefixes};
pub(crate) use street::street_key;
pub(crate) use title::{in_title_case, titled};
pub(crate) use word::{Word, phrase_key, phrase_of, words};
