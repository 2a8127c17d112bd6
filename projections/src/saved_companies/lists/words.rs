//! An index of the words of a list: each distinct word once, in one text that is searched as a whole.

use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::LazyLock;

use hashbrown::HashTable;
use levenshtein_automata::{Distance, LevenshteinAutomatonBuilder, SINK_STATE};
use memchr::memmem;

use super::bits::{Bits, Slot};
use super::search::{Deadline, TooLong, Word};

/// Precedes each word in the text. No word contains it.
const BEFORE: char = '\n';
/// The maximum number of words of a search that are searched for with a typo, which takes longest.
const MOST_FORGIVEN: usize = 4;
/// Words looked at between two looks at the clock.
const STRIDE: usize = 4_096;

static ONE_TYPO: LazyLock<LevenshteinAutomatonBuilder> =
    LazyLock::new(|| LevenshteinAutomatonBuilder::new(1, true));

#[derive(Debug, Default)]
pub(super) struct Words {
    text: String,
    /// Where each word starts in the text.
    starts: Vec<u32>,
    /// Who has it.
    slots: Vec<Slots>,
    places: HashTable<u32>,
    hasher: RandomState,
    /// Words that nobody has any more.
    gone: usize,
    /// Of the slots of words that several have.
    slot_bytes: usize,
}

/// The slots of those who have a word, sorted.
#[derive(Debug)]
enum Slots {
    One(Slot),
    Many(Vec<Slot>),
}

impl Words {
    /// Changes the words of a slot. Those that stay cost nothing.
    pub(super) fn change(&mut self, slot: Slot, before: &BTreeSet<String>, now: &BTreeSet<String>) {
        for word in before.difference(now) {
            self.remove(slot, word);
        }
        for word in now.difference(before) {
            self.insert(slot, word);
        }
    }

    fn insert(&mut self, slot: Slot, word: &str) {
        let place = self.place(word).unwrap_or_else(|| self.add(word));
        let slots = &mut self.slots[place as usize];
        self.gone -= usize::from(slots.as_slice().is_empty());
        self.slot_bytes -= slots.bytes();
        slots.insert(slot);
        self.slot_bytes += slots.bytes();
    }

    fn remove(&mut self, slot: Slot, word: &str) {
        let Some(place) = self.place(word) else {
            return;
        };
        let slots = &mut self.slots[place as usize];
        self.slot_bytes -= slots.bytes();
        let had = !slots.as_slice().is_empty();
        slots.remove(slot);
        self.slot_bytes += slots.bytes();
        self.gone += usize::from(had && slots.as_slice().is_empty());
        if self.gone * 2 > self.slots.len() {
            self.tidy();
        }
    }

    fn place(&self, word: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(word);
        let found = self.places.find(hash, |place| self.word(*place) == word);
        found.copied()
    }

    /// A new word, which nobody has yet.
    fn add(&mut self, word: &str) -> u32 {
        self.text.push(BEFORE);
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let place = u32::try_from(self.starts.len()).unwrap_or(u32::MAX);
        self.text.push_str(word);
        self.starts.push(start);
        self.slots.push(Slots::Many(Vec::new()));
        self.gone += 1;
        let Self {
            text,
            starts,
            places,
            hasher,
            ..
        } = self;
        let hash = hasher.hash_one(word);
        places.insert_unique(hash, place, |place| {
            hasher.hash_one(word_at(text, starts, *place))
        });
        place
    }

    fn word(&self, place: u32) -> &str {
        word_at(&self.text, &self.starts, place)
    }

    /// Drops the words that nobody has.
    fn tidy(&mut self) {
        let before = std::mem::take(self);
        let each = (0..).zip(&before.slots);
        let held = each.filter(|(_, slots)| !slots.as_slice().is_empty());
        for (place, slots) in held {
            let place = self.add(before.word(place));
            self.gone -= 1;
            let slots = Slots::from(slots.as_slice().to_vec());
            self.slot_bytes += slots.bytes();
            self.slots[place as usize] = slots;
        }
    }

    /// Their approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<u32>() + size_of::<Slots>() + 6;
        self.text.len() + self.slots.len() * each + self.slot_bytes
    }

    /// The slots that match all words of a search. `elsewhere` are those that have the words in texts which are not
    /// in the index.
    pub(super) fn find(
        &self,
        sought: &[Word],
        elsewhere: &[Bits],
        deadline: Deadline,
    ) -> Result<Bits, TooLong> {
        let mut found: Option<Bits> = None;
        let mut forgiven = 0;
        for (number, word) in sought.iter().enumerate() {
            let mut having = self.having(word, deadline)?;
            if let Some(elsewhere) = elsewhere.get(number) {
                having.extend(elsewhere.iter());
            }
            if having.is_empty() && word.is_forgiven() && forgiven < MOST_FORGIVEN {
                forgiven += 1;
                having = self.having_alike(word, deadline)?;
            }
            let all = match found {
                None => having,
                Some(mut before) => {
                    before.keep(&having);
                    before
                }
            };
            if all.is_empty() {
                return Ok(all);
            }
            found = Some(all);
        }
        Ok(found.unwrap_or_default())
    }

    /// The slots that have a word as written.
    fn having(&self, word: &Word, deadline: Deadline) -> Result<Bits, TooLong> {
        deadline.check()?;
        let (needle, skipped) = if word.is_short() {
            (format!("{BEFORE}{}", word.as_str()), BEFORE.len_utf8())
        } else {
            (word.as_str().to_owned(), 0)
        };
        let mut having = Bits::default();
        let hits = memmem::find_iter(self.text.as_bytes(), &needle);
        for (number, hit) in hits.enumerate() {
            if (number + 1).is_multiple_of(STRIDE) {
                deadline.check()?;
            }
            let at = hit + skipped;
            let after = self.starts.partition_point(|start| *start as usize <= at);
            having.extend(self.slots[after - 1].as_slice().iter().copied());
        }
        Ok(having)
    }

    /// The slots that have a word with a typo.
    fn having_alike(&self, word: &Word, deadline: Deadline) -> Result<Bits, TooLong> {
        let like = ONE_TYPO.build_prefix_dfa(word.as_str());
        let mut having = Bits::default();
        let all = (0..).zip(&self.slots);
        for (place, slots) in all {
            if (place as usize).is_multiple_of(STRIDE) {
                deadline.check()?;
            }
            let mut state = like.initial_state();
            for byte in self.word(place).bytes() {
                state = like.transition(state, byte);
                if state == SINK_STATE {
                    break;
                }
            }
            if matches!(like.distance(state), Distance::Exact(_)) {
                having.extend(slots.as_slice().iter().copied());
            }
        }
        Ok(having)
    }
}

fn word_at<'t>(text: &'t str, starts: &[u32], place: u32) -> &'t str {
    let place = place as usize;
    let end = starts
        .get(place + 1)
        .map(|next| *next as usize - BEFORE.len_utf8());
    &text[starts[place] as usize..end.unwrap_or(text.len())]
}

impl From<Vec<Slot>> for Slots {
    fn from(mut slots: Vec<Slot>) -> Self {
        match *slots {
            [slot] => Self::One(slot),
            _ => {
                slots.shrink_to_fit();
                Self::Many(slots)
            }
        }
    }
}

impl Slots {
    fn as_slice(&self) -> &[Slot] {
        match self {
            Self::One(slot) => std::slice::from_ref(slot),
            Self::Many(slots) => slots,
        }
    }

    /// Outside of itself.
    const fn bytes(&self) -> usize {
        match self {
            Self::One(_) => 0,
            Self::Many(slots) => slots.capacity() * size_of::<Slot>(),
        }
    }

    fn insert(&mut self, slot: Slot) {
        match self {
            Self::Many(slots) if slots.is_empty() => *self = Self::One(slot),
            Self::Many(slots) => {
                if let Err(place) = slots.binary_search(&slot) {
                    slots.insert(place, slot);
                }
            }
            Self::One(there) if *there == slot => {}
            Self::One(there) => {
                let mut both = vec![*there, slot];
                both.sort_unstable();
                *self = Self::Many(both);
            }
        }
    }

    fn remove(&mut self, slot: Slot) {
        match self {
            Self::One(there) if *there == slot => *self = Self::Many(Vec::new()),
            Self::One(_) => {}
            Self::Many(slots) => {
                if let Ok(place) = slots.binary_search(&slot) {
                    slots.remove(place);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fold::words;
    use super::super::search::Sought;
    use super::*;

    fn of(text: &str) -> BTreeSet<String> {
        words(text).collect()
    }

    fn indexed(texts: &[&str]) -> Words {
        let mut words = Words::default();
        for (slot, text) in (0..).zip(texts) {
            words.change(slot, &BTreeSet::new(), &of(text));
        }
        words
    }

    fn searched(words: &Words, search: &str) -> Option<Vec<Slot>> {
        let Sought::Words(sought) = Sought::new(search) else {
            return None;
        };
        let found = words.find(&sought, &[], Deadline::new()).unwrap();
        Some(found.iter().collect())
    }

    fn found(texts: &[&str], search: &str) -> Option<Vec<Slot>> {
        searched(&indexed(texts), search)
    }

    const TEXTS: [&str; 4] = [
        "Cascade Brewing Barrel House, Portland OR 97214",
        "Café Zürich, Bend",
        "Benson's Homebrew & Ales",
        "Portsmouth Brewery",
    ];

    #[test]
    fn every_word_must_be_there_by_its_beginning_or_a_part_whatever_its_case_and_accents() {
        assert_eq!(found(&TEXTS, "portland CASCADE"), Some(vec![0]));
        assert_eq!(found(&TEXTS, "port"), Some(vec![0, 3]));
        assert_eq!(found(&TEXTS, "cafe zurich"), Some(vec![1]));
        assert_eq!(found(&TEXTS, "brew"), Some(vec![0, 2, 3]));
        assert_eq!(found(&TEXTS, "97"), Some(vec![0]));
        assert_eq!(
            found(&TEXTS, "or"),
            Some(vec![0]),
            "a short word is none's middle"
        );
        assert_eq!(found(&TEXTS, "cascade bend"), Some(vec![]));
        assert_eq!(found(&TEXTS, " -- "), None, "it has no word");
    }

    #[test]
    fn a_typing_mistake_is_forgiven_where_nothing_is_written_so() {
        for mistaken in ["portlnad", "prtland", "portlland", "portlend"] {
            assert_eq!(found(&TEXTS, mistaken), Some(vec![0]), "{mistaken}");
        }
        assert_eq!(
            found(&TEXTS, "bend"),
            Some(vec![1]),
            "as written: not Benson's too"
        );
        assert_eq!(found(&TEXTS, "xyz"), Some(vec![]));
        assert_eq!(found(&TEXTS, "abcdefgh"), Some(vec![]));
    }

    #[test]
    // MYCO-01
    fn myco_01_four_words_of_a_search_may_have_a_typing_mistake() {
        let texts = ["cascade brewing barrel house portland"];
        assert_eq!(
            found(&texts, "cascadw brewinq barrek housr portland"),
            Some(vec![0])
        );
        assert_eq!(
            found(&texts, "cascadw brewinq barrek housr portlamd"),
            Some(vec![])
        );
    }

    #[test]
    fn a_search_beyond_its_time_is_given_up() {
        let words = indexed(&TEXTS);
        for search in ["portland", "portlnad"] {
            let Sought::Words(sought) = Sought::new(search) else {
                unreachable!("it has a word")
            };
            assert_eq!(words.find(&sought, &[], Deadline::passed()), Err(TooLong));
        }
    }

    #[test]
    fn what_is_removed_is_not_found_and_leaves_nothing() {
        let mut words = indexed(&["Cascade Brewing", "Cascade Ales", "Cascade Taproom"]);
        words.change(0, &of("Cascade Brewing"), &of("Barrel"));
        assert_eq!(searched(&words, "cascade"), Some(vec![1, 2]));
        assert_eq!(searched(&words, "barrel"), Some(vec![0]));
        words.change(0, &of("Barrel"), &of(""));
        words.change(1, &of("Cascade Ales"), &of(""));
        assert_eq!(searched(&words, "cascade"), Some(vec![2]));
        assert_eq!(searched(&words, "ales"), Some(vec![]));
        words.change(2, &of("Cascade Taproom"), &of(""));
        assert_eq!(words.bytes(), 0);
    }
}
