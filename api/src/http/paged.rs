//! A page of a list: its size is checked, and a long one is read under a permit.

use commands::limits::{Limited, Limits, Permit};

use super::caller::Caller;
use super::error::ApiError;

/// The size of the requested page.
pub(crate) fn page_size(asked: Option<u32>, usual: u32, most: u32) -> Result<u32, ApiError> {
    let size = asked.unwrap_or(usual);
    if (1..=most).contains(&size) {
        return Ok(size);
    }
    Err(ApiError::invalid(format!("limit must be 1 to {most}.")))
}

/// The rows of a page. Whoever reads one says whether it is long, which takes a permit.
pub(crate) struct Paged<T> {
    pub(crate) rows: Vec<T>,
    more: bool,
    /// Held until the answer is made.
    _permit: Option<Permit>,
}

impl<T> Paged<T> {
    /// `read` returns the first rows of the page and of those that follow, as many as it is asked for.
    pub(crate) async fn short<F, E>(size: u32, read: impl FnOnce(u32) -> F) -> Result<Self, E>
    where
        F: Future<Output = Result<Vec<T>, E>>,
    {
        // One more, to know whether there is a next page.
        let mut rows = read(size + 1).await?;
        let more = rows.len() > size as usize;
        rows.truncate(size as usize);
        Ok(Self {
            rows,
            more,
            _permit: None,
        })
    }

    /// The same under the user's permit for what screens read, for rows that are costly to read.
    pub(crate) async fn long<F, E>(
        limits: &Limits,
        caller: &Caller,
        size: u32,
        read: impl FnOnce(u32) -> F,
    ) -> Result<Self, ApiError>
    where
        F: Future<Output = Result<Vec<T>, E>>,
        ApiError: From<E>,
    {
        let permit = limits.permit(Limited::Screens, caller.0.as_str()).await?;
        let page = Self::short(size, read).await?;
        Ok(Self {
            _permit: Some(permit),
            ..page
        })
    }

    /// Where the next page begins; `None` on the last one.
    pub(crate) fn next<N>(&self, after: impl FnOnce(&T) -> N) -> Option<N> {
        self.rows.last().filter(|_| self.more).map(after)
    }
}
