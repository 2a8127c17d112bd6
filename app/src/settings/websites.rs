//! Reading websites.

use commands::websites::WebsiteSettings;

use super::declared::Declared;
use super::error::SettingsError;
use super::values::{names, wanted};

/// Reads the settings, and refuses those that cannot be used.
pub(super) fn from_declared(declared: &Declared) -> Result<WebsiteSettings, SettingsError> {
    let hosts = wanted(declared.websites_hosts.as_deref()).unwrap_or_default();
    let test_page = wanted(declared.proxy_test_url.as_deref());
    let invalid = |text: &str| SettingsError::Websites(text.to_owned());
    let contact = wanted(declared.websites_contact.as_deref());
    if contact.is_some_and(|contact| contact.chars().any(|c| c.is_control() || !c.is_ascii())) {
        return Err(invalid(
            "websites_contact must be an e-mail address or the URL of a page",
        ));
    }
    Ok(WebsiteSettings {
        contact: contact.map(str::to_owned),
        denied: names(declared.websites_deny.as_deref().unwrap_or_default())
            .map(str::to_ascii_lowercase)
            .collect(),
        keeps_personal: declared.websites_personal,
        other_ports: declared.websites_other_ports,
        hosts: hosts
            .parse()
            .map_err(|error| invalid(&format!("websites_hosts: {error}")))?,
        proxy_test_page: test_page
            .map(|page| page.parse())
            .transpose()
            .map_err(|_| invalid("proxy_test_url is no URL"))?,
    })
}

#[cfg(test)]
mod tests {
    use confique::Config;

    use super::*;

    #[test]
    fn nothing_is_read_without_a_contact_and_wrong_hosts_are_refused() {
        let mut declared = Declared::builder().load().unwrap();
        assert_eq!(from_declared(&declared).unwrap().contact, None);
        declared.websites_contact = Some("ops@example.com".to_owned());
        declared.websites_deny = Some("Shop.example, other.example".to_owned());
        let settings = from_declared(&declared).unwrap();
        assert_eq!(settings.denied, ["shop.example", "other.example"]);
        assert!(!settings.keeps_personal);
        declared.websites_hosts = Some("shop.example".to_owned());
        let error = from_declared(&declared).unwrap_err().to_string();
        assert!(error.contains("shop.example=10.0.0.8"), "{error}");
    }
}
