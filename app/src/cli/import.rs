//! An import at the terminal: its progress bar and its report.

use std::time::Duration;

use ::places::Catalogue;
use ::places::import::{Format, Import, ImportError, ImportReport, Tally};
use indicatif::HumanCount;

use super::interrupt;
use super::progress::{bytes_bar, count};
use super::terminal::say;

/// Longest wait for another import: a server that has just started adds the listing that ships with the product.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// Imports with a progress bar, and reports the outcome.
pub(super) fn carry_out(import: Import, catalogue: &Catalogue) -> anyhow::Result<()> {
    let bar = bytes_bar();
    // An interrupted import leaves the catalogue unchanged.
    let stopped = interrupt::flag();
    let mut waited = false;
    let imported = import.run(catalogue, |progress| {
        if progress.waits && !waited {
            waited = true;
            say("Another import is writing the catalogue. Waiting until it has finished…");
        }
        bar.set_length(progress.bytes_total);
        bar.set_position(progress.bytes_read);
        bar.set_message(count(progress.rows, "row", "rows"));
        interrupt::flow(&stopped)
    });
    bar.finish_and_clear();
    if let Err(ImportError::Stopped) = imported {
        anyhow::bail!("Stopped. The catalogue is unchanged. Run the same command again to resume.");
    }
    report(&imported?);
    Ok(())
}

fn report(report: &ImportReport) {
    let seconds = report.duration.as_secs_f64();
    say(format_args!(
        "Read {} in {seconds:.1} s: {} in the catalogue as '{}'{}",
        count(report.read, "row", "rows"),
        count(report.imported, "business", "businesses"),
        report.source,
        if report.replaced > 0 {
            format!(" (in place of {})", HumanCount(report.replaced))
        } else {
            String::new()
        },
    ));
    tally("repeated in the file", &report.duplicates, report.format);
    for (reason, rows) in &report.duplicate_reasons {
        say(format_args!("  {:>7}    of these: {reason}", number(*rows)));
    }
    for (reason, rows) in &report.not_offered {
        tally(&format!("not offered: {reason}"), rows, report.format);
    }
    for (reason, rows) in &report.rejected {
        tally(&format!("rejected: {reason}"), rows, report.format);
    }
    tally(
        "impossible coordinates left out",
        &report.coordinates_dropped,
        report.format,
    );
    tally(
        "not UTF-8, read as Windows-1252",
        &report.re_encoded,
        report.format,
    );
    for (rows, what) in [
        (report.skipped, "left out: elsewhere"),
        (report.resumed, "already stored by an interrupted run"),
        (
            report.placed,
            "imported with the city nearest to their coordinates",
        ),
        (report.without_coordinates, "imported without coordinates"),
        (report.without_city, "imported without a city"),
    ] {
        if rows > 0 {
            say(format_args!("  {:>7}  {what}", number(rows)));
        }
    }
}

fn number(rows: u64) -> String {
    HumanCount(rows).to_string()
}

fn tally(what: &str, tally: &Tally, format: Format) {
    if tally.count == 0 {
        return;
    }
    let lines: Vec<String> = tally.first_lines.iter().map(u64::to_string).collect();
    say(format_args!(
        "  {:>7}  {what} ({} {}{})",
        number(tally.count),
        format.unit(),
        lines.join(", "),
        if tally.count > lines.len() as u64 {
            ", …"
        } else {
            ""
        }
    ));
}
