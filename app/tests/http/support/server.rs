//! The whole server in the test's own process, on a port of its own.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use api::state::AppState;
use app::assemble::Product;
use app::issuer::SignIn;
use app::settings::{Overrides, Settings, StarterSettings};
use commands::limits::Limited;
use commands::{Clock, SystemClock};
use places::import::{Import, ImportOptions};
use sign_in::dev_idp::{DevIdpConfig, Person, mint_access_token};
use store::db::DatabaseUrl;
use store::testing::TestStorage;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::signing_key::give_signing_key;
use super::{Client, Install, Ledger, made_up_listing};
use crate::mail::mail_by;
use crate::tokens::{AUDIENCE, CLIENT};

/// A running server with the made-up listing, unless made without.
pub(crate) struct Server {
    pub(crate) product: Product,
    pub(crate) settings: Box<Settings>,
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
        Self::with_clock(test, change, Arc::new(SystemClock)).await
    }

    /// The same by a clock of the test's own.
    pub(crate) async fn with_clock(
        test: TestStorage,
        change: impl FnOnce(&mut Settings),
        clock: Arc<dyn Clock>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut settings = settings(&test, &listener);
        change(&mut settings);
        give_signing_key(test.folder());
        let auth = &settings.auth;
        let idp = DevIdpConfig::for_addr(
            settings.server.addr,
            test.folder(),
            &auth.client_id,
            &auth.audience,
        )
        .unwrap();
        let sign_in = SignIn::open(&settings).unwrap();
        let product = Product::start_by(&settings, clock).await.unwrap();
        let routes = api::routes::router(AppState::new(
            Arc::clone(&product.services),
            sign_in.verifier(),
            Arc::new(sign_in.client_settings(&settings)),
        ));
        let app = sign_in.serve_beside(routes, &product.services.audited);
        let connections = settings.connections;
        let stop = CancellationToken::new();
        let stopped = stop.clone().cancelled_owned();
        let serving = tokio::spawn(async move {
            api::http::serving::serve(listener, app, connections, stopped).await;
        });
        Self {
            anonymous: Client::anonymous(&format!("http://{}", settings.server.addr)),
            product,
            settings: Box::new(settings),
            idp,
            test,
            worker: None,
            serving,
            stop,
        }
    }

    pub(crate) fn start_worker(&mut self) {
        self.worker = Some(self.product.start_workers(&self.settings));
    }

    pub(crate) fn import(&self, listing: &Path) {
        Import::open(listing, ImportOptions::default())
            .unwrap()
            .run(self.product.services.sources.catalogue(), |_| {
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

    /// Puts the server of the events back to that many, beside a database that goes on.
    #[cfg(feature = "kurrentdb-testing")]
    pub(crate) async fn puts_back_to(&self, events: usize) {
        let lost = self.ledger().await.len() - events;
        self.test.double.as_ref().unwrap().go_back(lost);
    }

    pub(crate) fn folder(&self) -> &Path {
        self.test.folder()
    }

    /// Stops everything that runs; what is stored goes away with what is answered.
    pub(crate) async fn stop(self) -> TestStorage {
        self.product.services.streams.closed.cancel();
        self.stop.cancel();
        self.serving.abort();
        self.product.stop(self.worker).await;
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
        eventstore_url: test.events_url.clone(),
    };
    let mut settings = Settings::load(None, &overrides).unwrap();
    settings.auth.audience = AUDIENCE.to_owned();
    settings.auth.client_id = CLIENT.to_owned();
    settings.worker.lease = Duration::from_millis(500);
    // Tests look more often than people do.
    settings.user_limits[Limited::Calls].most = u32::MAX;
    // Tests bring the listings and tables that they need.
    settings.starter = StarterSettings::NONE;
    // No test asks the world.
    settings.sources.on = vec!["catalogue", "sample"];
    // Nor does one read websites but its own: nobody answers there.
    let websites = &mut settings.websites;
    websites.contact = Some("ops@operator.example".to_owned());
    websites.hosts = "*.example=127.0.0.2:1".parse().unwrap();
    websites.proxy_test_page = Some("http://seen.example/".parse().unwrap());
    // Nor sends e-mails but to a mail server of its own.
    settings.mail = Some(mail_by("smtp://127.0.0.2:1"));
    settings
}
