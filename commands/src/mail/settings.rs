//! How e-mails go out: the mail server, whom they come from, and where their links lead.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use lettre::message::Mailbox;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use url::Url;

use super::error::MailError;

/// How e-mails go out.
#[derive(Debug, Clone)]
pub struct MailSettings {
    pub server: MailServer,
    pub sender: Sender,
    pub public: PublicAddress,
}

/// Why a setting cannot be used. Says nothing of its value, which may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMailSetting {
    #[error(
        "smtp_url must be smtps://user:password@host, or smtp://user:password@host for STARTTLS; write special \
         characters in user and password as %40 and the like"
    )]
    Server,
    #[error("smtp_url: tls must be required, or none for a server that has no TLS")]
    Tls,
    #[error("smtp_url: a password is not sent without TLS, but to this machine")]
    OpenPassword,
    #[error("mail_from must be an e-mail address, or DemandAtlas <news@example.com>")]
    Sender,
    #[error("public_url must be the address of the app, such as https://atlas.example.com")]
    Public,
}

/// How the connection to a mail server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tls {
    /// From its beginning.
    Wrapped,
    /// By STARTTLS; without it nothing is sent.
    Required,
    None,
}

/// A mail server, as `smtps://user:password@host:465`, or `smtp://…` for STARTTLS. Without TLS only on this machine, or if
/// the URL says `?tls=none`. The path names this machine to the server, if the app's own name will not do.
#[derive(Clone)]
pub struct MailServer {
    url: Url,
    tls: Tls,
}

impl MailServer {
    /// Connects by it. `name` is what this machine calls itself, unless the URL says otherwise.
    pub(super) fn transport(
        &self,
        name: &str,
    ) -> Result<AsyncSmtpTransport<Tokio1Executor>, MailError> {
        let mut url = self.url.clone();
        url.set_query((self.tls == Tls::Required).then_some("tls=required"));
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str());
        let mut builder = builder.map_err(|error| MailError::of(&error))?;
        if matches!(url.path(), "" | "/") {
            builder = builder.hello_name(ClientId::Domain(name.to_owned()));
        }
        Ok(builder.build())
    }
}

impl FromStr for MailServer {
    type Err = InvalidMailSetting;

    fn from_str(text: &str) -> Result<Self, InvalidMailSetting> {
        let url = Url::parse(text.trim()).map_err(|_| InvalidMailSetting::Server)?;
        let host = url.host_str().unwrap_or_default();
        let is_smtp = matches!(url.scheme(), "smtp" | "smtps");
        if !is_smtp || host.is_empty() || url.fragment().is_some() {
            return Err(InvalidMailSetting::Server);
        }
        let is_here = host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
        let tls = match (url.scheme(), url.query()) {
            ("smtps", None) => Tls::Wrapped,
            ("smtp", Some("tls=none")) => Tls::None,
            ("smtp", None) if is_here => Tls::None,
            ("smtp", None | Some("tls=required")) => Tls::Required,
            _ => return Err(InvalidMailSetting::Tls),
        };
        if tls == Tls::None && url.password().is_some() && !is_here {
            return Err(InvalidMailSetting::OpenPassword);
        }
        Ok(Self { url, tls })
    }
}

impl fmt::Debug for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailServer(…)")
    }
}

/// Whom e-mails come from: an address, with a name if it has one.
#[derive(Debug, Clone)]
pub struct Sender(Mailbox);

impl Sender {
    pub(super) const fn mailbox(&self) -> &Mailbox {
        &self.0
    }

    pub(super) fn domain(&self) -> &str {
        self.0.email.domain()
    }
}

impl FromStr for Sender {
    type Err = InvalidMailSetting;

    fn from_str(text: &str) -> Result<Self, InvalidMailSetting> {
        let mailbox: Mailbox = text
            .trim()
            .parse()
            .map_err(|_| InvalidMailSetting::Sender)?;
        let named = mailbox.name.as_deref().unwrap_or_default();
        let is_plain = mailbox.email.to_string().is_ascii() && !named.contains(char::is_control);
        is_plain
            .then_some(Self(mailbox))
            .ok_or(InvalidMailSetting::Sender)
    }
}

/// Where users reach the app: scheme, host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicAddress(Url);

impl PublicAddress {
    pub(super) const fn url(&self) -> &Url {
        &self.0
    }

    pub(super) fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }
}

impl FromStr for PublicAddress {
    type Err = InvalidMailSetting;

    fn from_str(text: &str) -> Result<Self, InvalidMailSetting> {
        let url = Url::parse(text.trim()).map_err(|_| InvalidMailSetting::Public)?;
        let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let is_web = matches!(url.scheme(), "http" | "https");
        if !is_bare || !is_web || !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidMailSetting::Public);
        }
        Ok(Self(url))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tls(url: &str) -> Result<Tls, InvalidMailSetting> {
        url.parse::<MailServer>().map(|server| server.tls)
    }

    #[test]
    fn a_mail_server_is_spoken_to_by_tls_unless_it_is_on_this_machine() {
        for (url, expected) in [
            ("smtps://ada:s3cret@mail.example", Tls::Wrapped),
            ("smtp://ada:s3cret@mail.example:2525", Tls::Required),
            ("smtp://mail.example?tls=required", Tls::Required),
            ("smtp://mail.example?tls=none", Tls::None),
            ("smtp://127.0.0.1:1025", Tls::None),
            ("smtp://ada:s3cret@localhost", Tls::None),
            ("smtp://localhost/this.example?tls=required", Tls::Required),
        ] {
            assert_eq!(tls(url), Ok(expected), "{url}");
            assert!(
                url.parse::<MailServer>()
                    .unwrap()
                    .transport("atlas.example")
                    .is_ok()
            );
        }
        for (url, refusal) in [
            ("mail.example", InvalidMailSetting::Server),
            ("http://mail.example", InvalidMailSetting::Server),
            ("smtp://", InvalidMailSetting::Server),
            (
                "smtps://ada:s3/cret@mail.example",
                InvalidMailSetting::Server,
            ),
            (
                "smtp://mail.example?tls=opportunistic",
                InvalidMailSetting::Tls,
            ),
            ("smtps://mail.example?tls=none", InvalidMailSetting::Tls),
            (
                "smtp://ada:s3cret@mail.example?tls=none",
                InvalidMailSetting::OpenPassword,
            ),
        ] {
            assert_eq!(tls(url), Err(refusal), "{url}");
            assert!(!refusal.to_string().contains("s3cret"));
        }
        let server: MailServer = "smtps://ada:s3cret@mail.example".parse().unwrap();
        assert_eq!(format!("{server:?}"), "MailServer(…)");
    }

    #[test]
    fn e_mails_come_from_an_address_and_lead_to_the_app() {
        for text in ["news@atlas.example", "Déjà Vu <news@atlas.example>"] {
            assert_eq!(text.parse::<Sender>().unwrap().domain(), "atlas.example");
        }
        for text in [
            "",
            "news",
            "News <news>",
            "news@atlas.example, eve@atlas.example",
            "nëws@atlas.example",
        ] {
            assert!(text.parse::<Sender>().is_err(), "{text}");
        }
        for text in ["https://atlas.example", "http://127.0.0.1:8080/"] {
            assert!(text.parse::<PublicAddress>().is_ok(), "{text}");
        }
        for text in [
            "atlas.example",
            "ftp://atlas.example",
            "https://atlas.example/app",
            "https://atlas.example/?a=b",
            "https://ada:s3cret@atlas.example",
        ] {
            assert!(text.parse::<PublicAddress>().is_err(), "{text}");
        }
    }
}
