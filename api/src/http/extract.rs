//! axum's extractors with our error answers, which say what is wrong with the request.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use super::error::ApiError;
use super::plain_words::plain;
use super::serving::given_up;

/// A JSON body.
pub(crate) struct ApiJson<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for ApiJson<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            // The body limit has its own answer.
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(rejection.into_response())
            }
            Err(JsonRejection::MissingJsonContentType(_)) => Err(ApiError::invalid(
                "Send the body as JSON, with the header Content-Type: application/json.",
            )
            .into_response()),
            Err(rejection) => Err(given_up(&rejection).unwrap_or_else(|| {
                ApiError::invalid(plain(&rejection.body_text())).into_response()
            })),
        }
    }
}

/// A file of comma-separated values.
pub(crate) struct ApiCsv(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for ApiCsv {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("text/csv") {
            let wanted = "Send the file itself, with the header Content-Type: text/csv.";
            return Err(ApiError::invalid(wanted).into_response());
        }
        match Bytes::from_request(request, state).await {
            Ok(file) => Ok(Self(file)),
            Err(rejection) => {
                Err(given_up(&rejection).unwrap_or_else(|| rejection.into_response()))
            }
        }
    }
}

/// Query parameters.
pub(crate) struct ApiQuery<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for ApiQuery<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Query::<T>::from_request_parts(parts, state)
            .await
            .map(|Query(query)| Self(query))
            .map_err(|rejection| ApiError::invalid(plain(&rejection.body_text())))
    }
}

/// Path parameters.
pub(crate) struct ApiPath<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for ApiPath<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Path::<T>::from_request_parts(parts, state)
            .await
            .map(|Path(path)| Self(path))
            .map_err(|rejection| ApiError::invalid(plain(&rejection.body_text())))
    }
}
