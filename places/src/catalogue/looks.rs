//! Queries of the index from asynchronous code. Only a few callers' queries run at once, and each ends when
//! nobody waits for it any more: a term can be crafted to cost much and find nothing.

use std::sync::LazyLock;

use tokio::sync::Semaphore;

use super::error::CatalogueError;
use super::view::{CatalogueReader, Stop, View};

/// Concurrent callers' queries in this process.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Semaphore::new(cores.max(2))
});

/// Held by the waiting caller; stops the query when dropped.
struct Waiting(Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Runs a caller's query as soon as a permit is free.
pub(super) async fn looking<T: Send + 'static>(
    reader: CatalogueReader,
    look: impl FnOnce(&View) -> Result<T, CatalogueError> + Send + 'static,
) -> Result<T, CatalogueError> {
    let place = PLACES.acquire().await.expect("it is never closed");
    let waiting = Waiting(Stop::default());
    let stop = waiting.0.clone();
    blocking(move || {
        let _place = place;
        look(&reader.view()?.until(stop))
    })
    .await
}

/// Runs work on a blocking thread; it always runs to its end.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, CatalogueError> + Send + 'static,
) -> Result<T, CatalogueError> {
    // The task fails only if the runtime is shutting down (or on a bug, which has been logged).
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or(Err(CatalogueError::Stopped))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use tantivy::Index;
    use tantivy::schema::Schema;

    use super::*;

    #[tokio::test]
    async fn a_look_that_nobody_waits_for_ends_and_its_place_is_free() {
        let index = Index::create_in_ram(Schema::builder().build());
        let reader = CatalogueReader::new(index.clone(), index.reader().unwrap());
        let free = PLACES.available_permits();
        let (told, ended) = mpsc::channel();
        let look = looking(reader, move |view| {
            // Like a search through many segments.
            while view.stop().check().is_ok() {
                std::thread::sleep(Duration::from_millis(5));
            }
            told.send(PLACES.available_permits()).unwrap();
            Ok(())
        });
        let soon = Duration::from_millis(50);
        assert!(tokio::time::timeout(soon, look).await.is_err());
        let others = ended.recv_timeout(Duration::from_secs(30));
        assert_eq!(others, Ok(free - 1), "it had a place until then");
        while PLACES.available_permits() < free {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
