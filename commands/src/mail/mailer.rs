//! Hands e-mails to the operator's mail server.

use std::time::Instant;

use async_trait::async_trait;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use telemetry::metrics;

use super::error::{MailError, PATIENCE};
use super::letter::Letter;
use super::recipient::Recipient;
use super::settings::{MailSettings, Sender};

/// The mail server's name in metrics.
const SERVICE: &str = "smtp";
/// Sends e-mails.
#[async_trait]
pub trait Delivery: Send + Sync {
    /// Sends one.
    async fn deliver(&self, to: &Recipient, letter: Letter) -> Result<(), MailError>;
}

/// Sends e-mails by the operator's mail server, each in a conversation of its own.
#[derive(Debug, Clone)]
pub struct Mailer {
    server: AsyncSmtpTransport<Tokio1Executor>,
    sender: Sender,
}

impl Mailer {
    /// By the settings; fails where the machine's certificates cannot be read.
    pub fn new(settings: &MailSettings) -> Result<Self, MailError> {
        Ok(Self {
            server: settings.server.transport(settings.public.host())?,
            sender: settings.sender.clone(),
        })
    }
}

#[async_trait]
impl Delivery for Mailer {
    async fn deliver(&self, to: &Recipient, letter: Letter) -> Result<(), MailError> {
        let message = letter.message(&self.sender, to);
        let began = Instant::now();
        let sent = tokio::time::timeout(PATIENCE, self.server.send(message)).await;
        let sent = match sent {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(MailError::of(&error)),
            Err(_) => Err(MailError::TimedOut),
        };
        metrics().service_asked(SERVICE, sent.is_ok(), began.elapsed());
        sent
    }
}
