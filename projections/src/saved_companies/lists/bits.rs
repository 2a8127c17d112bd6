//! A set of slots of a list: a bit for each.

/// An index in a list.
pub(super) type Slot = u32;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn insert(&mut self, slot: Slot) {
        let place = slot as usize / 64;
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (slot % 64);
    }

    pub(super) fn contains(&self, slot: Slot) -> bool {
        let bits = self.0.get(slot as usize / 64).copied().unwrap_or_default();
        bits & (1 << (slot % 64)) != 0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|bits| *bits == 0)
    }

    /// Keeps those that the other has, too.
    pub(super) fn keep(&mut self, other: &Self) {
        self.0.truncate(other.0.len());
        for (bits, others) in self.0.iter_mut().zip(&other.0) {
            *bits &= others;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Slot> + '_ {
        let each = (0..).step_by(64).zip(&self.0);
        each.flat_map(|(first, bits)| {
            (0..64)
                .filter(move |bit| *bits & (1 << bit) != 0)
                .map(move |bit: Slot| first + bit)
        })
    }
}

impl Extend<Slot> for Bits {
    fn extend<I: IntoIterator<Item = Slot>>(&mut self, slots: I) {
        for slot in slots {
            self.insert(slot);
        }
    }
}

impl FromIterator<Slot> for Bits {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        let mut bits = Self::default();
        bits.extend(slots);
        bits
    }
}
