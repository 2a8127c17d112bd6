//! The outcome of reading a page.

use serde::{Deserialize, Serialize};

use crate::error::ReadError;
use crate::keep::KeptPage;

/// A page, or why it was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageRead {
    /// The address that was asked for.
    pub url: String,
    pub read: Result<KeptPage, ReadError>,
}
