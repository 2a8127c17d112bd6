//! The whole server in the test's own process, on a port of its own.

use std::net::SocketAddr;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use api::config::{Overrides, Settings};
use api::dev_idp::{DevIdp, DevIdpConfig, Person, mint_access_token};
use api::routes::{AppState, ClientSettings, router};
use api::runtime::Runtime;
use places::import::{Import, ImportOptions};
use store::db::DatabaseUrl;
use store::testing::TestStorage;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{Client, Install, Ledger, made_up_listing};
use crate::tokens::{AUDIENCE, CLIENT};

/// A running server with the made-up listing, unless made without.
pub(crate) struct Server {
    pub(crate) runtime: Runtime,
    pub(crate) settings: Settings,
    pub(crate) idp: DevIdpConfig,
    pub(crate) anonymous: Client,
    test: TestStorage,
    worker: Option<JoinHandle<()>>,
    serving: JoinHandle<()>,
    stop: CancellationToken,
}

impl Server {
    /// With the made-up listing and a worker.
    pub(crate) async fn start(test: TestStorage) -> Self {
        let mut server = Self::without_worker(test).await;
        server.start_worker();
        server
    }

    /// With the made-up listing; jobs stay queued until a worker is started.
    pub(crate) async fn without_worker(test: TestStorage) -> Self {
        let server = Self::empty(test).await;
        server.import(&made_up_listing());
        server
    }

    /// Without listing and worker.
    pub(crate) async fn empty(test: TestStorage) -> Self {
        Self::with(test, |_| {}).await
    }

    /// Without listing and worker, with other settings than usual.
    pub(crate) async fn with(test: TestStorage, change: impl FnOnce(&mut Settings)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut settings = settings(&test, &listener);
        change(&mut settings);
        let auth = &settings.auth;
        let idp = DevIdpConfig::for_addr(
            settings.server.addr,
            test.folder(),
            &auth.client_id,
            &auth.audience,
        )
        .unwrap();
        let dev_idp = DevIdp::open(idp.clone()).unwrap();
        let runtime = Runtime::start(&settings).await.unwrap();
        let state = AppState {
            runtime: runtime.clone(),
            verifier: dev_idp.token_verifier(),
            client: Arc::new(client_settings(&settings, &idp)),
        };
        let app = router(state, &settings, Some(dev_idp));
        let stop = CancellationToken::new();
        let stopped = stop.clone().cancelled_owned();
        let serving = tokio::spawn(async move {
            axum::serve(
                listener,
                app.into_make_service_with_connect_info::<SocketAddr>(),
            )
            .with_graceful_shutdown(stopped)
            .await
            .unwrap();
        });
        Self {
            anonymous: Client::anonymous(&format!("http://{}", settings.server.addr)),
            runtime,
            settings,
            idp,
            test,
            worker: None,
            serving,
            stop,
        }
    }

    pub(crate) fn start_worker(&mut self) {
        self.worker = Some(self.runtime.start_workers(&self.settings));
    }

    pub(crate) fn import(&self, listing: &Path) {
        Import::open(listing, ImportOptions::default())
            .unwrap()
            .run(self.runtime.sources.catalogue(), |_| {
                ControlFlow::Continue(())
            })
            .unwrap();
    }

    /// The command line beside the server.
    pub(crate) fn install(&self) -> Install {
        Install::new(&self.test)
    }

    /// Somebody who has signed in at the development issuer.
    pub(crate) fn user(&self, email: &str, tier: &str) -> Client {
        let token = mint_access_token(&self.idp, email, Some(tier)).unwrap();
        let sub = Person::new(email, None).unwrap().sub();
        self.anonymous.with_token(&sub, token)
    }

    /// The log as it is now.
    pub(crate) async fn ledger(&self) -> Ledger {
        Ledger::read(&self.test.storage).await
    }

    pub(crate) fn folder(&self) -> &Path {
        self.test.folder()
    }

    /// Stops everything that runs; what is stored goes away with what is answered.
    pub(crate) async fn stop(self) -> TestStorage {
        self.stop.cancel();
        self.serving.abort();
        self.runtime.stop(self.worker).await;
        self.test
    }
}

fn settings(test: &TestStorage, listener: &TcpListener) -> Settings {
    let overrides = Overrides {
        addr: Some(listener.local_addr().unwrap()),
        data_dir: Some(test.folder().to_owned()),
        database_url: Some(match &test.url {
            DatabaseUrl::Sqlite => "sqlite:".to_owned(),
            DatabaseUrl::Postgres(url) => url.clone(),
        }),
    };
    let mut settings = Settings::load(None, &overrides).unwrap();
    settings.auth.audience = AUDIENCE.to_owned();
    settings.auth.client_id = CLIENT.to_owned();
    settings.worker.lease = Duration::from_millis(500);
    // No test asks the world.
    settings.sources.on = vec!["catalogue", "sample"];
    settings
}

fn client_settings(settings: &Settings, idp: &DevIdpConfig) -> ClientSettings {
    ClientSettings {
        issuer: idp.issuer().as_str().to_owned(),
        domain: idp.domain().to_owned(),
        client_id: settings.auth.client_id.clone(),
        audience: settings.auth.audience.clone(),
        organization: None,
        dev_sign_in: true,
        tile_url: settings.ui.tile_url.clone(),
        tile_attribution: settings.ui.tile_attribution.clone(),
        analytics_id: None,
    }
}
