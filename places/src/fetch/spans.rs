//! Sets of byte ranges, sorted and never adjacent.

use std::ops::Range;

/// Ranges sorted, and joined if they overlap, touch or are at most `gap` bytes apart.
pub(super) fn joined(mut spans: Vec<Range<u64>>, gap: u64) -> Vec<Range<u64>> {
    spans.retain(|span| span.start < span.end);
    spans.sort_by_key(|span| span.start);
    let mut all: Vec<Range<u64>> = Vec::with_capacity(spans.len());
    for span in spans {
        match all.last_mut() {
            Some(last) if span.start <= last.end.saturating_add(gap) => {
                last.end = last.end.max(span.end);
            }
            _ => all.push(span),
        }
    }
    all
}

/// What is in `wanted` and not in `there`; both must be joined.
pub(super) fn missing(wanted: &[Range<u64>], there: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut missing = Vec::new();
    for span in wanted {
        let mut start = span.start;
        for known in there {
            if known.end <= start || known.start >= span.end {
                continue;
            }
            if known.start > start {
                missing.push(start..known.start);
            }
            start = start.max(known.end);
        }
        if start < span.end {
            missing.push(start..span.end);
        }
    }
    missing
}

/// Ranges cut into pieces of at most `most` bytes.
pub(super) fn pieces(spans: &[Range<u64>], most: u64) -> Vec<Range<u64>> {
    let mut pieces = Vec::new();
    for span in spans {
        let mut start = span.start;
        while start < span.end {
            let end = span.end.min(start + most);
            pieces.push(start..end);
            start = end;
        }
    }
    pieces
}

/// Their total number of bytes.
pub(super) fn bytes(spans: &[Range<u64>]) -> u64 {
    spans.iter().map(|span| span.end - span.start).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_are_joined_taken_away_and_cut() {
        let spans = vec![20..30, 0..5, 5..8, 10..12, 28..31, 7..7];
        assert_eq!(joined(spans.clone(), 0), [0..8, 10..12, 20..31]);
        assert_eq!(joined(spans, 2), [0..12, 20..31]);
        assert_eq!(
            missing(&[0..10, 20..30], &[2..4, 8..22, 29..40]),
            [0..2, 4..8, 22..29]
        );
        assert_eq!(pieces(&[0..5, 10..12], 2), [0..2, 2..4, 4..5, 10..12]);
        assert_eq!(bytes(&[0..5, 10..12]), 7);
    }

    proptest! {
        #[test]
        fn what_is_missing_and_what_is_there_make_up_what_is_wanted(
            wanted in prop::collection::vec((0_u64..60, 1_u64..12), 0..8),
            there in prop::collection::vec((0_u64..60, 1_u64..12), 0..8),
        ) {
            let spans = |list: Vec<(u64, u64)>| {
                joined(list.into_iter().map(|(start, bytes)| start..start + bytes).collect(), 0)
            };
            let (wanted, there) = (spans(wanted), spans(there));
            let missing = missing(&wanted, &there);
            let has = |spans: &[Range<u64>], byte| spans.iter().any(|span| span.contains(&byte));
            for byte in 0..80 {
                prop_assert_eq!(has(&missing, byte), has(&wanted, byte) && !has(&there, byte));
            }
        }
    }
}
