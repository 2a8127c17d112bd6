//! What a website is built with: told by what it declares and by the servers of its scripts and styles. The rules are
//! a table (`data/technology.json`), each with the vendor's own page that names the address. A server that no such page
//! names stands for nothing.

use std::sync::LazyLock;

use serde::Deserialize;
use url::Url;

/// A product and what shows it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    name: String,
    /// How the content of `<meta name="generator">` begins.
    #[serde(default)]
    generator: Vec<String>,
    /// Servers of its scripts, styles, images or forms, with a path that may follow.
    #[serde(default)]
    loads: Vec<String>,
    /// Servers that its links lead to.
    #[serde(default)]
    links: Vec<String>,
    /// Parts of paths on the website's own server.
    #[serde(default)]
    paths: Vec<String>,
    /// The vendor's page.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for who reads the table; a test looks at it")
    )]
    source: String,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let table = include_str!("../data/technology.json");
    serde_json::from_str(table).expect("the table is valid: a test reads it")
});

/// Where an address stands in a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// A script, style, image, frame or form.
    Loads,
    Links,
}

/// The products that a generator shows, each with how.
pub(crate) fn of_generator(content: &str) -> impl Iterator<Item = (&'static str, String)> {
    let content = content.trim().to_lowercase();
    let shown: String = content.chars().take(60).collect();
    RULES
        .iter()
        .filter(move |rule| {
            let begins = |start: &String| content.starts_with(&start.to_lowercase());
            rule.generator.iter().any(begins)
        })
        .map(move |rule| (rule.name.as_str(), format!("generator {shown}")))
}

/// The products that an address in a page shows, each with how.
pub(crate) fn of_address(url: &Url, of: Use, own_host: &str) -> Vec<(&'static str, String)> {
    let Some(host) = url.host_str() else {
        return Vec::new();
    };
    let shows = |rule: &&Rule| {
        let servers = match of {
            Use::Loads => &rule.loads,
            Use::Links => &rule.links,
        };
        let is_own = of == Use::Loads && host == own_host;
        servers.iter().any(|server| is_at(server, host, url.path()))
            || is_own && rule.paths.iter().any(|part| url.path().contains(part))
    };
    let how = match of {
        Use::Loads => format!("script or file of {host}"),
        Use::Links => format!("link to {host}"),
    };
    RULES
        .iter()
        .filter(shows)
        .map(|rule| (rule.name.as_str(), how.clone()))
        .collect()
}

/// `server` is a host, one with all below it (`*.`), or either with the beginning of a path.
fn is_at(server: &str, host: &str, path: &str) -> bool {
    let (name, begins) = server
        .find('/')
        .map_or((server, "/"), |at| server.split_at(at));
    let is_host = match name.strip_prefix("*.") {
        Some(parent) => host == parent || host.ends_with(&format!(".{parent}")),
        None => host == name,
    };
    is_host && path.starts_with(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(url: &str, used: Use) -> Vec<&'static str> {
        let found = of_address(&url.parse().unwrap(), used, "shop.example");
        found.into_iter().map(|found| found.0).collect()
    }

    #[test]
    fn every_rule_says_how_and_where_it_comes_from() {
        assert!(RULES.len() >= 20);
        for rule in RULES.iter() {
            let source: Url = rule.source.parse().unwrap();
            assert_eq!(source.scheme(), "https", "{}", rule.name);
            let signs =
                rule.generator.len() + rule.loads.len() + rule.links.len() + rule.paths.len();
            assert!(signs > 0, "{}", rule.name);
            for server in rule.loads.iter().chain(&rule.links) {
                let url = format!("https://{}", server.replace("*.", "x."));
                let url: Url = url.parse().unwrap();
                assert!(
                    url.host_str().is_some_and(|host| host.contains('.')),
                    "{server}"
                );
            }
            let twice = RULES.iter().filter(|other| other.name == rule.name).count();
            assert_eq!(twice, 1, "{}", rule.name);
        }
    }

    #[test]
    fn products_are_told_by_generator_servers_and_paths() {
        let wordpress: Vec<_> = of_generator("WordPress 6.4.2")
            .map(|found| found.0)
            .collect();
        assert_eq!(wordpress, ["WordPress"]);
        assert_eq!(
            of(
                "https://shop.example/wp-content/themes/x/style.css",
                Use::Loads
            ),
            ["WordPress"]
        );
        assert_eq!(
            of("https://other.example/wp-content/x.css", Use::Loads),
            Vec::<&str>::new()
        );
        assert_eq!(of("https://js.stripe.com/v3/", Use::Loads), ["Stripe"]);
        assert_eq!(
            of("https://www.opentable.com/r/cascade", Use::Links),
            ["OpenTable"]
        );
        assert_eq!(
            of("https://notstripe.com/v3/", Use::Loads),
            Vec::<&str>::new()
        );
    }
}
