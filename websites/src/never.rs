//! Websites that are never read, whoever asks: networks and directories whose terms forbid it. Links to them are kept.

use crate::address::domain_of;

/// Registrable domains.
const DOMAINS: [&str; 20] = [
    "facebook.com",
    "fb.com",
    "fb.me",
    "messenger.com",
    "instagram.com",
    "instagr.am",
    "linkedin.com",
    "lnkd.in",
    "x.com",
    "twitter.com",
    "t.co",
    "tiktok.com",
    "untappd.com",
    "goo.gl",
    "g.page",
    "g.co",
    "business.site",
    "youtube.com",
    "youtu.be",
    "withgoogle.com",
];

/// Names that stand under many country codes, as in `yelp.ca`.
const NAMES: [&str; 4] = ["google", "yelp", "tripadvisor", "opentable"];

/// The domain of a host that is never read.
pub fn never_read(host: &str) -> Option<&str> {
    let domain = domain_of(host);
    // The public suffix list has some of them as suffixes of their users' pages.
    let below = |listed: &str| domain == listed || domain.ends_with(&format!(".{listed}"));
    let name = domain.split('.').next().unwrap_or_default();
    (DOMAINS.into_iter().any(below) || NAMES.contains(&name)).then_some(domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_and_directories_are_never_read_under_any_name() {
        for host in [
            "www.facebook.com",
            "m.facebook.com",
            "maps.google.co.uk",
            "www.yelp.ca",
            "maps.app.goo.gl",
            "brewery.business.site",
        ] {
            assert!(never_read(host).is_some(), "{host}");
        }
        for host in [
            "example.com",
            "googleplex-deli.example",
            "yelpers.example",
            "box.com",
            "netx.com",
        ] {
            assert_eq!(never_read(host), None, "{host}");
        }
    }
}
