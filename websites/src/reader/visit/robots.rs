//! What the robots.txt of a page's server allows.

use std::sync::Arc;

use outgoing::untrusted::UntrustedError;
use outgoing::untrusted::http::StatusCode;
use outgoing::untrusted::http::header;
use url::Url;

use super::{MOST_HOPS, SiteVisit, text};
use crate::address::join;
use crate::error::ReadError;
use crate::manners::{Robots, Rules};

/// The most of a robots.txt that is read (RFC 9309).
const ROBOTS_BYTES: usize = 500 << 10;

impl SiteVisit<'_> {
    /// Whether the robots.txt of the page's server allows it.
    pub(super) async fn allows(&mut self, url: &Url) -> Result<bool, ReadError> {
        let origin = url[..url::Position::AfterPort].to_owned();
        let robots = match self.robots.get(&origin) {
            Some(robots) => Arc::clone(robots),
            None => {
                let rules = match self.reader.manners.rules(&origin) {
                    Some(rules) => rules,
                    None => self.asked_rules(&origin).await?,
                };
                let agent = self.reader.settings.agent.clone();
                let reading = tokio::task::spawn_blocking(move || Robots::read(&rules, &agent));
                let robots = Arc::new(reading.await.unwrap_or(Robots::Nothing));
                self.robots.insert(origin, Arc::clone(&robots));
                robots
            }
        };
        if let Some(delay) = robots.delay() {
            self.turn.slow_down(delay);
        }
        Ok(robots.allow(url.as_str()))
    }

    async fn asked_rules(&mut self, origin: &str) -> Result<Rules, ReadError> {
        let mut url = Url::parse(origin)
            .and_then(|origin| origin.join("/robots.txt"))
            .map_err(|_| ReadError::Address)?;
        let mut rules = Rules::All;
        let mut is_shared = true;
        for _ in 0..=MOST_HOPS {
            is_shared &= self.is_shared(&url);
            self.turn.wait().await;
            let answer = self
                .visit
                .get(&url, &[], |status, _| status == StatusCode::OK)
                .await;
            self.turn.asked();
            let answer = match answer {
                Ok(answer) => answer,
                Err(UntrustedError::TooLarge(_)) => {
                    rules = Rules::Nothing;
                    break;
                }
                // A server that is not there has no pages either.
                Err(error) => {
                    return Err(ReadError::of_call(
                        &error,
                        url.host_str().unwrap_or_default(),
                    ));
                }
            };
            let to = text(&answer.headers, header::LOCATION).and_then(|to| join(&url, to));
            // Another website may hold it, too (RFC 9309), but not one that is never read.
            let is_read = |to: &Url| {
                let host = to.host_str().unwrap_or_default();
                self.reader.refusal(host).is_none()
            };
            let to = to.filter(is_read);
            match answer.status {
                StatusCode::OK => {
                    let length = answer.body.len().min(ROBOTS_BYTES);
                    rules = Rules::Text(answer.body[..length].into());
                    break;
                }
                status if status.is_redirection() => match to {
                    Some(to) => url = to,
                    None => {
                        rules = Rules::Nothing;
                        break;
                    }
                },
                // Who throttles or fails cannot say what is allowed.
                StatusCode::TOO_MANY_REQUESTS => {
                    rules = Rules::Nothing;
                    self.judge(&url, &answer).await?;
                    break;
                }
                status if status.is_server_error() => {
                    rules = Rules::Nothing;
                    break;
                }
                _ => break,
            }
        }
        // What a failing server could not say is asked again next time.
        if is_shared && !matches!(rules, Rules::Nothing) {
            self.reader.manners.keep_rules(origin, &rules);
        }
        Ok(rules)
    }
}
