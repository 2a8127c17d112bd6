//! What has been computed of the reference tables, kept with them.

use std::sync::{Arc, OnceLock};

use quick_cache::sync::Cache;

use super::inputs::Inputs;
use super::market::Market;

/// Markets kept in memory, of some 400 kB each: all kinds, and what rows name by their own codes.
const KEPT: usize = 250;

/// What has been computed of a reference.
#[derive(Debug)]
pub(crate) struct Markets {
    pub(super) inputs: OnceLock<Option<Inputs>>,
    /// By the place of a table and the six-digit codes in its edition.
    pub(super) by_codes: Cache<(usize, Vec<u32>), Option<Arc<Market>>>,
}

impl Default for Markets {
    fn default() -> Self {
        Self {
            inputs: OnceLock::new(),
            by_codes: Cache::new(KEPT),
        }
    }
}
