//! Profiles in social networks: addresses of companies' pages, told from share buttons, posts and people.

use url::Url;

use crate::address::{LONGEST, domain_of};

/// A network with the domains of its pages.
struct Network {
    name: &'static str,
    domains: &'static [&'static str],
    /// Whether the path, in parts, is a company's page.
    is_profile: fn(&[&str]) -> bool,
}

const NETWORKS: &[Network] = &[
    Network {
        name: "facebook",
        domains: &["facebook.com", "fb.com", "fb.me"],
        is_profile: is_facebook_page,
    },
    Network {
        name: "instagram",
        domains: &["instagram.com"],
        is_profile: |path| {
            one_of(
                path,
                &[
                    "p",
                    "reel",
                    "reels",
                    "explore",
                    "stories",
                    "tv",
                    "accounts",
                    "share",
                    "about",
                    "developer",
                    "legal",
                ],
            )
        },
    },
    Network {
        name: "twitter",
        domains: &["twitter.com", "x.com"],
        is_profile: |path| {
            one_of(
                path,
                &[
                    "intent", "share", "home", "hashtag", "i", "search", "login", "privacy", "tos",
                    "widgets", "signup",
                ],
            )
        },
    },
    Network {
        name: "linkedin",
        domains: &["linkedin.com"],
        is_profile: |path| matches!(path, ["company" | "showcase", _, ..]),
    },
    Network {
        name: "youtube",
        domains: &["youtube.com"],
        is_profile: |path| match path {
            ["channel" | "c" | "user", _, ..] => true,
            [handle, ..] => handle.len() > 1 && handle.starts_with('@'),
            [] => false,
        },
    },
    Network {
        name: "tiktok",
        domains: &["tiktok.com"],
        is_profile: |path| matches!(path, [handle] if handle.len() > 1 && handle.starts_with('@')),
    },
    Network {
        name: "pinterest",
        domains: &["pinterest.com"],
        is_profile: |path| {
            one_of(
                path,
                &["pin", "search", "ideas", "today", "business", "login"],
            )
        },
    },
    Network {
        name: "yelp",
        domains: &["yelp.com"],
        is_profile: |path| matches!(path, ["biz", _, ..]),
    },
    Network {
        name: "tripadvisor",
        domains: &["tripadvisor.com"],
        is_profile: |path| matches!(path, [page] if page.contains("_Review-")),
    },
    Network {
        name: "threads",
        domains: &["threads.net", "threads.com"],
        is_profile: |path| matches!(path, [handle] if handle.len() > 1 && handle.starts_with('@')),
    },
    Network {
        name: "bluesky",
        domains: &["bsky.app"],
        is_profile: |path| matches!(path, ["profile", _]),
    },
];

/// Pages of Facebook itself, its buttons, and things that pages have posted.
const NOT_PAGES: [&str; 32] = [
    "sharer",
    "sharer.php",
    "share",
    "share.php",
    "dialog",
    "plugins",
    "tr",
    "events",
    "groups",
    "photo",
    "photos",
    "photo.php",
    "watch",
    "video",
    "videos",
    "video.php",
    "hashtag",
    "story.php",
    "permalink.php",
    "login",
    "login.php",
    "policies",
    "policy.php",
    "privacy",
    "help",
    "legal",
    "marketplace",
    "people",
    "home.php",
    "reel",
    "posts",
    "l.php",
];

fn is_facebook_page(path: &[&str]) -> bool {
    match path {
        ["pages", _, ..] => true,
        ["profile.php"] => true,
        // `jane.doe.58`: what people are called unless they choose a name.
        [name, ..] if is_person(name) => false,
        [
            name,
            "" | "about" | "about_details" | "reviews" | "timeline" | "home",
        ]
        | [name] => !NOT_PAGES.contains(name) && *name != "profile.php",
        _ => false,
    }
}

fn is_person(name: &str) -> bool {
    let parts: Vec<&str> = name.split('.').collect();
    let ends_in_number = |last: &&str| last.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() >= 3 && parts.last().is_some_and(ends_in_number)
}

/// A single part of a path that is none of these.
fn one_of(path: &[&str], others: &[&str]) -> bool {
    matches!(path, [name] if !others.contains(name))
}

/// The network whose page an address is, whatever the page shows.
pub fn network_of(url: &Url) -> Option<&'static str> {
    network(url).map(|network| network.name)
}

fn network(url: &Url) -> Option<&'static Network> {
    let domain = domain_of(url.host_str()?);
    NETWORKS
        .iter()
        .find(|network| network.domains.contains(&domain))
}

/// Profiles of those who make websites for others: their templates link them until somebody changes that.
const MAKERS: [&str; 14] = [
    "wix",
    "shopify",
    "squarespace",
    "weebly",
    "godaddy",
    "wordpress",
    "wordpressdotcom",
    "webflow",
    "duda",
    "facebook",
    "instagram",
    "twitter",
    "yourpage",
    "yourusername",
];

/// A company's page: its network and its address, without tracking.
pub(crate) fn profile(url: &Url) -> Option<(&'static str, Url)> {
    if !matches!(url.scheme(), "http" | "https") || url.as_str().len() > LONGEST {
        return None;
    }
    let network = network(url)?;
    let lower = url.path().to_ascii_lowercase();
    let path: Vec<&str> = lower.split('/').filter(|part| !part.is_empty()).collect();
    if path.is_empty() || !(network.is_profile)(&with_case(url, &path)) {
        return None;
    }
    if MAKERS.contains(&handle(url).as_str()) {
        return None;
    }
    let mut page = url.clone();
    page.set_fragment(None);
    // Facebook's oldest pages are numbers in the query; what else stands there tells where a visitor came from.
    let id = page.query_pairs().find(|(name, _)| name == "id");
    let id = id.map(|(_, id)| id.into_owned());
    match id.filter(|id| path == ["profile.php"] && id.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(id) => page.set_query(Some(&format!("id={id}"))),
        None if path == ["profile.php"] => return None,
        None => page.set_query(None),
    }
    Some((network.name, page))
}

/// Tripadvisor's pages are told by their case; all others without it.
fn with_case<'u>(url: &'u Url, lower: &[&'u str]) -> Vec<&'u str> {
    let as_written = url.path().split('/').filter(|part| !part.is_empty());
    if domain_of(url.host_str().unwrap_or_default()) == "tripadvisor.com" {
        as_written.collect()
    } else {
        lower.to_vec()
    }
}

/// What a page is called in its network, in lower case: tells two pages of a network apart.
pub(crate) fn handle(url: &Url) -> String {
    let parts: Vec<&str> = url
        .path()
        .split('/')
        .filter(|part| !part.is_empty())
        .collect();
    let name = match parts.as_slice() {
        [
            "company" | "showcase" | "channel" | "c" | "user" | "biz" | "profile" | "pages",
            name,
            ..,
        ] => name,
        [name, ..] => name,
        [] => "",
    };
    let query = url.query().unwrap_or_default();
    format!("{}{query}", name.trim_start_matches('@')).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(url: &str) -> Option<(&'static str, String)> {
        profile(&url.parse().unwrap()).map(|(network, url)| (network, url.to_string()))
    }

    #[test]
    fn pages_of_companies_are_found() {
        for (url, network) in [
            ("https://www.facebook.com/cascadebakery/", "facebook"),
            ("https://facebook.com/pages/Cascade-Bakery/123", "facebook"),
            ("https://m.facebook.com/profile.php?id=100012", "facebook"),
            ("https://instagram.com/cascade.bakery", "instagram"),
            ("https://twitter.com/cascade", "twitter"),
            ("https://x.com/cascade", "twitter"),
            (
                "https://www.linkedin.com/company/cascade-bakery/about",
                "linkedin",
            ),
            ("https://www.youtube.com/@cascade/videos", "youtube"),
            ("https://www.tiktok.com/@cascade", "tiktok"),
            ("https://www.yelp.com/biz/cascade-bakery-bend", "yelp"),
            (
                "https://www.tripadvisor.com/Restaurant_Review-g1-d2-Reviews-Cascade.html",
                "tripadvisor",
            ),
        ] {
            assert_eq!(found(url).map(|found| found.0), Some(network), "{url}");
        }
        let (_, clean) = found("https://www.instagram.com/cascade/?hl=en&igshid=1#x").unwrap();
        assert_eq!(clean, "https://www.instagram.com/cascade/");
    }

    #[test]
    fn buttons_posts_and_people_are_not() {
        for url in [
            "https://www.facebook.com/",
            "https://www.facebook.com/sharer/sharer.php?u=x",
            "https://www.facebook.com/cascade/posts/1",
            "https://www.facebook.com/events/1",
            "https://www.facebook.com/profile.php",
            "https://www.facebook.com/jane.doe.58",
            "https://www.instagram.com/p/abc",
            "https://twitter.com/intent/tweet?text=x",
            "https://twitter.com/cascade/status/1",
            "https://www.linkedin.com/in/jane",
            "https://www.linkedin.com/shareArticle?url=x",
            "https://www.youtube.com/watch?v=x",
            "https://www.youtube.com/embed/x",
            "https://pinterest.com/pin/create/button/",
            "https://evil.example/facebook.com/x",
            "javascript:alert(1)",
            &format!("https://www.facebook.com/{}", "a".repeat(LONGEST)),
        ] {
            assert_eq!(found(url), None, "{url}");
        }
    }
}
