//! What the websites of rows say, looked up for the user who had them read.

use std::collections::HashMap;

use store::websites::{ShownWebsite, WebsiteReads};
use websites::WebsiteAddress;

use super::row::StoredRow;
use super::website_says::WebsiteSays;
use crate::http::error::ApiError;

/// The text that tells a listed website from others.
pub(crate) fn website_key(listed: &str) -> Option<String> {
    WebsiteAddress::read(listed)
        .ok()
        .map(|address| address.key())
}

/// Everything that the user had read, by website.
pub(crate) async fn all_of(
    reads: &WebsiteReads,
    user: &str,
) -> Result<HashMap<String, WebsiteSays>, ApiError> {
    Ok(by_website(&reads.of_user(user).await?))
}

fn by_website(shown: &[ShownWebsite]) -> HashMap<String, WebsiteSays> {
    let mut of: HashMap<&str, Vec<&ShownWebsite>> = HashMap::new();
    for read in shown {
        of.entry(&read.website).or_default().push(read);
    }
    let says = of.into_iter();
    says.filter_map(|(website, reads)| Some((website.to_owned(), WebsiteSays::of(reads)?)))
        .collect()
}

/// Adds to rows what their websites say, as far as their user had them read.
pub(crate) async fn add_to<'r>(
    reads: &WebsiteReads,
    user: &str,
    rows: impl IntoIterator<Item = &'r mut StoredRow>,
) -> Result<(), ApiError> {
    if !reads.has_any(user).await? {
        return Ok(());
    }
    let keyed: Vec<(String, &mut StoredRow)> = rows
        .into_iter()
        .filter(|row| row.place.provenance.storable)
        .filter_map(|row| Some((website_key(row.place.website.as_deref()?)?, row)))
        .collect();
    let mut websites: Vec<&str> = keyed.iter().map(|(key, _)| key.as_str()).collect();
    websites.sort_unstable();
    websites.dedup();
    let says = by_website(&reads.of_websites(user, &websites).await?);
    for (key, row) in keyed {
        if let Some(says) = says.get(&key) {
            says.fill(&mut row.place);
            row.website = Some(Box::new(says.clone()));
        }
    }
    Ok(())
}
