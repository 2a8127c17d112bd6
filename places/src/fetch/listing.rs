//! The contents of a public bucket, as S3 lists them (`ListObjectsV2`), page by page.

use outgoing::{Client, RemoteFile};
use serde::Deserialize;
use url::Url;

use super::error::FetchError;
use super::publisher::Publisher;

/// More pages than any publisher's folder has.
const MOST_PAGES: usize = 1_000;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Page {
    /// Whether more pages follow; every S3 listing says so, so an answer without it is not a listing.
    is_truncated: bool,
    next_continuation_token: Option<String>,
    #[serde(default)]
    common_prefixes: Vec<Folder>,
    #[serde(default)]
    contents: Vec<Object>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Folder {
    prefix: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Object {
    key: String,
    size: u64,
    #[serde(rename = "ETag")]
    etag: Option<String>,
}

/// A publicly listable bucket.
pub(super) struct Bucket<'a> {
    pub(super) publisher: &'a Publisher,
    pub(super) client: &'a Client,
}

impl Bucket<'_> {
    /// The names of the folders in a folder (`release/`).
    pub(super) async fn folders(&self, prefix: &str) -> Result<Vec<String>, FetchError> {
        let pages = self.pages(prefix, true).await?;
        let folders = pages.into_iter().flat_map(|page| page.common_prefixes);
        let names = folders.filter_map(|folder| {
            let name = folder.prefix.strip_prefix(prefix)?;
            Some(name.trim_end_matches('/').to_owned())
        });
        Ok(names.collect())
    }

    /// The files below a folder: their names within it, and their addresses.
    pub(super) async fn files(
        &self,
        prefix: &str,
    ) -> Result<Vec<(String, RemoteFile)>, FetchError> {
        let pages = self.pages(prefix, false).await?;
        let mut files = Vec::new();
        for object in pages.into_iter().flat_map(|page| page.contents) {
            let Some(name) = object.key.strip_prefix(prefix) else {
                continue;
            };
            let remote = RemoteFile {
                url: self.publisher.join(&object.key)?,
                size: object.size,
                etag: object.etag,
            };
            files.push((name.to_owned(), remote));
        }
        Ok(files)
    }

    async fn pages(&self, prefix: &str, only_folders: bool) -> Result<Vec<Page>, FetchError> {
        let mut pages: Vec<Page> = Vec::new();
        let mut token = None;
        while pages.len() < MOST_PAGES {
            let url = self.url(prefix, only_folders, token.as_deref());
            let what = format!("the list of {prefix}");
            let body = self.publisher.get(self.client, url, &what).await?;
            let text = String::from_utf8_lossy(&body);
            let page: Page = quick_xml::de::from_str(&text).map_err(|_| {
                let reason = format!("answered with something other than {what}");
                self.publisher.unusable(&reason)
            })?;
            token = page.next_continuation_token.clone();
            let is_last = !page.is_truncated || token.is_none();
            pages.push(page);
            if is_last {
                break;
            }
        }
        Ok(pages)
    }

    fn url(&self, prefix: &str, only_folders: bool, token: Option<&str>) -> Url {
        let mut url = self.publisher.base.clone();
        let mut query = url.query_pairs_mut();
        query.append_pair("list-type", "2");
        query.append_pair("prefix", prefix);
        if only_folders {
            query.append_pair("delimiter", "/");
        }
        if let Some(token) = token {
            query.append_pair("continuation-token", token);
        }
        drop(query);
        url
    }
}
