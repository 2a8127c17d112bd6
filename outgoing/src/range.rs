//! A part of a file on a server, checked against what was requested.

use std::ops::Range;

use reqwest::header::{CONTENT_RANGE, ETAG, IF_MATCH, RANGE};
use reqwest::{Response, StatusCode};
use url::Url;

use crate::{CallError, Client, retry_after};

/// A file on a server, in the version whose size is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteFile {
    pub url: Url,
    /// In bytes.
    pub size: u64,
    /// The version's ETag.
    pub etag: Option<String>,
}

/// A parsed `Content-Range` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentRange {
    pub bytes: Range<u64>,
    /// The file's size, if the server knows it.
    pub total: Option<u64>,
}

/// Why a part of a file could not be fetched.
#[derive(Debug, thiserror::Error)]
pub enum RangeError {
    #[error(transparent)]
    Call(#[from] CallError),
    /// The file is no longer the version whose size is known.
    #[error("has a different version of the file now")]
    Changed,
    /// The server does not send ranges, or sent other bytes than requested.
    #[error("sent something other than the requested bytes ({0})")]
    OtherBytes(String),
    /// For now or for good.
    #[error("answered {status}")]
    Refused {
        status: StatusCode,
        /// From `Retry-After`, if the trouble may be temporary.
        retry_after: Option<std::time::Duration>,
    },
}

impl RangeError {
    /// Whether the same request may succeed later.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Call(error) => error.may_pass(),
            Self::Changed => false,
            Self::OtherBytes(_) => true,
            Self::Refused { status, .. } => is_trouble(*status),
        }
    }

    /// How long the server asks to wait.
    #[must_use]
    pub fn retry_after(&self) -> Option<std::time::Duration> {
        match self {
            Self::Refused { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

/// Whether a status means 'not now'.
#[must_use]
pub fn is_trouble(status: StatusCode) -> bool {
    status.is_server_error()
        || matches!(
            status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT
        )
}

impl ContentRange {
    /// From a response; none if the header is absent or malformed.
    #[must_use]
    pub fn of(answer: &Response) -> Option<Self> {
        Self::parse(answer.headers().get(CONTENT_RANGE)?.to_str().ok()?)
    }

    /// Reads `bytes 0-499/1234` or `bytes 0-499/*`.
    fn parse(text: &str) -> Option<Self> {
        let (bytes, total) = text.trim().strip_prefix("bytes ")?.split_once('/')?;
        let (first, last) = bytes.trim().split_once('-')?;
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        let total = match total.trim() {
            "*" => None,
            total => Some(total.parse().ok()?),
        };
        let is_sound = first <= last && total.is_none_or(|total| last < total);
        is_sound.then_some(Self {
            bytes: first..last + 1,
            total,
        })
    }
}

impl Client {
    /// Fetches exactly these bytes of exactly this version of a file.
    ///
    /// # Errors
    /// See [`RangeError`].
    pub async fn range(&self, file: &RemoteFile, bytes: Range<u64>) -> Result<Vec<u8>, RangeError> {
        let mut request = self.http().get(file.url.clone()).header(
            RANGE,
            format!("bytes={}-{}", bytes.start, bytes.end.saturating_sub(1)),
        );
        // A weak ETag never matches in `If-Match`.
        if let Some(etag) = file.etag.as_ref().filter(|etag| !etag.starts_with("W/")) {
            request = request.header(IF_MATCH, etag);
        }
        let answer = self.send(request).await?;
        match answer.status() {
            StatusCode::PARTIAL_CONTENT => {}
            StatusCode::OK => {
                return Err(RangeError::OtherBytes("the whole file".to_owned()));
            }
            StatusCode::PRECONDITION_FAILED | StatusCode::RANGE_NOT_SATISFIABLE => {
                return Err(RangeError::Changed);
            }
            status => {
                return Err(RangeError::Refused {
                    status,
                    retry_after: retry_after(&answer),
                });
            }
        }
        check(file, &bytes, &answer)?;
        let wanted = bytes.end - bytes.start;
        let body = self.body_within(answer, wanted).await?;
        if body.len() as u64 == wanted {
            Ok(body)
        } else {
            Err(CallError::BrokenOff.into())
        }
    }
}

/// Compares what was sent with what was requested.
fn check(file: &RemoteFile, bytes: &Range<u64>, answer: &Response) -> Result<(), RangeError> {
    let Some(sent) = ContentRange::of(answer) else {
        return Err(RangeError::OtherBytes(
            "it does not say which bytes".to_owned(),
        ));
    };
    let etag = answer.headers().get(ETAG).and_then(|tag| tag.to_str().ok());
    let is_other_state = sent.total.is_some_and(|total| total != file.size)
        || matches!((&file.etag, etag), (Some(before), Some(now)) if before != now);
    if is_other_state {
        return Err(RangeError::Changed);
    }
    if sent.bytes != *bytes {
        let Range { start, end } = sent.bytes;
        return Err(RangeError::OtherBytes(format!("{start} to {end}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use wiremock::matchers::header;
    use wiremock::{Mock, MockServer, ResponseTemplate};

    use super::*;
    use crate::Limits;

    #[test]
    fn content_ranges_are_read_and_nonsense_is_not() {
        let range = |bytes, total| Some(ContentRange { bytes, total });
        let parse = ContentRange::parse;
        assert_eq!(parse("bytes 0-499/1234"), range(0..500, Some(1234)));
        assert_eq!(parse("bytes 5-5/*"), range(5..6, None));
        for text in [
            "",
            "bytes */1234",
            "bytes 5-4/9",
            "bytes 0-9/9",
            "items 0-4/9",
            "bytes -4/9",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    async fn asked(answer: ResponseTemplate) -> Result<Vec<u8>, RangeError> {
        let server = MockServer::start().await;
        Mock::given(header("range", "bytes=2-4"))
            .and(header("if-match", "\"a\""))
            .respond_with(answer)
            .mount(&server)
            .await;
        let file = RemoteFile {
            url: server.uri().parse().unwrap(),
            size: 9,
            etag: Some("\"a\"".to_owned()),
        };
        let limits = Limits::of_download(std::time::Duration::from_secs(5), 1 << 20);
        Client::new(limits).unwrap().range(&file, 2..5).await
    }

    fn part(range: &str, body: &str) -> ResponseTemplate {
        ResponseTemplate::new(206)
            .insert_header("content-range", range)
            .set_body_string(body)
    }

    #[tokio::test]
    async fn only_the_bytes_that_were_asked_for_are_taken() {
        assert_eq!(asked(part("bytes 2-4/9", "abc")).await.unwrap(), b"abc");
        for (answer, expected) in [
            (part("bytes 3-5/9", "abc"), "3 to 6"),
            (part("bytes 2-4/10", "abc"), "different version"),
            (
                part("bytes 2-4/9", "abc").insert_header("etag", "\"b\""),
                "different version",
            ),
            (part("bytes 2-4/9", "abcd"), "more than 3 bytes"),
            (part("bytes 2-4/9", "ab"), "broke off"),
            (part("", "abc"), "does not say which"),
            (
                ResponseTemplate::new(200).set_body_string("abcdefghi"),
                "the whole file",
            ),
            (ResponseTemplate::new(412), "different version"),
            (ResponseTemplate::new(403), "answered 403"),
        ] {
            let error = asked(answer).await.unwrap_err().to_string();
            assert!(error.contains(expected), "{error}: {expected}");
        }
    }
}
