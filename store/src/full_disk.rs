//! A full disk, as the databases report it. Calls are answered 503 then, and a job waits until there is space. (An
//! import of listings finds out by itself: `places/src/catalogue/write.rs`.)

/// SQLite's result code, as text.
const SQLITE: &str = "13";
/// PostgreSQL's, of class 53 (insufficient resources).
const POSTGRES: &str = "53100";

pub(crate) fn is_full_disk(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(code.as_deref(), Some(SQLITE | POSTGRES))
}
