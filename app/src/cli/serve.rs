//! `demandatlas serve`.

use std::fs::{File, TryLockError};
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use api::http::serving;
use api::state::AppState;
use clap::Args;
use sign_in::private_files::create_private_folder;
use store::db::DatabaseUrl;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use super::welcome;
use crate::assemble::Product;
use crate::issuer::SignIn;
use crate::settings::{NO_ADDRESS, Settings};

/// How long requests in progress may take when the server stops.
const DRAIN: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// The address to listen on [default: 127.0.0.1:8080] [env: DEMANDATLAS_ADDR]
    #[arg(long, value_name = "IP:PORT", value_parser = address)]
    pub(super) addr: Option<SocketAddr>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("it must be {NO_ADDRESS}"))
}

pub(super) async fn serve(mut settings: Settings) -> anyhow::Result<()> {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_new(&settings.server.log)?)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    let addr = settings.server.addr;
    let listener = TcpListener::bind(addr).await.with_context(|| {
        format!(
            "cannot listen on {addr}: is a server running there already? Choose another address with --addr"
        )
    })?;
    // Port 0 means any free port: the sign-in must know which one was chosen.
    settings.server.addr = listener.local_addr()?;
    let _only = only_server(&settings)?;
    let sign_in = SignIn::open(&settings)?;
    let (product, ()) = tokio::join!(Product::start(&settings), sign_in.look_up_issuer());
    let product = product?;
    let workers = product.start_workers(&settings);
    let app = sign_in.serve_beside(api::routes::router(AppState::new(
        Arc::clone(&product.services),
        sign_in.verifier(),
        Arc::new(sign_in.client_settings(&settings)),
    )));
    announce(&settings, &product, sign_in.is_development());
    let streams = product.services.streams.closed.clone();
    let (stopping, stopped) = tokio::sync::oneshot::channel();
    let server = serving::serve(listener, app, settings.connections, async move {
        stop_signal().await;
        tracing::info!("stopping");
        streams.cancel();
        // Nobody listens if no requests are in progress.
        let _told = stopping.send(());
    });
    let patience = async {
        match stopped.await {
            Ok(()) => tokio::time::sleep(DRAIN).await,
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        () = server => {}
        () = patience => tracing::warn!("closing connections that did not finish in time"),
    }
    tokio::select! {
        () = product.stop(Some(workers)) => {}
        () = stop_signal() => tracing::warn!("second signal: stopping at once"),
    }
    Ok(())
}

/// Keeps a second server away from this one's files; on PostgreSQL several servers share a database.
pub(super) fn only_server(settings: &Settings) -> anyhow::Result<Option<File>> {
    if settings.database()? != DatabaseUrl::Sqlite {
        return Ok(None);
    }
    let folder = &settings.server.data_dir;
    create_private_folder(folder)
        .with_context(|| format!("the data folder {} cannot be made", folder.display()))?;
    let path = folder.join("serve.lock");
    let file =
        File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => anyhow::bail!(
            "another server uses the data folder {}: stop it, or choose a different folder with --data-dir",
            folder.display()
        ),
        // Some file systems do not support locks.
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "cannot determine whether another server uses this data folder");
            Ok(None)
        }
    }
}

#[expect(
    clippy::print_stderr,
    reason = "what a person at the shell needs to know"
)]
fn announce(settings: &Settings, product: &Product, development: bool) {
    let datasets = product.services.sources.catalogue().datasets();
    for line in welcome::lines(settings, datasets.ok().as_deref(), development) {
        eprintln!("{line}");
    }
}

/// Resolves when the process is asked to stop.
async fn stop_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
