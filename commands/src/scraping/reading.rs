//! Websites, read in order: several at once, but counted and paid one after the other. What they say is stored, then
//! those with news are paid and all counted in one commit, and then they are shown.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use domain::Credits;
use domain::credit_account::{CreditAccount, CreditCommand};
use domain::ids::UserId;
use domain::pricing::DebitKind;
use domain::scrape_job::{CompletionReason, Reading, ReadingOf, ScrapeJob, ScrapeJobCommand};
use futures::StreamExt;
use store::StoreError;
use store::websites::{ReadDocument, ShownWebsite, WebsiteToRead};
use tokio_util::task::AbortOnDropHandle;
use websites::page::Said;
use websites::{Depth, ReadError, SiteFacts, SiteRead, WebsiteAddress};

use super::job::{JobRun, LOOK, RunError};
use super::takeover;
use crate::debits::tell_debit;
use crate::dispatcher::on;
use crate::session_end::SessionEnd;
use crate::websites::{PageDocument, READING_IS_OFF, WebsiteDocument};

/// The source that readings are said to run on.
const WEBSITES: &str = "websites";
/// Websites that are read ahead, while earlier ones are paid: twice as many as the reader reads at once.
const AHEAD: usize = 40;
/// Between two looks whether another reading of the user still pays.
const PAUSE: Duration = Duration::from_millis(50);

/// A website with what reading it led to.
type Site = (WebsiteToRead, Result<SiteRead, ReadError>);

/// A website or page that was read.
struct Read {
    /// JSON.
    document: String,
    has_news: bool,
}

/// One run of a reading.
struct Run<'r> {
    job: &'r JobRun<'r>,
    owner: &'r UserId,
    reading: &'r Reading,
    /// How many people had asked to be removed when it began.
    removed: i64,
}

/// Reads the websites from where the job is to their end.
pub(super) async fn read(
    job: &JobRun<'_>,
    owner: &UserId,
    reading: &Reading,
) -> Result<(), RunError> {
    takeover::from_earlier_run(job, owner).await?;
    let state = still_reading(job).await?;
    job.show_websites(state.delivered()).await?;
    if !job.ports.websites.is_on() {
        // Queued before the operator switched it off.
        let why = READING_IS_OFF.to_owned();
        return job.end(owner, SessionEnd::Failed(why)).await;
    }
    let start = ScrapeJobCommand::Start {
        source: WEBSITES.to_owned(),
        sample: false,
    };
    job.carry_out(&[on::<ScrapeJob>(job.session.to_string(), vec![start])])
        .await?;
    let run = Run {
        job,
        owner,
        reading,
        removed: job.removed_contacts().await?,
    };
    let reason = match reading.of {
        ReadingOf::Address { text, links } => run.address(&state, text, links).await?,
        ReadingOf::Session { .. } | ReadingOf::Companies => run.websites(&state).await?,
    };
    let end = SessionEnd::Completed {
        reason,
        may_enrich: false,
        left_out: 0,
        found: None,
    };
    job.end(owner, end).await
}

impl Run<'_> {
    /// The websites of businesses.
    async fn websites(&self, state: &ScrapeJob) -> Result<CompletionReason, RunError> {
        let mut first = state.delivered();
        let mut left = (self.reading.credits_at_most()).saturating_sub(state.with_news());
        let targets = self.job.websites_to_read(first).await?;
        let reads = futures::stream::iter(targets).map(|target| self.read_site(target));
        let mut reads = reads.buffered(AHEAD).ready_chunks(AHEAD);
        let mut look = tokio::time::interval(LOOK);
        loop {
            let chunk = tokio::select! {
                biased;
                _ = look.tick() => {
                    still_reading(self.job).await?;
                    // However long the check took, the reading goes on before the next one.
                    look.reset();
                    continue;
                }
                chunk = reads.next() => chunk,
            };
            let Some(chunk) = chunk else {
                return Ok(CompletionReason::AllFound);
            };
            let sites: Vec<Site> = chunk.into_iter().collect::<Result<_, StoreError>>()?;
            let read = sites.len();
            let paid = self.in_turn(first, sites, left).await?;
            first += paid.rows;
            left -= paid.with_news;
            if let Some(end) = paid.end(read, left) {
                return Ok(end);
            }
            self.job.may_go_on()?;
        }
    }

    /// Reads a website, in a task of its own, so that it goes on while others are paid.
    fn read_site(
        &self,
        target: WebsiteToRead,
    ) -> impl Future<Output = Result<Site, StoreError>> + use<> {
        let (source, owner) = (Arc::clone(&self.job.ports.websites), self.owner.clone());
        let address = WebsiteAddress::read(&target.address);
        let reading = AbortOnDropHandle::new(tokio::spawn(async move {
            match address {
                Ok(address) => source
                    .read(&owner, &address, Depth::Site, false)
                    .await
                    .map(Ok),
                Err(_) => Ok(Err(ReadError::Address)),
            }
        }));
        async move {
            // A fault over one website is no reason to leave the others unread.
            let read = reading.await.unwrap_or_else(|error| {
                tracing::error!(%error, website = target.website, "a website could not be read");
                Ok(Err(ReadError::Unreachable))
            });
            Ok((target, read?))
        }
    }

    /// Judges and pays what was read while no other job of the user does: each would find new what both have read.
    async fn in_turn(&self, first: u32, sites: Vec<Site>, left: u32) -> Result<Paid, RunError> {
        while !self.job.takes_paying_turn(self.owner).await? {
            still_reading(self.job).await?;
            tokio::time::sleep(PAUSE).await;
        }
        let paid = async {
            let slice = self.judged(sites).await?;
            self.pay_for(first, &slice, left).await
        };
        let paid = paid.await;
        self.job.end_paying_turn(self.owner).await;
        paid
    }

    /// The pages of an address, with text and links as they are wanted.
    async fn address(
        &self,
        state: &ScrapeJob,
        text: bool,
        links: bool,
    ) -> Result<CompletionReason, RunError> {
        let target = self.job.websites_to_read(0).await?.into_iter().next();
        let address = target.and_then(|target| WebsiteAddress::read(&target.address).ok());
        // All pages are counted at once.
        let Some(address) = address.filter(|_| state.delivered() == 0) else {
            return Ok(CompletionReason::AllFound);
        };
        let depth = match self.reading.websites {
            1 => Depth::Page,
            _ => Depth::Site,
        };
        let site = (self.job.ports.websites).read(self.owner, &address, depth, text);
        tokio::pin!(site);
        let site = loop {
            tokio::select! {
                site = &mut site => break site?,
                () = tokio::time::sleep(LOOK) => {
                    still_reading(self.job).await?;
                }
            }
        };
        let slice = pages(site, text, links);
        let most = self.reading.credits_at_most();
        let paid = self.pay_for(0, &slice, most).await?;
        let end = paid.end(slice.len(), most - paid.with_news);
        Ok(end.unwrap_or(CompletionReason::AllFound))
    }

    /// What websites say, and whether any of it is news to the user.
    async fn judged(&self, sites: Vec<Site>) -> Result<Vec<Read>, RunError> {
        let websites: Vec<&str> = sites
            .iter()
            .map(|(target, _)| target.website.as_str())
            .collect();
        let mut before: HashMap<String, Vec<ShownWebsite>> = HashMap::new();
        for earlier in self.job.websites_read_before(self.owner, &websites).await? {
            before
                .entry(earlier.website.clone())
                .or_default()
                .push(earlier);
        }
        let (now, nothing) = (self.job.context().at, SiteFacts::default());
        let read = sites.into_iter().map(|(target, site)| {
            let earlier = before.remove(&target.website).unwrap_or_default();
            let (facts, error) = match &site {
                Ok(site) => (&site.facts, site.error().cloned()),
                Err(error) => (&nothing, Some(error.clone())),
            };
            let wants = &self.reading.wants;
            let document =
                WebsiteDocument::judged(facts, error, wants, &target.listed, &earlier, now);
            Read {
                has_news: !document.news.is_empty(),
                document: json(&document),
            }
        });
        Ok(read.collect())
    }

    /// Stores, pays, counts and shows the first of a slice that the user's credits, and `most`, cover.
    async fn pay_for(&self, first: u32, slice: &[Read], most: u32) -> Result<Paid, RunError> {
        let (job, owner) = (self.job, self.owner);
        let wanted = slice.iter().filter(|read| read.has_news).count();
        let wanted = (wanted as Credits).min(most.into());
        let hold = job.reading_hold(first);
        let held = match wanted {
            0 => 0,
            _ => job.hold(owner, &hold, wanted).await?.unwrap_or_default(),
        };
        let paid = self.stored(first, slice, held).await?;
        if paid.rows == 0 {
            return Ok(paid);
        }
        if job.removed_contacts().await? != self.removed {
            // Somebody was removed since this run began, and may be named in what it has stored: it reads again.
            return Err(RunError::Overtaken);
        }
        let count = ScrapeJobCommand::ReadWebsites {
            first_row: first,
            rows: paid.rows,
            with_news: paid.with_news,
        };
        let mut parts = Vec::new();
        if held > 0 {
            let settle = CreditCommand::SettleHold {
                hold,
                results: paid.with_news,
                kind: DebitKind::Website,
                now: job.context().at,
            };
            parts.push(on::<CreditAccount>(owner.as_str(), vec![settle]));
        }
        parts.push(on::<ScrapeJob>(job.session.to_string(), vec![count]));
        job.carry_out(&parts).await?;
        tell_debit(DebitKind::Website, paid.with_news);
        job.show_websites(first + paid.rows).await?;
        Ok(paid)
    }

    /// Stores the first of a slice, up to the first with news that `held` does not cover. What belongs to companies
    /// that the user has removed meanwhile is neither kept nor paid.
    async fn stored(&self, first: u32, slice: &[Read], held: Credits) -> Result<Paid, RunError> {
        let read_at = self.job.context().at.as_microsecond();
        let mut documents = Vec::with_capacity(slice.len());
        let mut news = Vec::new();
        for (row_idx, read) in (first..).zip(slice) {
            if read.has_news {
                if news.len() as Credits == held {
                    break;
                }
                news.push(row_idx);
            }
            documents.push(ReadDocument {
                row_idx,
                read_at,
                document: read.document.clone(),
            });
        }
        let of_companies = self.reading.of == ReadingOf::Companies;
        let gone = self.job.store_websites(of_companies, &documents).await?;
        news.retain(|row_idx| !gone.contains(row_idx));
        Ok(Paid {
            rows: documents.len() as u32,
            with_news: news.len() as u32,
        })
    }
}

/// The documents of pages. Those are paid that have text or links, as wanted; the first one, too, if all pages say
/// anything of a business.
fn pages(site: SiteRead, text: bool, links: bool) -> Vec<Read> {
    let mut facts = Some(site.facts);
    let pages = site.pages.into_iter().map(|mut page| {
        let facts = facts.take();
        let paid = match &mut page.read {
            Err(_) => false,
            Ok(kept) => {
                // What the reader needs to judge pages and to ask for them again, and nobody is shown.
                (kept.etag, kept.last_modified) = (None, None);
                let page = &mut kept.page;
                page.said = Said::default();
                page.text = page.text.take().filter(|_| text);
                page.links.retain(|_| links);
                let has_text = (page.text.as_ref()).is_some_and(|text| !text.plain.is_empty());
                let says_something = facts.as_ref().is_some_and(|facts| !facts.is_empty());
                has_text || !page.links.is_empty() || says_something
            }
        };
        Read {
            document: json(&PageDocument { page, facts, paid }),
            has_news: paid,
        }
    });
    pages.collect()
}

fn json(document: &impl serde::Serialize) -> String {
    serde_json::to_string(document).expect("strings and finite numbers: always JSON")
}

/// How far credits went.
struct Paid {
    rows: u32,
    with_news: u32,
}

impl Paid {
    /// Why the job ends here, unless all of a slice is paid.
    fn end(&self, slice: usize, left: u32) -> Option<CompletionReason> {
        let is_all = self.rows as usize == slice;
        let reason = match left {
            0 => CompletionReason::MaxResults,
            _ => CompletionReason::CreditsUsedUp,
        };
        (!is_all).then_some(reason)
    }
}

/// The job as the log has it; fails if it has ended.
async fn still_reading(run: &JobRun<'_>) -> Result<ScrapeJob, RunError> {
    let job = run.job_meanwhile().await?;
    if !job.status().is_runnable() {
        return Err(RunError::ended(job.status()));
    }
    Ok(job)
}
