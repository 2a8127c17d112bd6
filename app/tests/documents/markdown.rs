//! What a document holds for a test: blocks of commands, what they show, and comments that readers do not see.
//!
//! - A block without a language, or `sh`, is commands. The block that follows it directly is what they show.
//! - A block whose first line begins with `$ ` is a session: commands (gone on with by `> `), each with what it shows.
//! - `<!-- not run: WHY -->` before a block leaves it, and what it shows.
//! - `<!-- before: COMMANDS -->` are run at that place; `<!-- server -->` starts a server, `<!-- no server -->` ends it.

use std::ops::Range;

/// What stands for lines that are left out.
pub(crate) const GAP: &str = "[…]";

/// Something that a test does, in the document's order.
#[derive(Debug)]
pub(crate) enum Step {
    /// Commands that the reader does not see.
    Before(String),
    /// A server is started.
    Server,
    /// It is stopped.
    NoServer,
    /// A block that is not run.
    Left { line: usize, why: String },
    /// A command, or a block of them, as the reader sees it.
    Run(Commands),
    /// A block that is neither run nor left.
    Unknown { line: usize },
}

/// What is run at once.
#[derive(Debug)]
pub(crate) struct Commands {
    /// Where it stands, counted from 1.
    pub(crate) line: usize,
    pub(crate) script: String,
    /// The document's lines that it shows; none where the document does not say.
    pub(crate) shown: Option<Range<usize>>,
    /// Does it begin its block?
    pub(crate) begins: bool,
}

/// A block between fences: the lines inside.
struct Block<'a> {
    inside: Range<usize>,
    language: &'a str,
}

/// The steps of a document.
pub(crate) fn steps(lines: &[String]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut left: Option<String> = None;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim();
        if let Some(block) = block_at(lines, at) {
            let after = next_block(lines, block.inside.end + 1);
            let first = at + 1;
            at = block.inside.end + 1;
            if let Some(why) = left.take() {
                steps.push(Step::Left { line: first, why });
                at = after.map_or(at, |shown| shown.inside.end + 1);
            } else if !matches!(block.language, "" | "sh") {
                steps.push(Step::Unknown { line: first });
            } else if lines[block.inside.start].starts_with("$ ") {
                steps.extend(session(lines, block.inside).map(Step::Run));
            } else {
                at = after.as_ref().map_or(at, |shown| shown.inside.end + 1);
                steps.push(Step::Run(Commands {
                    line: first,
                    script: lines[block.inside].join("\n"),
                    shown: after.map(|shown| shown.inside),
                    begins: true,
                }));
            }
            continue;
        }
        if line.starts_with("<!--") {
            let end = (at..lines.len())
                .find(|line| lines[*line].contains("-->"))
                .unwrap_or_else(|| panic!("line {}: a comment without an end", at + 1));
            let comment = lines[at..=end].join("\n");
            let text = comment.trim().trim_start_matches("<!--");
            let text = text.trim_end_matches("-->").trim();
            if let Some(why) = text.strip_prefix("not run:") {
                left = Some(why.trim().to_owned());
            } else if let Some(script) = text.strip_prefix("before:") {
                steps.push(Step::Before(script.trim().to_owned()));
            } else if text == "server" {
                steps.push(Step::Server);
            } else if text == "no server" {
                steps.push(Step::NoServer);
            }
            at = end;
        } else if !line.is_empty() {
            assert!(
                left.is_none(),
                "line {}: no block follows 'not run'",
                at + 1
            );
        }
        at += 1;
    }
    steps
}

/// The block whose fence this line is.
fn block_at(lines: &[String], at: usize) -> Option<Block<'_>> {
    let language = lines.get(at)?.strip_prefix("```")?.trim();
    let inside = at + 1..lines.len();
    let end = inside
        .clone()
        .find(|line| lines[*line].starts_with("```"))?;
    Some(Block {
        inside: inside.start..end,
        language,
    })
}

/// The block that begins here, with nothing but empty lines before it.
fn next_block(lines: &[String], from: usize) -> Option<Block<'_>> {
    let at = (from..lines.len()).find(|line| !lines[*line].trim().is_empty())?;
    block_at(lines, at)
}

fn session(lines: &[String], inside: Range<usize>) -> impl Iterator<Item = Commands> {
    let is_command = |line: &usize| lines[*line].starts_with("$ ");
    let starts: Vec<usize> = inside.clone().filter(is_command).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([inside.end]).collect();
    let commands: Vec<Commands> = starts
        .into_iter()
        .zip(ends)
        .map(|(start, end)| {
            let goes_on = (start + 1..end).take_while(|line| lines[*line].starts_with("> "));
            let shown = start + 1 + goes_on.count();
            let script: Vec<&str> = lines[start..shown].iter().map(|line| &line[2..]).collect();
            Commands {
                line: start + 1,
                script: script.join("\n"),
                shown: Some(shown..end),
                begins: start == inside.start,
            }
        })
        .collect();
    commands.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Step> {
        steps(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_block_is_run_left_or_unknown() {
        let steps = read(
            "<!-- before:\nA=1\n-->\n```\necho a\n```\n```json\na\n```\ntext\n<!-- not run: why -->\n```sh\nx\n```\n```\ny\n```\n\n```sql\nz\n```",
        );
        let [
            Step::Before(before),
            Step::Run(run),
            Step::Left { line: 12, why },
            Step::Unknown { line: 19 },
        ] = steps.as_slice()
        else {
            panic!("{steps:?}")
        };
        assert_eq!((before.as_str(), why.as_str()), ("A=1", "why"));
        assert_eq!((run.script.as_str(), &run.shown), ("echo a", &Some(7..8)));
    }

    #[test]
    fn a_session_has_commands_with_what_each_shows() {
        let steps = read("```\n$ echo \\\n>   a\na\n$ true\n```");
        let [Step::Run(echo), Step::Run(nothing)] = steps.as_slice() else {
            panic!("{steps:?}")
        };
        assert_eq!(
            (echo.script.as_str(), &echo.shown),
            ("echo \\\n  a", &Some(3..4))
        );
        assert_eq!(
            (nothing.script.as_str(), &nothing.shown),
            ("true", &Some(5..5))
        );
        assert!(echo.begins && !nothing.begins);
    }
}
