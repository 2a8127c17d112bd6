//! `demandatlas serve`.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use api::http::serving::{self, ConnectionSettings};
use api::state::AppState;
use clap::Args;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::{log_lines, serve_lock, welcome};
use crate::assemble::Product;
use crate::issuer::SignIn;
use crate::settings::{LogFormat, NO_ADDRESS, Settings};
use crate::traces::Traces;

/// Prometheus needs one.
const METRICS_CONNECTIONS: usize = 16;
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
    let endpoint = settings.telemetry.otlp_endpoint.as_ref();
    let traces = endpoint.map(Traces::to).transpose()?;
    log_lines::start(&settings.server, traces.as_ref().map(Traces::layer))?;
    let addr = settings.server.addr;
    let listener = TcpListener::bind(addr).await.with_context(|| {
        format!(
            "cannot listen on {addr}: is a server running there already? Choose another address with --addr"
        )
    })?;
    // Port 0 means any free port: the sign-in must know which one was chosen.
    settings.server.addr = listener.local_addr()?;
    let metrics = metrics_listener(&mut settings).await?;
    let mut lock = serve_lock::hold(&settings)?;
    let sign_in = SignIn::open(&settings)?;
    let (product, ()) = tokio::join!(Product::start(&settings), sign_in.look_up_issuer());
    let product = product?;
    if let Some(lock) = &mut lock
        && let Err(error) = lock.name_store(&settings, &product.core.storage.log).await
    {
        tracing::warn!(%error, "commands for another store will not be refused on this data folder");
    }
    let workers = product.start_workers(&settings);
    let state = AppState::new(
        Arc::clone(&product.services),
        sign_in.verifier(),
        Arc::new(sign_in.client_settings(&settings)),
    );
    let _metrics = metrics.map(|listener| serve_metrics(listener, state.clone()));
    let app = sign_in.serve_beside(api::routes::router(state), &product.services.audited);
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
    if let Some(traces) = traces {
        traces.finish().await;
    }
    Ok(())
}

async fn metrics_listener(settings: &mut Settings) -> anyhow::Result<Option<TcpListener>> {
    let Some(addr) = &mut settings.telemetry.metrics_addr else {
        return Ok(None);
    };
    let listener = TcpListener::bind(*addr).await.with_context(|| {
        format!(
            "cannot serve metrics on {addr}: choose another address with DEMANDATLAS_METRICS_ADDR"
        )
    })?;
    *addr = listener.local_addr()?;
    Ok(Some(listener))
}

/// Serves metrics until the process ends: they matter most when it is slow to stop.
fn serve_metrics(listener: TcpListener, state: AppState) -> JoinHandle<()> {
    let app = api::metrics::router(state);
    let connections = ConnectionSettings::usual(METRICS_CONNECTIONS);
    tokio::spawn(serving::serve(
        listener,
        app,
        connections,
        std::future::pending(),
    ))
}

#[expect(
    clippy::print_stderr,
    reason = "what a person at the shell needs to know"
)]
fn announce(settings: &Settings, product: &Product, development: bool) {
    let datasets = product.services.sources.catalogue().datasets();
    for line in welcome::lines(settings, datasets.ok().as_deref(), development) {
        match settings.server.log_format {
            LogFormat::Text => eprintln!("{line}"),
            // Whoever reads the log reads nothing else.
            LogFormat::Json => tracing::info!("{line}"),
        }
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
