//! Finds quotes that are not closed.
//!
//! A CSV reader takes everything up to the next quote as one cell, across any number of lines, so a missing
//! quote silently swallows rows. There are two signs of it: the file ends inside quotes, or the quote that
//! ends the cell actually begins another (it is followed by neither a delimiter nor the end of a line). Only
//! cells that span lines are examined: within one line, a stray quote costs no row.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A cell that spans lines because its quote is not closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unclosed {
    /// The line of the opening quote, counted from 1.
    pub(super) line: u64,
    /// The last line taken as part of it.
    pub(super) last_line: u64,
    /// The byte where this became apparent.
    pub(super) at_byte: u64,
}

/// The finding, shared by clones.
#[derive(Debug, Clone, Default)]
pub(super) struct Finding(Arc<Mutex<Option<Unclosed>>>);

impl Finding {
    fn lock(&self) -> MutexGuard<'_, Option<Unclosed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The finding up to that byte. The watch is ahead of the rows by a buffer.
    pub(super) fn up_to(&self, byte: u64) -> Option<Unclosed> {
        self.lock().filter(|unclosed| unclosed.at_byte <= byte)
    }
}

/// Passes the bytes on and watches the quotes among them.
pub(super) struct Watched<R> {
    inner: R,
    delimiter: u8,
    finding: Finding,
    state: State,
    byte: u64,
    line: u64,
    /// The line of the cell's opening quote.
    began: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first byte of a cell.
    Start,
    /// In an unquoted cell, or after the closing quote.
    Plain,
    Quoted,
    /// After a quote within quotes: either the closing quote or the first of a pair.
    AfterQuote,
}

impl<R> Watched<R> {
    pub(super) fn new(inner: R, delimiter: u8) -> Self {
        Self {
            inner,
            delimiter,
            finding: Finding::default(),
            state: State::Start,
            byte: 0,
            line: 1,
            began: 0,
        }
    }

    pub(super) fn finding(&self) -> Finding {
        self.finding.clone()
    }

    fn watch(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let ends_cell = byte == self.delimiter || matches!(byte, b'\n' | b'\r');
            self.state = match self.state {
                State::Start if byte == b'"' => {
                    self.began = self.line;
                    State::Quoted
                }
                State::Quoted if byte == b'"' => State::AfterQuote,
                State::Quoted => State::Quoted,
                State::AfterQuote if byte == b'"' => State::Quoted,
                State::AfterQuote if !ends_cell => {
                    self.found();
                    State::Plain
                }
                _ if ends_cell => State::Start,
                _ => State::Plain,
            };
            self.byte += 1;
            self.line += u64::from(byte == b'\n');
        }
    }

    /// Records that the cell does not end properly.
    fn found(&mut self) {
        let mut finding = self.finding.lock();
        if self.line > self.began && finding.is_none() {
            *finding = Some(Unclosed {
                line: self.began,
                last_line: self.line,
                at_byte: self.byte,
            });
        }
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if read > 0 {
            self.watch(&buffer[..read]);
        } else if !buffer.is_empty() && self.state == State::Quoted {
            self.found();
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Option<(u64, u64)> {
        let mut watched = Watched::new(text.as_bytes(), b',');
        io::copy(&mut watched, &mut io::sink()).unwrap();
        let found = watched.finding().up_to(u64::MAX);
        found.map(|unclosed| (unclosed.line, unclosed.last_line))
    }

    #[test]
    fn quotes_that_swallow_lines_are_found() {
        assert_eq!(lines("a,b\n\"Joe's,x\n1,2\n3,4\n"), Some((2, 5)));
        assert_eq!(lines("a,b\n\"Joe's,x\n\"Anna's\",2\n3,4\n"), Some((2, 3)));
        assert_eq!(lines("a,b\n1,\"x\n"), Some((2, 3)));
    }

    #[test]
    fn sound_quotes_and_stray_ones_within_a_line_are_not() {
        for sound in [
            "a,b\n\"two\nlines\",x\n",
            "a,b\r\n\"two\r\nlines, \"\"quoted\"\"\",x\r\n",
            "a,b\n12\" pipe,x\n",
            "a,b\n\"12\" pipe,x\n1,2\n",
            "a,b\n\"\",\"\"\n",
            "",
        ] {
            assert_eq!(lines(sound), None, "{sound}");
        }
    }
}
