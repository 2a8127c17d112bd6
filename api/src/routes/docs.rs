//! The OpenAPI document and its interactive page, whose files are embedded in the binary. Both are compressed once, since
//! they are large and anybody may ask for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_extractor_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, serve};

use crate::http::address::Anybody;
use crate::http::compressed_text::Text;
use crate::state::AppState;

const DOCUMENT: &str = "/api/openapi.json";
const PAGE: &str = "index.html";
/// Public, but different in the next version.
const CACHE: &str = "no-cache";

/// The document, the page's settings, and the texts of both that were asked for.
struct Docs {
    document: OpenApi,
    config: Arc<Config<'static>>,
    kept: Mutex<HashMap<String, Text>>,
}

pub(super) fn routes(document: OpenApi, state: &AppState) -> Router<AppState> {
    let config = Config::new([DOCUMENT]).validator_url("none").filter(true);
    let docs = Docs {
        document,
        config: Arc::new(config),
        kept: Mutex::default(),
    };
    Router::new()
        .route(DOCUMENT, get(the_document))
        .route("/api/docs", get(async || Redirect::to("/api/docs/")))
        .route("/api/docs/", get(page))
        .route("/api/docs/{*file}", get(file))
        .layer(from_extractor_with_state::<Anybody, _>(state.clone()))
        .with_state(Arc::new(docs))
}

async fn the_document(State(docs): State<Arc<Docs>>, headers: HeaderMap) -> Response {
    let json = || {
        let json = serde_json::to_vec(&docs.document).expect("names are keys");
        Some(Text::new("application/json", json))
    };
    docs.answer(DOCUMENT, &headers, json)
}

async fn page(docs: State<Arc<Docs>>, headers: HeaderMap) -> Response {
    file(docs, Path(PAGE.to_owned()), headers).await
}

async fn file(
    State(docs): State<Arc<Docs>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let read = || {
        let file = serve(&name, Arc::clone(&docs.config)).ok()??;
        let mut bytes = file.bytes.into_owned();
        if name == PAGE {
            let text = String::from_utf8_lossy(&bytes);
            let ours = "<title>DemandAtlas API</title>";
            bytes = text.replace("<title>Swagger UI</title>", ours).into_bytes();
        }
        Some(Text::new(&file.content_type, bytes))
    };
    docs.answer(&name, &headers, read)
}

impl Docs {
    /// The text, which is made once; 404 if there is none.
    fn answer(
        &self,
        name: &str,
        headers: &HeaderMap,
        make: impl FnOnce() -> Option<Text>,
    ) -> Response {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = kept.get(name) {
            return text.answer(headers, CACHE);
        }
        let Some(text) = make() else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let answer = text.answer(headers, CACHE);
        kept.insert(name.to_owned(), text);
        answer
    }
}
