//! What is wrong with this process at the moment, in words for operators: the server's health tells it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The problems of a process, each under the name of the part that has it. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Problems {
    of: Arc<Mutex<BTreeMap<&'static str, String>>>,
}

impl Problems {
    /// The part has this problem from now on.
    pub fn tell(&self, part: &'static str, problem: impl Into<String>) {
        self.lock().insert(part, problem.into());
    }

    /// The part has no problem any more.
    pub fn over(&self, part: &'static str) {
        self.lock().remove(part);
    }

    /// All of them, in the order of the parts' names.
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
