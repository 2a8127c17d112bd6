//! What the terms of a row's source forbid. Google's rows are a list with its credit line, as long as their session is
//! used: on no map but Google's, in no file and on no paper, and of a saved one only the id is kept
//! (docs/data-sources.md names the policy).

use places::{Provenance, Sources};
use projections::jobs::Job;

use crate::http::error::ApiError;

/// Refusal of a file.
const NO_FILE: &str =
    "Google's terms do not allow exporting or printing its rows. The list holds them.";

/// Are the job's rows a list only? A source that nobody describes any more may have been one of those.
pub(crate) fn is_list_only(job: &Job) -> bool {
    let source = job.source.as_deref().filter(|_| job.reading.is_none());
    source.is_some_and(|name| Sources::described(name).is_none_or(|source| !source.storable))
}

/// Refuses a file of the job's rows if they are a list only.
pub(crate) fn rows_may_leave(job: &Job) -> Result<(), ApiError> {
    refused_if(is_list_only(job))
}

/// Refuses a file of one row.
pub(crate) fn row_may_leave(row: &Provenance) -> Result<(), ApiError> {
    refused_if(!row.storable)
}

fn refused_if(list_only: bool) -> Result<(), ApiError> {
    if list_only {
        return Err(ApiError::list_only(NO_FILE));
    }
    Ok(())
}
