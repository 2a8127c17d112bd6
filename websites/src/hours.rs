//! Opening hours of a week: read from schema.org's notations, written as OpenStreetMap writes them.

use std::sync::LazyLock;

use regex::Regex;

/// Days as they are written, Monday first.
const DAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
/// Minutes of a day.
const DAY: u16 = 24 * 60;
/// The most spans of a day that are believed.
const MOST_SPANS: usize = 4;
/// The longest text of hours, in bytes.
const LONGEST: usize = 500;

/// From and to, in minutes after midnight; past midnight where the end is not after the start.
type Span = (u16, u16);

/// The hours of a week.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hours([Vec<Span>; 7]);

/// Days with an optional range or list, as in `Mo-Fr`, `Mon, Wed` or `Monday`.
static DAY_LIST: LazyLock<Regex> = LazyLock::new(|| {
    let day = r"(?:mo|tu|we|th|fr|sa|su)[a-z]*\.?";
    let days = format!(r"{day}(?:\s*(?:[-–—,&/]|to|through|and)\s*{day})*");
    let time = r"(?:\d{1,2}(?:[:.]\d{2})?(?::\d{2})?\s*(?:a\.?m\.?|p\.?m\.?)?|noon|midnight)";
    let span = format!(r"{time}\s*(?:[-–—]|to|until)\s*{time}");
    let hours = format!(r"(?:{span}(?:\s*[,&]\s*{span})*|closed|off|24 ?hours|open 24 hours)");
    Regex::new(&format!(r"(?i)\b({days})\s*:?\s*({hours})?")).expect("a valid pattern")
});

impl Hours {
    /// Whether no day is open.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// The spans of a day, Monday being 0, as `09:00-17:00`.
    pub fn day(&self, day: usize) -> Vec<String> {
        self.0
            .get(day)
            .into_iter()
            .flatten()
            .map(span_text)
            .collect()
    }

    /// Reads one of schema.org's `openingHours`, such as `Mo-Fr 09:00-17:00`. None if any of it is not understood.
    pub fn read(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let mut hours = Self::default();
        let mut read = 0;
        let mut end = 0;
        for found in DAY_LIST.captures_iter(text) {
            let whole = found.get(0)?;
            if !is_filler(&text[end..whole.start()]) {
                return None;
            }
            end = whole.end();
            let days = days(found.get(1)?.as_str())?;
            let spans = match found.get(2) {
                // Days without hours are open all day.
                None => vec![(0, DAY)],
                Some(hours) => spans(hours.as_str())?,
            };
            for day in days {
                hours.open(day, &spans);
            }
            read += 1;
        }
        let whole = read > 0 && is_filler(&text[end..]);
        whole.then(|| hours.tidied()).flatten()
    }

    /// Adds the hours of a day by its name, such as `Monday` or `https://schema.org/Monday`. False if not understood.
    pub(crate) fn add(&mut self, day: &str, opens: &str, closes: &str) -> bool {
        if day.len().max(opens.len()).max(closes.len()) > LONGEST {
            return false;
        }
        let day = day.rsplit(['/', '#', ':']).next().unwrap_or_default();
        let (Some(day), Some(opens), Some(closes)) = (day_index(day), time(opens), time(closes))
        else {
            return false;
        };
        // `00:00` to `00:00` says that it is closed; to the last minute, that it is open until midnight.
        match (opens, closes) {
            (0, 0) => {}
            (opens, closes) if opens == closes => {}
            (opens, 1439) => self.open(day, &[(opens, DAY)]),
            span => self.open(day, &[span]),
        }
        true
    }

    /// Adds those of another notation of the same business.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (day, spans) in other.0.iter().enumerate() {
            self.open(day, spans);
        }
    }

    /// Adds spans to a day, each once, up to the first that makes them too many to be believed.
    fn open(&mut self, day: usize, spans: &[Span]) {
        let there = &mut self.0[day];
        for span in spans {
            if there.len() <= MOST_SPANS && !there.contains(span) {
                there.push(*span);
            }
        }
    }

    /// In order; none if nothing is open or no week is like that.
    pub(crate) fn tidied(mut self) -> Option<Self> {
        for day in &mut self.0 {
            day.sort_unstable();
        }
        let is_believable = self.0.iter().all(|day| day.len() <= MOST_SPANS);
        (is_believable && !self.is_empty()).then_some(self)
    }

    /// As OpenStreetMap writes it: `Mo-Fr 09:00-17:00; Sa 10:00-14:00`.
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        let mut day = 0;
        while day < 7 {
            let spans = &self.0[day];
            let last = (day..7)
                .take_while(|&next| self.0[next] == *spans)
                .last()
                .unwrap_or(day);
            if !spans.is_empty() {
                let days = match last - day {
                    0 => DAYS[day].to_owned(),
                    _ => format!("{}-{}", DAYS[day], DAYS[last]),
                };
                let spans: Vec<String> = spans.iter().map(span_text).collect();
                parts.push(format!("{days} {}", spans.join(",")));
            }
            day = last + 1;
        }
        parts.join("; ")
    }
}

fn span_text((from, to): &Span) -> String {
    let text = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    format!("{}-{}", text(*from), text(*to))
}

/// What may stand between two rules.
fn is_filler(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '.'))
}

fn day_index(name: &str) -> Option<usize> {
    let name = name.trim().trim_end_matches('.').to_lowercase();
    let short = name.get(..2)?;
    let day = DAYS
        .iter()
        .position(|day| day.eq_ignore_ascii_case(short))?;
    const NAMES: [&str; 7] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let is_day =
        NAMES[day].starts_with(&name) || matches!(name.as_str(), "tues" | "thurs" | "thur");
    is_day.then_some(day)
}

fn days(text: &str) -> Option<Vec<usize>> {
    let text = text
        .to_lowercase()
        .replace("through", "-")
        .replace(" to ", "-")
        .replace(" and ", ",");
    let mut days = Vec::new();
    for part in text.split([',', '&', '/']) {
        match part.split_once(['-', '–', '—']) {
            None => days.push(day_index(part)?),
            Some((from, to)) => {
                let (from, to) = (day_index(from)?, day_index(to)?);
                let length = (to + 7 - from) % 7;
                days.extend((from..=from + length).map(|day| day % 7));
            }
        }
    }
    Some(days)
}

fn spans(text: &str) -> Option<Vec<Span>> {
    let lower = text.to_lowercase();
    if matches!(lower.as_str(), "closed" | "off") {
        return Some(Vec::new());
    }
    if lower.contains("24") && lower.contains("hours") {
        return Some(vec![(0, DAY)]);
    }
    let lower = lower
        .replace(" to ", "-")
        .replace("until", "-")
        .replace(['–', '—'], "-");
    let spans = lower.split([',', '&']).map(|span| {
        let (from, to) = span.split_once('-')?;
        let (from, to) = (from.trim(), to.trim());
        let ends_pm = to.contains('p');
        let (mut opens, closes) = (time(from)?, time(to)?);
        // `1-5 pm`: the half of the day is written once.
        if ends_pm
            && !from.contains(['a', 'p', 'n', 'm'])
            && opens < 12 * 60
            && opens + 12 * 60 < closes
        {
            opens += 12 * 60;
        }
        let closes = if closes == 0 || closes == DAY - 1 {
            DAY
        } else {
            closes
        };
        (opens != closes).then_some((opens, closes))
    });
    spans.collect()
}

/// Minutes after midnight of `9`, `09:00`, `9:00:00`, `5 pm` or `T17:00`.
fn time(text: &str) -> Option<u16> {
    let lower = text.trim().trim_start_matches(['T', 't']).to_lowercase();
    match lower.as_str() {
        "noon" => return Some(12 * 60),
        "midnight" => return Some(0),
        _ => {}
    }
    let clock = lower.split(['+', 'z']).next().unwrap_or_default();
    let (digits, half) = match clock.find(['a', 'p']) {
        Some(at) => (&clock[..at], clock[at..].chars().next()),
        None => (clock, None),
    };
    let mut parts = digits.trim().split([':', '.']);
    let hour: u16 = parts.next()?.trim().parse().ok()?;
    let minute: u16 = parts
        .next()
        .map_or(Some(0), |minute| minute.trim().parse().ok())?;
    let hour = match half {
        Some('p') if hour < 12 => hour + 12,
        Some('a') if hour == 12 => 0,
        Some(_) if hour > 12 => return None,
        _ => hour,
    };
    let is_time = hour <= 24 && minute < 60;
    let minutes = is_time.then(|| hour * 60 + minute)?;
    (minutes <= DAY).then_some(minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        Hours::read(text).map(|hours| hours.text())
    }

    #[test]
    fn notations_of_hours_are_read() {
        for (text, hours) in [
            ("Mo-Fr 09:00-17:00", "Mo-Fr 09:00-17:00"),
            (
                "Mo,We,Fr 9:00-12:00",
                "Mo 09:00-12:00; We 09:00-12:00; Fr 09:00-12:00",
            ),
            (
                "Mo-Fr 09:00-12:00,13:00-17:00; Sa 10:00-14:00",
                "Mo-Fr 09:00-12:00,13:00-17:00; Sa 10:00-14:00",
            ),
            (
                "Mon - Fri: 9am - 5:30pm, Sat 10-2 pm, Sun closed",
                "Mo-Fr 09:00-17:30; Sa 10:00-14:00",
            ),
            ("Fri-Sun 5 p.m. to midnight", "Fr-Su 17:00-24:00"),
            ("Th-Sa 17:00-02:00", "Th-Sa 17:00-02:00"),
            ("Sa-Mo 10:00-12:00", "Mo 10:00-12:00; Sa-Su 10:00-12:00"),
            ("Mo-Su", "Mo-Su 00:00-24:00"),
            ("Tuesday through Thursday 1-5 pm", "Tu-Th 13:00-17:00"),
        ] {
            assert_eq!(read(text).as_deref(), Some(hours), "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_gives_nothing() {
        for text in [
            "",
            "By appointment",
            "Mo-Fr by appointment",
            "Mo 25:00-26:00",
            "Su closed",
            "Summer: Mo-Fr 09:00-17:00",
            "Mo-Fr 9:00",
            "Mo 1093:00-17:00",
            "Mo 9:65535-17:00",
            "Mo 1-2, 2-3, 3-4, 4-5, 5-6",
            &"Mo 9-17, ".repeat(100),
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn hours_do_not_grow_without_end() {
        let mut hours = Hours::read(&"Mo 9-17, ".repeat(50)).unwrap();
        assert_eq!(hours.text(), "Mo 09:00-17:00");
        for minute in 0..60 {
            assert!(hours.add("Mo", &format!("10:{minute}"), "17:00"));
            hours.merge(&hours.clone());
        }
        assert_eq!(hours.0[0].len(), MOST_SPANS + 1);
        assert_eq!(hours.tidied(), None);
    }

    #[test]
    fn specifications_are_added_day_by_day() {
        let mut hours = Hours::default();
        assert!(hours.add("https://schema.org/Monday", "09:00:00", "17:00"));
        assert!(hours.add("Su", "00:00", "00:00"));
        assert!(hours.add("Saturday", "00:00", "23:59"));
        assert!(!hours.add("PublicHolidays", "10:00", "12:00"));
        assert!(!hours.add("Mo", "late", "12:00"));
        assert!(!hours.add("Mo", "1093:00", "24:65535"));
        assert!(!hours.add("Mo", &"9".repeat(LONGEST + 1), "12:00"));
        assert_eq!(
            hours.tidied().unwrap().text(),
            "Mo 09:00-17:00; Sa 00:00-24:00"
        );
    }
}
