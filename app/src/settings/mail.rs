//! E-mails about scheduled searches.

use commands::mail::{MailSettings, PublicAddress};
use secrecy::ExposeSecret;

use super::declared::Declared;
use super::error::SettingsError;
use super::values::wanted;

/// Reads the settings, and refuses those that cannot be used. None if no e-mails are sent.
pub(super) fn from_declared(declared: &Declared) -> Result<Option<MailSettings>, SettingsError> {
    let server = declared.smtp_url.as_ref().map(ExposeSecret::expose_secret);
    let (server, sender) = (wanted(server), wanted(declared.mail_from.as_deref()));
    let public = wanted(declared.public_url.as_deref());
    let public: Option<PublicAddress> = public.map(str::parse).transpose()?;
    match (server, sender, public) {
        (None, None, _) => Ok(None),
        (Some(server), Some(sender), Some(public)) => Ok(Some(MailSettings {
            server: server.parse()?,
            sender: sender.parse()?,
            public,
        })),
        _ => Err(SettingsError::HalfMail),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Overrides, Settings};

    fn load(text: &str) -> Result<Settings, SettingsError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        Settings::load(Some(file.path()), &Overrides::default())
    }

    #[test]
    fn e_mails_need_a_server_a_sender_and_the_address_of_the_app() {
        let server = "smtp_url = \"smtps://ada:s3cret@mail.example\"\n";
        let sender = "mail_from = \"DemandAtlas <news@atlas.example>\"\n";
        let public = "public_url = \"https://atlas.example\"\n";
        let is_on = |text: String| load(&text).map(|settings| settings.mail.is_some());
        assert!(is_on(format!("{server}{sender}{public}")).unwrap());
        for off in ["", public, "smtp_url = \"none\""] {
            assert!(!is_on(off.to_owned()).unwrap(), "{off}");
        }
        for half in [
            server.to_owned(),
            sender.to_owned(),
            format!("{server}{sender}"),
            format!("{server}{public}"),
            format!("{sender}{public}"),
        ] {
            assert!(matches!(is_on(half), Err(SettingsError::HalfMail)));
        }
    }

    #[test]
    fn what_is_wrong_is_told_and_user_and_password_are_not() {
        let whole = |server: &str| {
            format!(
                "smtp_url = \"{server}\"\nmail_from = \"news@atlas.example\"\npublic_url = \"https://atlas.example\""
            )
        };
        let settings = load(&whole("smtps://t0ken:s3cret@mail.example:465")).unwrap();
        let shown = format!("{:?} {settings:?}", settings.shown());
        assert!(shown.contains("smtps://***@mail.example:465"), "{shown}");
        assert!(
            !shown.contains("t0ken") && !shown.contains("s3cret"),
            "{shown}"
        );
        for (server, words) in [
            (
                "http://t0ken:s3cret@mail.example",
                "smtps://user:password@host",
            ),
            (
                "smtp://t0ken:s3cret@mail.example?tls=maybe",
                "tls must be required",
            ),
            (
                "smtp://t0ken:s3cret@mail.example?tls=none",
                "not sent without TLS",
            ),
        ] {
            let error = load(&whole(server)).unwrap_err().to_string();
            assert!(
                error.contains(words) && !error.contains("t0ken") && !error.contains("s3cret"),
                "{error}"
            );
        }
    }
}
