//! Bytes to and from a server, however it is reached.

use tokio::io::{AsyncRead, AsyncWrite};

/// Bytes to and from a server.
pub(super) type Stream = Box<dyn ReadWrite>;

pub(super) trait ReadWrite: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ReadWrite for T {}
