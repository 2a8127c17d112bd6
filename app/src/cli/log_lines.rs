//! The server's log, a line for each event: a line break in a value is written as `\n`, so that nothing that is logged
//! can pass for an entry of its own.

use std::io::{IsTerminal, Stderr, Write, stderr};

use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layered, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry};

use crate::settings::{LogFormat, ServerSettings};

/// What parses websites' pages says below this level what they say, which no log may hold.
const PARSERS: [&str; 2] = ["html5ever=warn", "selectors=warn"];

/// Logs to standard error from now on; `traces` get every span as well.
pub(super) fn start(
    settings: &ServerSettings,
    traces: Option<impl Layer<Layered<Lines, Registry>> + Send + Sync>,
) -> anyhow::Result<()> {
    let mut filter = EnvFilter::try_new(&settings.log)?;
    for quiet in PARSERS {
        filter = filter.add_directive(quiet.parse()?);
    }
    let lines = match settings.log_format {
        LogFormat::Text => text(filter, stderr().is_terminal(), OneLine::<Stderr>::on_stderr),
        LogFormat::Json => tracing_subscriber::fmt::layer()
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_writer(stderr)
            .with_filter(filter)
            .boxed(),
    };
    tracing_subscriber::registry()
        .with(lines)
        .with(traces)
        .try_init()?;
    Ok(())
}

type Lines = Box<dyn Layer<Registry> + Send + Sync>;

fn text<W>(filter: EnvFilter, colors: bool, writer: W) -> Lines
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    tracing_subscriber::fmt::layer()
        .with_ansi(colors)
        .with_writer(writer)
        .with_filter(filter)
        .boxed()
}

/// The writer of one event.
struct OneLine<W: Write> {
    sink: W,
    line: Vec<u8>,
}

impl OneLine<Stderr> {
    fn on_stderr() -> Self {
        Self::to(stderr())
    }
}

impl<W: Write> OneLine<W> {
    fn to(sink: W) -> Self {
        let line = Vec::new();
        Self { sink, line }
    }
}

impl<W: Write> Write for OneLine<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.line.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<W: Write> Drop for OneLine<W> {
    fn drop(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        let line = line.trim_end_matches('\n');
        let line = line.replace('\n', "\\n").replace('\r', "\\r") + "\n";
        // Nobody is left to be told.
        let _written = self.sink.write_all(line.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Seek as _};

    use super::*;

    #[test]
    fn a_line_break_in_a_value_forges_no_entry() {
        let mut file = tempfile::tempfile().unwrap();
        let sink = file.try_clone().unwrap();
        let writer = move || OneLine::to(sink.try_clone().unwrap());
        let forged = "gone\n2026-01-01T00:00:00Z  INFO forged\r\nx";
        let lines = text(EnvFilter::new("info"), false, writer);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), || {
            tracing::warn!(printed = %forged, quoted = ?forged, "the first");
            tracing::error!("the message itself: {forged}");
            let span = tracing::info_span!("request", path = %forged);
            span.in_scope(|| tracing::info!("inside"));
        });
        file.rewind().unwrap();
        let mut log = String::new();
        file.read_to_string(&mut log).unwrap();
        assert_eq!(log.lines().count(), 3, "{log}");
        assert!(!log.contains('\r'));
        assert_eq!(log.matches("gone\\n2026").count(), 4, "{log}");
    }
}
