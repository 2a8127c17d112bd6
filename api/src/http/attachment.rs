//! Answers that browsers save as a file.

use axum::http::{HeaderName, header};

/// The media type of [`super::csv_writer`]'s texts.
pub(crate) const CSV: &str = "text/csv; charset=utf-8";

/// The headers of a file with that name. It must need no escaping.
pub(crate) fn attachment(media_type: &str, name: &str) -> [(HeaderName, String); 2] {
    let disposition = format!("attachment; filename=\"{name}\"");
    [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ]
}
