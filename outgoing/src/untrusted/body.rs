//! The body of a response, of bounded size.

use async_compression::tokio::bufread::GzipDecoder;
use futures::TryStreamExt;
use http_body_util::BodyDataStream;
use hyper::body::Incoming;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio_util::io::StreamReader;

use super::error::UntrustedError;

/// The whole body, decompressed, of at most `most` bytes.
pub(super) async fn read(
    body: Incoming,
    is_gzip: bool,
    most: u64,
) -> Result<Vec<u8>, UntrustedError> {
    let bytes = BodyDataStream::new(body).map_err(std::io::Error::other);
    let bytes = StreamReader::new(bytes);
    if is_gzip {
        let mut plain = GzipDecoder::new(bytes);
        plain.multiple_members(true);
        bounded(plain, most).await
    } else {
        bounded(bytes, most).await
    }
}

async fn bounded(bytes: impl AsyncRead + Unpin, most: u64) -> Result<Vec<u8>, UntrustedError> {
    let mut body = Vec::new();
    let read = bytes.take(most + 1).read_to_end(&mut body).await;
    read.map_err(|_| UntrustedError::BrokenOff)?;
    if body.len() as u64 > most {
        return Err(UntrustedError::TooLarge(most));
    }
    Ok(body)
}
