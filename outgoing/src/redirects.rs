//! Where a redirect may lead.

use reqwest::redirect::Policy;
use url::{Host, Url};

use crate::is_global;

/// Follows at most `most` redirects, to allowed places.
pub(crate) fn policy(most: usize) -> Policy {
    if most == 0 {
        return Policy::none();
    }
    Policy::custom(move |attempt| {
        let Some(first) = attempt.previous().first() else {
            return attempt.stop();
        };
        if attempt.previous().len() > most {
            return attempt.error("another address too many times");
        }
        match refusal(first, attempt.url()) {
            Some(reason) => attempt.error(reason),
            None => attempt.follow(),
        }
    })
}

/// Why a call that began at `from` is not redirected to `to`.
fn refusal(from: &Url, to: &Url) -> Option<&'static str> {
    if !matches!(to.scheme(), "http" | "https") {
        return Some("something other than a web address");
    }
    if from.scheme() == "https" && to.scheme() != "https" {
        return Some("an unencrypted address (http), which is not followed");
    }
    if !is_private(from) && is_private(to) {
        return Some("an address inside the local network, which is not followed");
    }
    None
}

/// Whether an address is on this machine or its own network.
fn is_private(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost") || !name.contains('.')
        }
        Some(Host::Ipv4(address)) => !is_global(address.into()),
        Some(Host::Ipv6(address)) => !is_global(address.into()),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_followed(from: &str, to: &str) -> bool {
        refusal(&from.parse().unwrap(), &to.parse().unwrap()).is_none()
    }

    #[test]
    fn a_redirect_never_gives_up_encryption_or_leads_inside() {
        assert!(is_followed("https://a.example/x", "https://b.example/y"));
        assert!(is_followed("http://a.example/x", "https://a.example/x"));
        assert!(is_followed("http://127.0.0.1:1/x", "http://127.0.0.1:2/y"));
        for to in [
            "http://a.example/x",
            "ftp://a.example/x",
            "https://localhost/",
            "https://metadata/",
            "https://127.0.0.1/",
            "https://10.0.0.1/",
            "https://169.254.169.254/latest",
            "https://100.64.0.1/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[fd00::1]/",
        ] {
            assert!(!is_followed("https://a.example/x", to), "{to}");
        }
    }
}
