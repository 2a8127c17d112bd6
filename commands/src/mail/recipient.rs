//! An address that e-mails go to.

use std::fmt;
use std::str::FromStr;

use lettre::Address;
use url::Host;

/// The longest address that mail servers must take (RFC 5321, 4.5.3.1.3, without its brackets).
const LONGEST: usize = 254;

/// The text is no address that e-mails can go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Enter an e-mail address, such as you@example.com.")]
pub struct InvalidRecipient;

/// An address that e-mails go to: of a domain, in ASCII, as every mail server takes it. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Recipient(Address);

impl Recipient {
    /// The address itself.
    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }

    pub(super) const fn address(&self) -> &Address {
        &self.0
    }
}

impl FromStr for Recipient {
    type Err = InvalidRecipient;

    fn from_str(text: &str) -> Result<Self, InvalidRecipient> {
        let (user, domain) = text.trim().rsplit_once('@').ok_or(InvalidRecipient)?;
        // A quoted user may hold anything: hardly anybody has one.
        let is_plain = user.is_ascii() && !user.contains('"') && !domain.contains('%');
        let domain = match Host::parse(domain) {
            Ok(Host::Domain(domain)) if is_plain && domain.contains('.') => domain,
            _ => return Err(InvalidRecipient),
        };
        let address = Address::new(user, domain).map_err(|_| InvalidRecipient)?;
        let address = Self(address);
        (address.as_str().len() <= LONGEST)
            .then_some(address)
            .ok_or(InvalidRecipient)
    }
}

impl fmt::Debug for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recipient(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_plain_and_of_a_domain() {
        for (text, address) in [
            (" ada@example.com ", "ada@example.com"),
            ("Ada.L+news@Example.COM", "Ada.L+news@example.com"),
            ("ada@münchen.example", "ada@xn--mnchen-3ya.example"),
            ("o'neil@mail.example.co", "o'neil@mail.example.co"),
        ] {
            let read: Recipient = text.parse().unwrap();
            assert_eq!(read.as_str(), address);
            assert!(!format!("{read:?}").contains("ada"));
        }
        let long = format!("{}@example.com", "a".repeat(250));
        for text in [
            "",
            "ada",
            "@example.com",
            "ada@",
            "ada@localhost",
            "ada@127.0.0.1",
            "ada@[127.0.0.1]",
            "ada@[::1]",
            "ada@exa%6dple.com",
            "ada@example.com.",
            "a da@example.com",
            "\"a b\"@example.com",
            "ada@example.com, eve@example.com",
            "ada@example.com>\r\nRCPT TO:<eve@example.com",
            "ada\r\nBcc: eve@example.com",
            "ada\n@example.com",
            "<ada@example.com>",
            "Ada <ada@example.com>",
            "ädä@example.com",
            long.as_str(),
        ] {
            assert_eq!(text.parse::<Recipient>(), Err(InvalidRecipient), "{text}");
        }
    }
}
