//! What is wrong with this process at the moment, in words for operators; shown in the server's health.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The problems of a process, by the part that has them. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Problems {
    of: Arc<Mutex<BTreeMap<&'static str, String>>>,
}

impl Problems {
    /// Sets the part's problem.
    pub fn report(&self, part: &'static str, problem: impl Into<String>) {
        self.lock().insert(part, problem.into());
    }

    /// Clears the part's problem.
    pub fn clear(&self, part: &'static str) {
        self.lock().remove(part);
    }

    /// The parts that have problems.
    pub fn parts(&self) -> Vec<&'static str> {
        self.lock().keys().copied().collect()
    }

    /// All problems, ordered by the parts' names.
    pub fn all(&self) -> Vec<String> {
        let of = self.lock();
        of.iter()
            .map(|(part, problem)| format!("{part}: {problem}"))
            .collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<&'static str, String>> {
        self.of.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
