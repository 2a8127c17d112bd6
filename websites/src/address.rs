//! Addresses of websites, as users and listings write them.

use std::fmt;

use url::{Host, Url};

use crate::error::ReadError;

/// The longest address that is read, or kept of a page.
pub(crate) const LONGEST: usize = 2_000;
/// Parameters that tell who sent a visitor, not what is shown.
const TRACKING: [&str; 6] = ["gclid", "fbclid", "msclkid", "igshid", "y_source", "mc_cid"];

/// The address of a website: http or https, without fragment and tracking.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WebsiteAddress {
    url: Url,
    /// https was not written but is tried first.
    may_be_http: bool,
}

impl WebsiteAddress {
    /// Reads an address; without a scheme, https is meant.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let text = text.trim();
        if text.is_empty() || text.len() > LONGEST || text.contains(char::is_whitespace) {
            return Err(ReadError::Address);
        }
        let has_scheme = text.contains("://");
        let whole = match has_scheme {
            true => text.to_owned(),
            false => format!("https://{}", text.trim_start_matches('/')),
        };
        let mut url = Url::parse(&whole).map_err(|_| ReadError::Address)?;
        let has_host = match url.host() {
            Some(Host::Domain(name)) => name.trim_end_matches('.').contains('.'),
            Some(_) => true,
            None => false,
        };
        let has_user = !url.username().is_empty() || url.password().is_some();
        if !matches!(url.scheme(), "http" | "https") || !has_host || has_user {
            return Err(ReadError::Address);
        }
        clean(&mut url);
        Ok(Self {
            url,
            may_be_http: !has_scheme,
        })
    }

    /// Whether https was not written but is tried first.
    pub const fn may_be_http(&self) -> bool {
        self.may_be_http
    }

    /// The address.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Its host, as shown: without `www.`.
    pub fn host(&self) -> &str {
        plain_host(&self.url)
    }

    /// The text by which it is the same website: without scheme, `www.` and trailing slash.
    pub fn key(&self) -> String {
        let rest = &self.url[url::Position::AfterHost..];
        format!("{}{}", self.host(), rest.trim_end_matches('/'))
    }
}

impl fmt::Display for WebsiteAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key())
    }
}

/// The address that a text means beside another one; none if it is longer than any that is read.
pub(crate) fn join(base: &Url, text: &str) -> Option<Url> {
    if text.len() > LONGEST {
        return None;
    }
    let url = base.join(text).ok()?;
    (url.as_str().len() <= LONGEST).then_some(url)
}

/// The host without `www.`.
pub(crate) fn plain_host(url: &Url) -> &str {
    let host = url.host_str().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// Removes fragment and tracking parameters.
pub(crate) fn clean(url: &mut Url) {
    url.set_fragment(None);
    if url.query().is_none() {
        return;
    }
    let is_kept = |name: &str| !name.starts_with("utm_") && !TRACKING.contains(&name);
    let all = url.query_pairs().count();
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| is_kept(name))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    if kept.is_empty() {
        url.set_query(None);
    } else if kept.len() < all {
        url.query_pairs_mut().clear().extend_pairs(kept);
    }
}

/// The registrable domain of a host, such as `example.co.uk`; the host itself if it is an address.
pub fn domain_of(host: &str) -> &str {
    let host = host.trim_end_matches('.');
    psl::domain_str(host).unwrap_or(host)
}

/// Whether a redirect from one host to another stays on the website.
pub(crate) fn is_same_website(from: &Url, to: &Url) -> bool {
    match (from.host(), to.host()) {
        (Some(Host::Domain(from)), Some(Host::Domain(to))) => domain_of(from) == domain_of(to),
        (from, to) => from.is_some() && from == to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_write_them() {
        for (text, url, key) in [
            (" example.com ", "https://example.com/", "example.com"),
            (
                "//www.Example.com",
                "https://www.example.com/",
                "example.com",
            ),
            (
                "http://example.com/a/?utm_source=gmb#top",
                "http://example.com/a/",
                "example.com/a",
            ),
            (
                "example.com/?id=3&fbclid=x",
                "https://example.com/?id=3",
                "example.com/?id=3",
            ),
            (
                "bücher.example",
                "https://xn--bcher-kva.example/",
                "xn--bcher-kva.example",
            ),
        ] {
            let address = WebsiteAddress::read(text).unwrap();
            assert_eq!(
                (address.url().as_str(), address.key().as_str()),
                (url, key),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_website_is_refused() {
        let long = format!("example.com/{}", "a".repeat(LONGEST));
        for text in [
            "",
            "brewery",
            "mailto:a@b.com",
            "ftp://a.com",
            "a b.com",
            "http://u:p@a.com",
            "javascript:alert(1)",
            "https://",
            &long,
        ] {
            assert_eq!(
                WebsiteAddress::read(text),
                Err(ReadError::Address),
                "{text}"
            );
        }
    }

    #[test]
    fn no_address_is_longer_than_any_that_is_read() {
        let base: Url = "https://example.com/a/b".parse().unwrap();
        assert_eq!(
            join(&base, " c ").unwrap().as_str(),
            "https://example.com/a/c"
        );
        let long = "a".repeat(LONGEST);
        // Percent signs make three bytes of one.
        for text in [long.as_str(), &" ".repeat(LONGEST + 1), &"<".repeat(700)] {
            assert_eq!(join(&base, text), None);
        }
    }

    #[test]
    fn a_website_is_its_registrable_domain() {
        let same =
            |from: &str, to: &str| is_same_website(&from.parse().unwrap(), &to.parse().unwrap());
        assert!(same("http://example.com", "https://www.example.com/x"));
        assert!(same("http://shop.example.co.uk", "https://example.co.uk"));
        assert!(!same("http://a.github.io", "https://b.github.io"));
        assert!(!same("http://example.com", "https://example.org"));
        assert!(!same("http://example.com", "http://127.0.0.1"));
    }
}
