//! Large texts that are the same for everybody, compressed once, not per request.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::accepted_encoding::{Encoding, accepted};
use super::entity_tag;

/// A text in both forms.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    kind: String,
    plain: Bytes,
    gzip: Bytes,
    tag: String,
}

impl Text {
    /// Of a media type.
    pub(crate) fn new(kind: &str, text: Vec<u8>) -> Self {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        let packed = gzip.write_all(&text).and_then(|()| gzip.finish());
        Self {
            kind: kind.to_owned(),
            tag: entity_tag::of(&text),
            gzip: packed.expect("memory takes all that is written").into(),
            plain: text.into(),
        }
    }

    /// The memory that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.plain.len() + self.gzip.len()
    }

    /// The text as the client accepts it, or 304 if the client has it.
    pub(crate) fn answer(&self, headers: &HeaderMap, cache: &'static str) -> Response {
        let about: [(HeaderName, String); 3] = [
            (header::CACHE_CONTROL, cache.to_owned()),
            (header::VARY, header::ACCEPT_ENCODING.to_string()),
            (header::ETAG, self.tag.clone()),
        ];
        if entity_tag::is_known(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.kind.as_str())];
        if accepted(headers).any(|encoding| encoding == Encoding::Gzip) {
            let encoded = [(header::CONTENT_ENCODING, Encoding::Gzip.name())];
            return (about, kind, encoded, self.gzip.clone()).into_response();
        }
        (about, kind, self.plain.clone()).into_response()
    }
}

/// A text, with what it was made of.
#[derive(Debug)]
pub struct CompressedText<K>(Mutex<Option<(K, Text)>>);

impl<K> Default for CompressedText<K> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<K> CompressedText<K> {
    /// The kept text if it was made of the same, else a new one.
    pub(crate) fn get(
        &self,
        of: K,
        is_same: impl FnOnce(&K, &K) -> bool,
        make: impl FnOnce(&K) -> Text,
    ) -> Text {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((before, text)) = &*kept
            && is_same(before, &of)
        {
            return text.clone();
        }
        let text = make(&of);
        *kept = Some((of, text.clone()));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_made_again_when_it_is_of_something_else() {
        let kept = CompressedText::default();
        let text = |made: &str| Text::new("text/plain", made.into());
        let get = |of: u8, made: &str| kept.get(of, u8::eq, |_| text(made)).plain;
        assert_eq!(get(1, "one"), "one");
        assert_eq!(get(1, "once more"), "one");
        assert_eq!(get(2, "two"), "two");
    }
}
