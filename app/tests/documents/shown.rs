//! What a document shows, beside what a command printed: the same but for times, ids and dates.

use std::sync::LazyLock;

use regex::Regex;

use crate::markdown::GAP;

/// What differs from run to run, and what stands for it in the comparison.
static PASSING: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let rules = [
        (
            r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?( UTC|Z)?",
            "TIME",
        ),
        (r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "DAY"),
        (r"[0-9]+(\.[0-9]+)? m?s\b", "SECONDS"),
        (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID"),
        (r"\b[0-9a-f]{64}\b", "CHECKSUM"),
        (r"\b[0-9a-f]{12}\b", "ID"),
        (r#""link":[0-9]+"#, "LINK"),
        (r#""seal":"[A-Za-z0-9_-]{43}""#, "SEAL"),
        (r"[ \t]+", " "),
    ];
    let compiled = rules.map(|(rule, name)| (Regex::new(rule).expect("a constant"), name));
    compiled.into_iter().collect()
});

/// A line without what differs from run to run.
fn lasting(line: &str) -> String {
    let mut line = line.trim_end().to_owned();
    for (rule, name) in PASSING.iter() {
        line = rule.replace_all(&line, *name).into_owned();
    }
    line
}

/// Is this line what was printed? A gap at its end stands for the rest.
fn is_line(shown: &str, printed: &str) -> bool {
    let (shown, printed) = (lasting(shown), lasting(printed));
    match shown.strip_suffix(GAP) {
        Some(start) => printed.starts_with(start),
        None => shown == printed,
    }
}

fn begins_with(printed: &[String], shown: &[String]) -> bool {
    printed.len() >= shown.len()
        && shown
            .iter()
            .zip(printed)
            .all(|(shown, line)| is_line(shown, line))
}

/// Is this what was printed? A line that is a gap stands for any lines.
pub(crate) fn agrees(shown: &[String], printed: &[String]) -> bool {
    let mut parts = shown.split(|line| line.trim() == GAP);
    let first = parts.next().unwrap_or_default();
    if !begins_with(printed, first) {
        return false;
    }
    let mut rest = &printed[first.len()..];
    let parts: Vec<&[String]> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in between {
        let found = (0..=rest.len()).find(|at| begins_with(&rest[*at..], part));
        let Some(at) = found else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.len() >= last.len() && begins_with(&rest[rest.len() - last.len()..], last)
}

/// What to show instead: what was printed, with the same gap. None where there are several, and no way to tell which
/// lines to keep.
pub(crate) fn anew(shown: &[String], printed: &[String]) -> Option<Vec<String>> {
    let is_short = |line: &&String| line.ends_with(GAP) && line.trim() != GAP;
    let short: Vec<&String> = shown.iter().filter(is_short).collect();
    let mut lines: Vec<String> = printed.to_vec();
    for line in &mut lines {
        if let Some(shown) = short.iter().find(|shown| is_line(shown, line)) {
            (*shown).clone_into(line);
        }
    }
    let gaps: Vec<usize> = (0..shown.len())
        .filter(|at| shown[*at].trim() == GAP)
        .collect();
    let [gap] = gaps[..] else {
        return gaps.is_empty().then_some(lines);
    };
    // The gap ends before the line that begins as the one after it did.
    let word = |line: &String| line.split_whitespace().next().map(str::to_owned);
    let after = shown.get(gap + 1).and_then(word);
    let end = (gap..lines.len()).find(|at| after.is_some() && word(&lines[*at]) == after);
    let end = end.unwrap_or(lines.len());
    if gap < end {
        lines.splice(gap..end, [shown[gap].clone()]);
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn times_ids_and_dates_may_differ_and_nothing_else() {
        let shown = lines("Read 9313 rows in 1.7 s: imported 2026-11-21 02:48 UTC  MIT");
        let same = lines("Read 9313 rows in 21.0 s: imported 2027-01-01 12:00 UTC MIT");
        let other = lines("Read 9314 rows in 1.7 s: imported 2026-11-21 02:48 UTC  MIT");
        assert!(agrees(&shown, &same) && !agrees(&shown, &other));
    }

    #[test]
    fn a_gap_stands_for_any_lines_and_is_kept() {
        let shown = lines("a\n[…]\ny\nz");
        assert!(agrees(&shown, &lines("a\nb\nc\ny\nz")));
        assert!(agrees(&shown, &lines("a\ny\nz")));
        for other in ["a\nb\ny", "b\ny\nz", "a\nz", ""] {
            assert!(!agrees(&shown, &lines(other)), "{other}");
        }
        let again = anew(&shown, &lines("A\nb\nc\ny 2\nx\nZ")).unwrap();
        assert_eq!(again, lines("A\n[…]\ny 2\nx\nZ"));
        assert!(!agrees(&[], &lines("a")) && agrees(&[], &[]));
        let shown = lines("in AL; […]\nb");
        assert!(agrees(&shown, &lines("in AL; AK; AZ\nb")) && !agrees(&shown, &lines("in AK\nb")));
        let again = anew(&shown, &lines("in AL; AK\nc")).unwrap();
        assert_eq!(again, lines("in AL; […]\nc"));
    }
}
