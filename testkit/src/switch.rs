//! Environment variables that switch something on.

pub(crate) fn is_on(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| !matches!(value.as_str(), "" | "0"))
}
