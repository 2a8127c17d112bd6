//! Websites, read in order: several at once, but counted and paid one after the other. What they say is stored, then
//! those with news are paid and all counted in one commit, and then they are shown.

use std::collections::HashMap;
use std::sync::Arc;

use domain::Credits;
use domain::credit_account::{CreditAccount, CreditCommand};
use domain::ids::UserId;
use domain::pricing::DebitKind;
use domain::scrape_job::{CompletionReason, Reading, ReadingOf, ScrapeJob, ScrapeJobCommand};
use futures::StreamExt;
use store::StoreError;
use store::websites::{ReadDocument, ShownWebsite, WebsiteToRead};
use tokio_util::task::AbortOnDropHandle;
use websites::{Depth, SiteRead, WebsiteAddress};

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

/// A website or page that was read.
struct Read {
    /// JSON.
    document: String,
    has_news: bool,
}

/// Reads the websites from where the job is to their end.
pub(super) async fn read(
    run: &JobRun<'_>,
    owner: &UserId,
    reading: &Reading,
) -> Result<(), RunError> {
    takeover::from_earlier_run(run, owner).await?;
    let job = still_reading(run).await?;
    run.show_websites(job.delivered()).await?;
    if !run.ports.websites.is_on() {
        // Queued before the operator switched it off.
        let why = READING_IS_OFF.to_owned();
        return run.end(owner, SessionEnd::Failed(why)).await;
    }
    let start = ScrapeJobCommand::Start {
        source: WEBSITES.to_owned(),
        sample: false,
    };
    run.carry_out(&[on::<ScrapeJob>(run.session.to_string(), vec![start])])
        .await?;
    let reason = match reading.of {
        ReadingOf::Address { text, links } => {
            address(run, owner, reading, &job, (text, links)).await?
        }
        ReadingOf::Session { .. } | ReadingOf::Companies => {
            websites(run, owner, reading, &job).await?
        }
    };
    let end = SessionEnd::Completed {
        reason,
        may_enrich: false,
    };
    run.end(owner, end).await
}

/// The websites of businesses.
async fn websites(
    run: &JobRun<'_>,
    owner: &UserId,
    reading: &Reading,
    job: &ScrapeJob,
) -> Result<CompletionReason, RunError> {
    let mut first = job.delivered();
    let mut left = reading.credits_at_most().saturating_sub(job.with_news());
    let targets = run.websites_to_read(first).await?;
    let reads = futures::stream::iter(targets).map(|target| {
        let (source, owner) = (Arc::clone(&run.ports.websites), owner.clone());
        // In a task of its own, so that it goes on while others are paid.
        AbortOnDropHandle::new(tokio::spawn(async move {
            let read = match WebsiteAddress::read(&target.address) {
                Ok(address) => Some(source.read(&owner, &address, Depth::Site, false).await?),
                Err(_) => None,
            };
            Ok::<_, StoreError>((target, read))
        }))
    });
    let mut reads = reads.buffered(AHEAD).ready_chunks(AHEAD);
    let mut look = tokio::time::interval(LOOK);
    loop {
        let chunk = tokio::select! {
            biased;
            _ = look.tick() => {
                still_reading(run).await?;
                // However long the check took, the reading goes on before the next one.
                look.reset();
                continue;
            }
            chunk = reads.next() => chunk,
        };
        let Some(chunk) = chunk else {
            return Ok(CompletionReason::AllFound);
        };
        let mut sites = Vec::with_capacity(chunk.len());
        for read in chunk {
            sites.push(read.map_err(|error| RunError::Panicked(error.to_string()))??);
        }
        let slice = judged(run, owner, reading, sites).await?;
        let paid = pay_for(run, owner, first, &slice, left).await?;
        first += paid.rows;
        left -= paid.with_news;
        if let Some(end) = paid.end(slice.len(), left) {
            return Ok(end);
        }
        run.may_go_on()?;
    }
}

/// The pages of an address, with text and links as they are wanted.
async fn address(
    run: &JobRun<'_>,
    owner: &UserId,
    reading: &Reading,
    job: &ScrapeJob,
    (text, links): (bool, bool),
) -> Result<CompletionReason, RunError> {
    let target = run.websites_to_read(0).await?.into_iter().next();
    let address = target.and_then(|target| WebsiteAddress::read(&target.address).ok());
    // All pages are counted at once.
    let Some(address) = address.filter(|_| job.delivered() == 0) else {
        return Ok(CompletionReason::AllFound);
    };
    let depth = match reading.websites {
        1 => Depth::Page,
        _ => Depth::Site,
    };
    let site = run.ports.websites.read(owner, &address, depth, text);
    tokio::pin!(site);
    let site = loop {
        tokio::select! {
            site = &mut site => break site?,
            () = tokio::time::sleep(LOOK) => {
                still_reading(run).await?;
            }
        }
    };
    let slice = pages(site, text, links);
    let most = reading.credits_at_most();
    let paid = pay_for(run, owner, 0, &slice, most).await?;
    let end = paid.end(slice.len(), most - paid.with_news);
    Ok(end.unwrap_or(CompletionReason::AllFound))
}

/// What websites say, and whether any of it is news to the user.
async fn judged(
    run: &JobRun<'_>,
    owner: &UserId,
    reading: &Reading,
    sites: Vec<(WebsiteToRead, Option<SiteRead>)>,
) -> Result<Vec<Read>, RunError> {
    let websites: Vec<&str> = sites
        .iter()
        .map(|(target, _)| target.website.as_str())
        .collect();
    let mut before: HashMap<String, Vec<ShownWebsite>> = HashMap::new();
    for earlier in run.websites_read_before(owner, &websites).await? {
        before
            .entry(earlier.website.clone())
            .or_default()
            .push(earlier);
    }
    let now = run.context().at;
    let read = sites.into_iter().map(|(target, site)| {
        let earlier = before.remove(&target.website).unwrap_or_default();
        let error = site.as_ref().and_then(|site| site.error().cloned());
        let facts = site.map(|site| site.facts).unwrap_or_default();
        let wants = &reading.wants;
        let document = WebsiteDocument::judged(facts, error, wants, &target.listed, &earlier, now);
        Read {
            has_news: !document.news.is_empty(),
            document: json(&document),
        }
    });
    Ok(read.collect())
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
                let page = &mut kept.page;
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

/// Stores, pays, counts and shows the first of a slice that the user's credits, and `most`, cover.
async fn pay_for(
    run: &JobRun<'_>,
    owner: &UserId,
    first: u32,
    slice: &[Read],
    most: u32,
) -> Result<Paid, RunError> {
    let wanted = slice.iter().filter(|read| read.has_news).count();
    let wanted = (wanted as Credits).min(most.into());
    let hold = run.reading_hold(first);
    let held = match wanted {
        0 => 0,
        _ => run.hold(owner, &hold, wanted).await?.unwrap_or_default(),
    };
    let read_at = run.context().at.as_microsecond();
    let mut stored = Vec::with_capacity(slice.len());
    let mut paid = Paid {
        rows: 0,
        with_news: 0,
    };
    for read in slice {
        if read.has_news && Credits::from(paid.with_news) == held {
            break;
        }
        stored.push(ReadDocument {
            row_idx: first + paid.rows,
            read_at,
            document: read.document.clone(),
        });
        paid.rows += 1;
        paid.with_news += u32::from(read.has_news);
    }
    if paid.rows == 0 {
        return Ok(paid);
    }
    run.store_websites(&stored).await?;
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
            now: run.context().at,
        };
        parts.push(on::<CreditAccount>(owner.as_str(), vec![settle]));
    }
    parts.push(on::<ScrapeJob>(run.session.to_string(), vec![count]));
    run.carry_out(&parts).await?;
    tell_debit(DebitKind::Website, paid.with_news);
    run.show_websites(first + paid.rows).await?;
    Ok(paid)
}

/// The job as the log has it; fails if it has ended.
async fn still_reading(run: &JobRun<'_>) -> Result<ScrapeJob, RunError> {
    let job = run.job_meanwhile().await?;
    if !job.status().is_runnable() {
        return Err(RunError::ended(job.status()));
    }
    Ok(job)
}
