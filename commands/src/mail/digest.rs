//! What is new, as the text of an e-mail.

use async_trait::async_trait;
use domain::ids::{MonitorId, SessionKey, UserId};
use jiff::Timestamp;
use store::StoreError;

use super::letter::Letter;
use super::links::Links;

/// Businesses of a kind that are named; the others are counted.
const NAMED: usize = 5;
/// Runs that are told one by one; the others are counted.
const MOST_RUNS: usize = 30;
/// The longest name or value, in characters.
const LONGEST: usize = 100;

/// Tells what users' scheduled searches have found.
#[async_trait]
pub trait DigestSource: Send + Sync {
    /// The user's runs that ended after a moment, the oldest first. Those that found nothing new may be among them.
    async fn since(&self, user: &UserId, after: Timestamp) -> Result<Vec<DigestRun>, StoreError>;

    /// The credits that the user can spend now.
    async fn credits_left(&self, user: &UserId) -> Result<i64, StoreError>;
}

/// A run of a scheduled search that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestRun {
    pub monitor: MonitorId,
    /// The scheduled search's, such as `brewery · Bend, OR`.
    pub name: String,
    /// The run's session.
    pub session: SessionKey,
    pub ended_at: Timestamp,
    /// Businesses that are new, have changed, were not found any more.
    pub new: u32,
    pub changed: u32,
    pub gone: u32,
    /// Credits of this run.
    pub paid: i64,
    /// Credits of the scheduled search in this month, and how many it may spend in one.
    pub spent: i64,
    pub budget: i64,
    /// The first businesses, one line each: at least five that are new and five that have changed, where there are so
    /// many.
    pub lines: Vec<DigestLine>,
}

/// A business that is new or has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DigestLine {
    Added {
        name: String,
        city: String,
    },
    /// One of the fields that have changed, in words (`phone`).
    Changed {
        name: String,
        field: String,
        before: Option<String>,
        after: Option<String>,
    },
}

impl DigestRun {
    /// Did it find anything to tell?
    pub(super) const fn has_news(&self) -> bool {
        self.new > 0 || self.changed > 0 || self.gone > 0
    }
}

/// What is told of some runs.
pub(super) struct Digest<'a> {
    pub(super) runs: &'a [DigestRun],
    pub(super) credits_left: i64,
    pub(super) links: &'a Links,
    pub(super) token: &'a str,
}

impl Digest<'_> {
    /// The e-mail about them.
    pub(super) fn letter(&self, id: String, date: Timestamp) -> Letter {
        Letter {
            subject: self.subject(),
            text: self.text(),
            id,
            date,
            unsubscribe: Some(self.links.stop_at_once(self.token)),
        }
    }

    fn subject(&self) -> String {
        let sum = |of: fn(&DigestRun) -> u32| self.runs.iter().map(of).map(u64::from).sum();
        let found: [(u64, &str); 2] = [
            (sum(|run| run.new), "new"),
            (sum(|run| run.changed), "changed"),
        ];
        let found: Vec<String> = found
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| format!("{number} {word}"))
            .collect();
        let news = if found.is_empty() {
            format!("{} gone", sum(|run| run.gone))
        } else {
            found.join(", ")
        };
        let mut monitors: Vec<MonitorId> = self.runs.iter().map(|run| run.monitor).collect();
        monitors.sort_unstable();
        monitors.dedup();
        match (monitors.as_slice(), self.runs) {
            ([_], [.., last]) => format!("{news}: {}", one_line(&last.name)),
            (several, _) => format!("{news} in {} scheduled searches", several.len()),
        }
    }

    fn text(&self) -> String {
        let told = &self.runs[..self.runs.len().min(MOST_RUNS)];
        let mut parts: Vec<String> = told.iter().map(|run| self.about(run)).collect();
        if let more @ 1.. = self.runs.len() - told.len() {
            parts.push(format!("and {more} more runs: {}\n", self.links.schedule()));
        }
        let stop = self.links.stop(self.token);
        format!(
            "{}Stop these e-mails, no sign-in needed: {stop}",
            parts.join("\n")
        )
    }

    fn about(&self, run: &DigestRun) -> String {
        let (name, paid) = (one_line(&run.name), run.paid);
        let credits = if paid == 1 { "credit" } else { "credits" };
        let mut text = format!(
            "{name}: {} new, {} changed, {} gone, {paid} {credits}\n",
            run.new, run.changed, run.gone
        );
        let (added, changed): (Vec<&DigestLine>, Vec<&DigestLine>) = run
            .lines
            .iter()
            .partition(|line| matches!(line, DigestLine::Added { .. }));
        for (lines, all) in [(added, run.new), (changed, run.changed)] {
            for line in lines.iter().take(NAMED) {
                text += &format!("{}\n", words(line));
            }
            if let more @ 1.. = (all as usize).saturating_sub(lines.len().min(NAMED)) {
                text += &format!("and {more} more\n");
            }
        }
        let link = self.links.run(run.monitor, run.session);
        let (spent, budget, left) = (run.spent, run.budget, self.credits_left);
        text + &format!(
            "See the run: {link}   {spent} of {budget} credits this month, {left} left.\n"
        )
    }
}

fn words(line: &DigestLine) -> String {
    match line {
        DigestLine::Added { name, city } => {
            let parts = [one_line(name), one_line(city)];
            let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            format!("+ {}", parts.join(", "))
        }
        DigestLine::Changed {
            name,
            field,
            before,
            after,
        } => {
            let (name, field) = (one_line(name), one_line(field));
            let [before, after] = [before, after].map(|value| value.as_deref().map(one_line));
            match (before, after) {
                (Some(before), Some(after)) => format!("~ {name}: {field} {before}, now {after}"),
                (None, Some(after)) => format!("~ {name}: {field} now {after}"),
                (Some(before), None) => format!("~ {name}: {field} {before}, now none"),
                (None, None) => format!("~ {name}: {field}"),
            }
        }
    }
}

/// A name or value that stays within its line, whoever has written it.
fn one_line(text: &str) -> String {
    // Marks that turn the direction of what follows would turn the rest of the line.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain = text.replace(|c: char| c.is_control() || turns(c), " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let begin: String = line.chars().take(LONGEST - 1).collect();
    format!("{}…", begin.trim_end())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const MONITOR: &str = "11111111-1111-4111-8111-111111111111";
    const SESSION: &str = "22222222-2222-4222-8222-222222222222";

    fn added(name: &str) -> DigestLine {
        DigestLine::Added {
            name: name.to_owned(),
            city: "Bend".to_owned(),
        }
    }

    fn changed(name: &str, before: Option<&str>, after: Option<&str>) -> DigestLine {
        DigestLine::Changed {
            name: name.to_owned(),
            field: "phone".to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        }
    }

    fn run(lines: Vec<DigestLine>) -> DigestRun {
        DigestRun {
            monitor: MONITOR.parse().unwrap(),
            name: "brewery · Bend, OR".to_owned(),
            session: SESSION.parse().unwrap(),
            ended_at: Timestamp::UNIX_EPOCH,
            new: 3,
            changed: 1,
            gone: 0,
            paid: 3,
            spent: 14,
            budget: 50,
            lines,
        }
    }

    fn letter(runs: &[DigestRun]) -> Letter {
        let links = Links::to("https://atlas.example".parse().unwrap());
        let digest = Digest {
            runs,
            credits_left: 152,
            links: &links,
            token: "t0ken",
        };
        digest.letter("id".to_owned(), Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn one_run_is_told_as_drawn() {
        let both = changed("Cascade Brewing", Some("555-0101"), Some("555-0199"));
        let lines = ["Boss Rambler", "Copper", "Heron"].map(added);
        let lines: Vec<DigestLine> = lines.into_iter().chain([both]).collect();
        let letter = letter(&[run(lines)]);
        assert_eq!(letter.subject, "3 new, 1 changed: brewery · Bend, OR");
        let text = "brewery · Bend, OR: 3 new, 1 changed, 0 gone, 3 credits\n\
            + Boss Rambler, Bend\n\
            + Copper, Bend\n\
            + Heron, Bend\n\
            ~ Cascade Brewing: phone 555-0101, now 555-0199\n\
            See the run: https://atlas.example/schedule/11111111-1111-4111-8111-111111111111\
            ?run=22222222-2222-4222-8222-222222222222   14 of 50 credits this month, 152 left.\n\
            Stop these e-mails, no sign-in needed: https://atlas.example/mail/stop?token=t0ken";
        assert_eq!(letter.text, text);
        let at_once = "https://atlas.example/api/mail/stop?token=t0ken";
        assert_eq!(letter.unsubscribe.unwrap().as_str(), at_once);
    }

    #[test]
    fn five_of_a_kind_are_named_and_the_others_counted() {
        let new = (0..7).map(|n| added(&format!("New {n}")));
        let other = (0..5).map(|n| changed(&format!("Old {n}"), None, Some("1")));
        let many = DigestRun {
            new: 12,
            changed: 7,
            paid: 1,
            ..run(new.chain(other).collect())
        };
        let text = letter(&[many]).text;
        assert!(
            text.contains("+ New 4, Bend\nand 7 more\n~ Old 0: phone now 1\n"),
            "{text}"
        );
        assert!(
            text.contains("~ Old 4: phone now 1\nand 2 more\nSee the run"),
            "{text}"
        );
        assert!(text.contains("0 gone, 1 credit\n"), "{text}");
    }

    #[test]
    fn several_runs_are_told_one_after_the_other() {
        let other = DigestRun {
            monitor: MonitorId::new(Uuid::nil()),
            name: "florist · Bend, OR".to_owned(),
            new: 2,
            changed: 1,
            ..run(Vec::new())
        };
        let same = [run(Vec::new()), run(Vec::new())];
        assert_eq!(
            letter(&same).subject,
            "6 new, 2 changed: brewery · Bend, OR"
        );
        let two = letter(&[run(Vec::new()), other]);
        assert_eq!(two.subject, "5 new, 2 changed in 2 scheduled searches");
        assert!(
            two.text.contains("152 left.\n\nflorist · Bend, OR: 2 new"),
            "{}",
            two.text
        );
        let many = letter(&vec![run(Vec::new()); 33]).text;
        assert_eq!(many.matches("See the run").count(), 30);
        assert!(
            many.contains("\nand 3 more runs: https://atlas.example/schedule\nStop"),
            "{many}"
        );
        for (new, changed, gone, subject) in [
            (3, 0, 2, "3 new: brewery · Bend, OR"),
            (0, 1, 2, "1 changed: brewery · Bend, OR"),
            (0, 0, 2, "2 gone: brewery · Bend, OR"),
        ] {
            let one = DigestRun {
                new,
                changed,
                gone,
                ..run(Vec::new())
            };
            assert_eq!(letter(&[one]).subject, subject);
        }
    }

    #[test]
    fn what_businesses_call_themselves_stays_in_its_line() {
        let hostile = "Evil\r\nBcc: eve@inbox.example\u{2028}\u{202e}txt.\0";
        let lines = vec![
            added(hostile),
            changed(hostile, Some(hostile), None),
            changed("Cascade", None, None),
        ];
        let letter = letter(&[DigestRun {
            name: hostile.to_owned(),
            ..run(lines)
        }]);
        let clean = "Evil Bcc: eve@inbox.example txt.";
        assert_eq!(letter.subject, format!("3 new, 1 changed: {clean}"));
        let lines: Vec<&str> = letter.text.lines().collect();
        assert_eq!(lines[1], format!("+ {clean}, Bend"));
        assert_eq!(lines[3], format!("~ {clean}: phone {clean}, now none"));
        assert_eq!(lines[4], "~ Cascade: phone");
        assert!(
            letter.text.chars().all(|c| c == '\n' || !c.is_control()),
            "{:?}",
            letter.text
        );
        assert_eq!(one_line(&"ab".repeat(60)).chars().count(), LONGEST);
    }
}
