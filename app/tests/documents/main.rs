//! What the documents show is what happens: every block of commands is run as it is written, and what it shows is
//! compared. `DEMANDATLAS_GENERATE=1` writes it anew.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on should fail where it stands, and tells what it left"
)]

mod markdown;
mod shown;
mod workspace;

use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use markdown::{Commands, Step, steps};
use workspace::{Done, Workspace};

/// What the commands of the documents use beside the program itself.
const TOOLS: [&str; 6] = ["bash", "curl", "jq", "python3", "sqlite3", "timeout"];

/// The documents whose commands are run, each in a folder of its own.
const RUN: [&str; 4] = [
    "README.md",
    "docs/auditing.md",
    "docs/data-sources.md",
    "docs/operations.md",
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn lines(document: &str) -> Vec<String> {
    let text = std::fs::read_to_string(workspace().join(document)).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The documents of the folders that hold some.
fn documents() -> Vec<String> {
    let folders = ["", "docs/", "docs/adr/", "docs/events/", "ui/e2e/"];
    let of = |folder: &'static str| {
        let files = std::fs::read_dir(workspace().join(folder)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.ends_with(".md"))
            .map(move |name| format!("{folder}{name}"))
    };
    folders.into_iter().flat_map(of).collect()
}

/// Is everything there that a document needs? What is missing is said.
fn has_tools() -> bool {
    let missing = TOOLS.into_iter().find(|tool| {
        let found = Command::new("sh")
            .args(["-c", &format!("command -v {tool}")])
            .output();
        !found.is_ok_and(|found| found.status.success())
    });
    if let Some(tool) = missing {
        testkit::skipped(&format!("{tool} is not installed"));
    }
    missing.is_none()
}

/// Runs a document from its first block to its last.
fn follow(document: &str) {
    let mut text = lines(document);
    let steps = steps(&text);
    let uses_data = text
        .iter()
        .any(|line| line.contains("$DEMANDATLAS_TEST_DATA"));
    let data = uses_data.then(testkit::shared_data);
    if !has_tools() || matches!(data, Some(None)) {
        return;
    }
    let mut place = Workspace::new(data.flatten().as_deref());
    let writes = std::env::var_os("DEMANDATLAS_GENERATE").is_some();
    let (mut ran, mut left, mut wrong) = (0, Vec::new(), String::new());
    let mut rewritten: Vec<(Range<usize>, Vec<String>)> = Vec::new();
    for step in steps {
        match step {
            Step::Server => place.serve(),
            Step::NoServer => place.stop(),
            Step::Unknown { line } => panic!("{document}:{line}: neither run nor marked 'not run'"),
            Step::Left { line, why } => left.push(format!("  line {line}: {why}")),
            Step::Before(script) => {
                let Done { printed, succeeded } = place.run(&script);
                assert!(succeeded, "{document}: {script}\n{}", printed.join("\n"));
            }
            Step::Run(commands) => {
                ran += usize::from(commands.begins);
                let done = place.run(&commands.script);
                let shown = commands.shown.clone().map(|range| &text[range]);
                assert_eq!(
                    done.succeeded,
                    !shown.is_some_and(is_refusal),
                    "{document}:{}: {}\nended otherwise than the document shows:\n{}",
                    commands.line,
                    commands.script,
                    done.printed.join("\n")
                );
                if let Some(shown) = shown.filter(|shown| !shown::agrees(shown, &done.printed)) {
                    note(&mut wrong, document, &commands, shown, &done.printed);
                    let lines = shown::anew(shown, &done.printed);
                    let place = format!("{document}:{}", commands.line);
                    assert!(
                        lines.is_some() || !writes,
                        "{place}: several gaps: mend it by hand"
                    );
                    let range = commands.shown.unwrap_or_default();
                    rewritten.extend(lines.map(|lines| (range, lines)));
                }
            }
        }
    }
    eprintln!(
        "{document}: {ran} blocks ran, {} were left\n{}",
        left.len(),
        left.join("\n")
    );
    if writes {
        // From the end, so that the places before stay right.
        for (range, lines) in rewritten.into_iter().rev() {
            text.splice(range, lines);
        }
        std::fs::write(workspace().join(document), text.join("\n") + "\n").unwrap();
        return;
    }
    assert!(
        wrong.is_empty(),
        "{wrong}\nDEMANDATLAS_GENERATE=1 writes what was printed"
    );
}

/// A command that fails shows why.
fn is_refusal(shown: &[String]) -> bool {
    shown
        .iter()
        .any(|line| line.starts_with("demandatlas: ") || line.starts_with("Error"))
}

fn note(
    wrong: &mut String,
    document: &str,
    commands: &Commands,
    shown: &[String],
    printed: &[String],
) {
    let (line, script) = (commands.line, &commands.script);
    let (shown, printed) = (shown.join("\n"), printed.join("\n"));
    // Writing to a String cannot fail.
    let _written = writeln!(
        wrong,
        "\n{document}:{line}: {script}\n--- shows\n{shown}\n--- printed\n{printed}"
    );
}

#[test]
fn readme_shows_what_happens() {
    follow("README.md");
}

#[test]
fn auditing_shows_what_happens() {
    follow("docs/auditing.md");
}

#[test]
fn data_sources_shows_what_happens() {
    follow("docs/data-sources.md");
}

#[test]
fn operations_shows_what_happens() {
    follow("docs/operations.md");
}

/// Every block of every other document says why it is not run.
#[test]
fn no_block_is_neither_run_nor_marked() {
    let mut unknown = Vec::new();
    for document in documents() {
        let is_run = RUN.contains(&document.as_str());
        for step in steps(&lines(&document)) {
            match step {
                Step::Unknown { line } => unknown.push(format!("{document}:{line}")),
                Step::Run(block) if !is_run => unknown.push(format!("{document}:{}", block.line)),
                _ => {}
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "neither run nor marked 'not run': {unknown:?}"
    );
}
