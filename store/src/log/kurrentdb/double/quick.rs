//! Connections to the double. The client leaves Nagle's algorithm on (no TCP_NODELAY), so that a call waits for the
//! other side's delayed acknowledgement, some 40 ms: the double acknowledges at once, or tests would take for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::Stream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tonic::transport::server::Connected;

pub(super) struct Quick {
    stream: TcpStream,
    at_once: bool,
}

pub(super) fn incoming(
    listener: TcpListener,
    at_once: bool,
) -> impl Stream<Item = io::Result<Quick>> {
    futures::stream::unfold(listener, move |listener| async move {
        let accepted = listener.accept().await.and_then(|(stream, _)| {
            stream.set_nodelay(true)?;
            Ok(Quick { stream, at_once })
        });
        Some((accepted, listener))
    })
}

impl Connected for Quick {
    type ConnectInfo = ();

    fn connect_info(&self) -> Self::ConnectInfo {}
}

impl AsyncRead for Quick {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // The kernel forgets it again.
        #[cfg(target_os = "linux")]
        if self.at_once {
            self.stream.set_quickack(true)?;
        }
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Quick {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
