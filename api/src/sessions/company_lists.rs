//! Looks at users' lists of companies.

use commands::limits::Limited;
use domain::ids::UserId;
use projections::saved_companies::{FindError, Found, ListQuery};

use crate::http::error::ApiError;
use crate::state::CompanyLists;

/// Refusal of a search that is given up.
const TOO_LONG: &str = "There is too much text in your notes for this search. Search for fewer words, or filter the \
                        list first.";

/// What of the user's list a query finds. One query per user at a time, even after its caller has gone.
pub(crate) async fn find(
    lists: &CompanyLists,
    user: &UserId,
    query: ListQuery,
) -> Result<Found, ApiError> {
    let permit = lists.limits.permit(Limited::CompanyLists, user.as_str());
    let permit = permit.await?;
    let (views, user) = (lists.company_lists.clone(), user.clone());
    let looking = tokio::spawn(async move {
        let found = views.find(user.as_str(), query).await;
        drop(permit);
        found
    });
    match looking.await {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(FindError::Store(error))) => Err(error.into()),
        Ok(Err(FindError::TooLong)) => Err(ApiError::too_large(TOO_LONG)),
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
