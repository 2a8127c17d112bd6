//! A visit to a website: pages are asked for one after the other, as far as its robots.txt and its answers allow.

mod robots;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use outgoing::untrusted::http::StatusCode;
use outgoing::untrusted::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use outgoing::untrusted::{Answer, Proxy, Visit};
use tokio::time::{Instant, timeout_at};
use url::Url;

use super::charset;
use super::page_read::PageRead;
use super::parts::Parts;
use crate::address::{is_same_website, join, plain_host};
use crate::error::ReadError;
use crate::keep::{KeptPage, Refused};
use crate::manners::{Robots, Turn};
use crate::page::{Page, is_refusal};

/// Hops from one address to the next.
const MOST_HOPS: usize = 5;
/// A page is asked for again after this time.
const FRESH: SignedDuration = SignedDuration::from_hours(24);
/// Pages are kept for this long, and asked for by what tells whether they have changed.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Who refused is left alone for this long.
const LEFT_ALONE: SignedDuration = SignedDuration::from_hours(24);
/// A server that says to come back within this time is asked once more.
const SOON: Duration = Duration::from_secs(10);

/// A visit. It has the website's turn.
pub(super) struct SiteVisit<'r> {
    reader: &'r Parts,
    visit: Visit,
    by_proxy: bool,
    turn: Turn,
    deadline: Instant,
    wants_text: bool,
    now: Timestamp,
    /// By origin.
    robots: HashMap<String, Arc<Robots>>,
}

impl<'r> SiteVisit<'r> {
    pub(super) fn new(
        reader: &'r Parts,
        proxy: Option<Arc<Proxy>>,
        turn: Turn,
        deadline: Instant,
        wants_text: bool,
        now: Timestamp,
    ) -> Self {
        Self {
            by_proxy: proxy.is_some(),
            visit: reader.untrusted.visit(proxy),
            reader,
            turn,
            deadline,
            wants_text,
            now,
            robots: HashMap::new(),
        }
    }

    /// A page, from what is kept or from its server.
    pub(super) async fn page(&mut self, url: &Url) -> PageRead {
        let deadline = self.deadline;
        let read = timeout_at(deadline, self.followed(url)).await;
        PageRead {
            url: url.to_string(),
            read: read.unwrap_or(Err(ReadError::TimedOut)),
        }
    }

    /// A further page; none if there is no time left for it.
    pub(super) async fn one_more(&mut self, url: &Url) -> Option<PageRead> {
        if self.turn.next() >= self.deadline {
            return None;
        }
        let page = self.page(url).await;
        let is_over = page.read == Err(ReadError::TimedOut) && Instant::now() >= self.deadline;
        (!is_over).then_some(page)
    }

    /// Follows redirects within the website.
    async fn followed(&mut self, url: &Url) -> Result<KeptPage, ReadError> {
        let mut at = url.clone();
        let mut is_shared = true;
        for _ in 0..MOST_HOPS {
            is_shared &= self.is_shared(&at);
            match self.one(&at).await? {
                Got::Page(page) => {
                    if is_shared && at != *url {
                        self.reader.keep.keep(url.as_str(), &page).await;
                    }
                    return Ok(*page);
                }
                Got::Elsewhere(to) => {
                    if !is_same_website(url, &to) {
                        let host = to.host_str().unwrap_or_default();
                        let refusal = self.reader.refusal(host);
                        return Err(refusal.unwrap_or(ReadError::Elsewhere(host.to_owned())));
                    }
                    at = to;
                }
            }
        }
        Err(ReadError::Unreachable)
    }

    /// Whether what comes from there may be anybody's. A user's proxy could answer in place of a website without TLS: of
    /// that, nothing is kept, and nothing is taken from what is kept.
    fn is_shared(&self, url: &Url) -> bool {
        !(self.by_proxy && url.scheme() == "http")
    }

    async fn one(&mut self, url: &Url) -> Result<Got, ReadError> {
        if let Some(refusal) = self.reader.refusal(url.host_str().unwrap_or_default()) {
            return Err(refusal);
        }
        let keep = Arc::clone(&self.reader.keep);
        if keep.refused(plain_host(url), self.now).await.is_some() {
            return Err(ReadError::Refused);
        }
        let is_shared = self.is_shared(url);
        let kept = match is_shared {
            true => keep.page(url.as_str()).await,
            false => None,
        };
        let kept = kept.filter(|kept| {
            let is_whole = !self.wants_text || kept.page.text.is_some();
            is_whole && self.now.duration_since(kept.read_at) < KEPT
        });
        if let Some(kept) = kept
            .as_ref()
            .filter(|kept| self.now.duration_since(kept.read_at) < FRESH)
        {
            return willing(kept.clone());
        }
        if !self.allows(url).await? {
            return Err(ReadError::Robots);
        }
        let answer = self.asked(url, kept.as_ref()).await?;
        if answer.status == StatusCode::NOT_MODIFIED
            && let Some(kept) = kept
        {
            let kept = KeptPage {
                read_at: self.now,
                ..kept
            };
            keep.keep(url.as_str(), &kept).await;
            return willing(kept);
        }
        if answer.status.is_redirection() {
            let to = text(&answer.headers, header::LOCATION).and_then(|to| join(url, to));
            let mut to = to.ok_or(ReadError::Status(answer.status.as_u16()))?;
            to.set_fragment(None);
            return Ok(Got::Elsewhere(to));
        }
        self.judge(url, &answer).await?;
        let kept = self.parsed(url, answer).await?;
        if is_shared {
            keep.keep(url.as_str(), &kept).await;
        }
        willing(kept)
    }

    /// Asks for a page, and once more if its server says to come back soon.
    async fn asked(&mut self, url: &Url, kept: Option<&KeptPage>) -> Result<Answer, ReadError> {
        let since = |name: HeaderName, value: Option<&String>| {
            let value = HeaderValue::from_str(value?).ok()?;
            Some((name, value))
        };
        let kept = kept.into_iter().flat_map(|kept| {
            let etag = since(header::IF_NONE_MATCH, kept.etag.as_ref());
            etag.or_else(|| since(header::IF_MODIFIED_SINCE, kept.last_modified.as_ref()))
        });
        let accept = (
            header::ACCEPT,
            HeaderValue::from_static("text/html,application/xhtml+xml"),
        );
        let headers: Vec<_> = kept.chain([accept]).collect();
        let answer = self
            .get(url, &headers, |status, headers| {
                status == StatusCode::OK && html(headers).is_ok()
            })
            .await?;
        let Some(wait) = wait(&answer)
            .filter(|wait| answer.status == StatusCode::SERVICE_UNAVAILABLE && *wait <= SOON)
        else {
            return Ok(answer);
        };
        tokio::time::sleep(wait).await;
        self.get(url, &headers, |status, headers| {
            status == StatusCode::OK && html(headers).is_ok()
        })
        .await
    }

    async fn get(
        &mut self,
        url: &Url,
        headers: &[(HeaderName, HeaderValue)],
        wants_body: impl Fn(StatusCode, &HeaderMap) -> bool,
    ) -> Result<Answer, ReadError> {
        self.turn.wait().await;
        let answer = self.visit.get(url, headers, wants_body).await;
        self.turn.asked();
        answer.map_err(|error| ReadError::of_call(&error, url.host_str().unwrap_or_default()))
    }

    /// Why an answer is no page. Who refuses is left alone, whoever asks next.
    async fn judge(&self, url: &Url, answer: &Answer) -> Result<(), ReadError> {
        let is_challenge = text(&answer.headers, HeaderName::from_static("cf-mitigated")).is_some();
        let wait = wait(answer).and_then(|wait| SignedDuration::try_from(wait).ok());
        match answer.status.as_u16() {
            _ if is_challenge => {}
            401 | 403 | 407 | 429 | 451 => {}
            503 => {
                if let Some(wait) = wait {
                    self.leave_alone(url, wait.min(LEFT_ALONE)).await;
                }
                return Err(ReadError::Status(503));
            }
            200 => return html(&answer.headers).map_err(ReadError::NotText),
            404 | 410 => return Err(ReadError::NotFound("This page".to_owned())),
            status => return Err(ReadError::Status(status)),
        }
        self.leave_alone(url, wait.unwrap_or_default().max(LEFT_ALONE))
            .await;
        Err(ReadError::Refused)
    }

    async fn leave_alone(&self, url: &Url, time: SignedDuration) {
        if self.is_shared(url) {
            let until = self.now.checked_add(time.min(KEPT)).unwrap_or(self.now);
            let refused = Refused { until };
            self.reader.keep.refuse(plain_host(url), refused).await;
        }
    }

    async fn parsed(&self, url: &Url, answer: Answer) -> Result<KeptPage, ReadError> {
        let kept = |name| text(&answer.headers, name).map(str::to_owned);
        let (etag, last_modified) = (kept(header::ETAG), kept(header::LAST_MODIFIED));
        let robots = answer.headers.get_all("x-robots-tag");
        let asks_not = robots
            .iter()
            .any(|rule| rule.to_str().is_ok_and(is_refusal));
        let (address, wants_text, read_at) = (url.clone(), self.wants_text, self.now);
        let place = Arc::clone(&self.reader.parsing).acquire_owned().await;
        let parsing = tokio::task::spawn_blocking(move || {
            let _place = place;
            let content_type = text(&answer.headers, header::CONTENT_TYPE);
            let html = charset::text(&answer.body, content_type);
            Page::read(&html, &address, wants_text)
        });
        // A page that nothing can be made of is as good as none.
        let mut page = parsing.await.map_err(|error| {
            tracing::error!(%error, "a page could not be read");
            ReadError::Unreachable
        })?;
        page.asks_not |= asks_not;
        let host = url.host_str().unwrap_or_default();
        page.said
            .keep_shown(host, self.reader.settings.keeps_personal);
        Ok(KeptPage {
            page,
            etag,
            last_modified,
            read_at,
        })
    }
}

/// What an address led to.
enum Got {
    Page(Box<KeptPage>),
    Elsewhere(Url),
}

/// The page, unless it asks not to be read, or sends on to another one.
fn willing(kept: KeptPage) -> Result<Got, ReadError> {
    if kept.page.asks_not {
        return Err(ReadError::AsksNot);
    }
    let sends_on = kept.page.sends_on.as_deref();
    if let Some(to) = sends_on.and_then(|to| Url::parse(to).ok()) {
        return Ok(Got::Elsewhere(to));
    }
    Ok(Got::Page(Box::new(kept)))
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Whether it is HTML; else what it is.
fn html(headers: &HeaderMap) -> Result<(), String> {
    let whole = text(headers, header::CONTENT_TYPE).unwrap_or("text/html");
    let kind = whole
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    match kind.as_str() {
        "text/html" | "application/xhtml+xml" | "" => Ok(()),
        other => Err(other.chars().take(60).collect()),
    }
}

/// When to come back, in seconds or as a date.
fn wait(answer: &Answer) -> Option<Duration> {
    let value = text(&answer.headers, header::RETRY_AFTER)?.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let at = jiff::fmt::rfc2822::parse(value).ok()?.timestamp();
    Duration::try_from(at.duration_since(Timestamp::now())).ok()
}
