//! Starting to read websites.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use domain::ids::{CompanyId, SessionKey, UserId};
use domain::scrape_job::{
    JobKind, MAX_PAGES, MAX_WEBSITES, OpenJobs, Reading, ReadingOf, Search, Want,
};
use places::Place;
use store::log::{CommandRecord, Cursor};
use store::websites::{WebsiteReads, WebsiteTarget};
use uuid::Uuid;
use websites::WebsiteAddress;

use super::document::{Listed, wants_text};
use crate::error::CommandError;
use crate::jobs::Jobs;

/// A saved company with its business.
#[derive(Debug, Clone)]
pub struct Company {
    pub id: CompanyId,
    pub place: Place,
}

/// What is to be read.
#[derive(Debug, Clone)]
pub struct ReadingStart {
    of: ReadingOf,
    name: String,
    wants: Vec<Want>,
    targets: Vec<WebsiteTarget>,
    pages: u32,
    max_credits: Option<u32>,
}

/// A job that was queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Started {
    pub session: SessionKey,
    pub cursor: Cursor,
    /// Websites, or pages at most.
    pub websites: u32,
    pub credits_at_most: u32,
}

impl ReadingStart {
    /// The websites of a session's rows. `name` is what the session searched for.
    pub fn of_session(session: SessionKey, name: &str, rows: &[Place], wants: Vec<Want>) -> Self {
        let name = match rows {
            [one] => format!("Website of {}", one.name),
            _ => format!("Websites of {name}"),
        };
        let targets = targets(rows.iter().map(|place| (place, None)));
        Self::of_targets(ReadingOf::Session { session }, name, wants, targets)
    }

    /// The websites of saved companies.
    pub fn of_companies(companies: &[Company], wants: Vec<Want>) -> Self {
        // Events outlive an erasure: whom a user had saved is not in them.
        let name = match companies.len() {
            1 => "Website of a company".to_owned(),
            number => format!("Websites of {number} companies"),
        };
        let targets = targets(
            companies
                .iter()
                .map(|company| (&company.place, Some(company.id))),
        );
        Self::of_targets(ReadingOf::Companies, name, wants, targets)
    }

    /// The page of an address, or with up to four more.
    pub fn of_address(address: &WebsiteAddress, text: bool, links: bool, whole_site: bool) -> Self {
        let target = WebsiteTarget {
            website: address.key(),
            address: address_text(address),
            listed: String::new(),
            companies: Vec::new(),
        };
        Self {
            pages: if whole_site { MAX_PAGES } else { 1 },
            ..Self::of_targets(
                ReadingOf::Address { text, links },
                address.host().to_owned(),
                Vec::new(),
                vec![target],
            )
        }
    }

    fn of_targets(
        of: ReadingOf,
        name: String,
        wants: Vec<Want>,
        targets: Vec<WebsiteTarget>,
    ) -> Self {
        Self {
            of,
            name,
            wants,
            pages: u32::try_from(targets.len()).unwrap_or(u32::MAX),
            targets,
            max_credits: None,
        }
    }

    /// The same with a bound on what it costs.
    #[must_use]
    pub const fn within(mut self, max_credits: Option<u32>) -> Self {
        self.max_credits = max_credits;
        self
    }

    /// How many websites there are to read.
    pub fn websites(&self) -> usize {
        self.targets.len()
    }

    /// How many websites, or pages, are read at most.
    pub const fn most_read(&self) -> usize {
        self.pages as usize
    }

    /// Queues the job.
    pub async fn run(
        self,
        jobs: &Jobs,
        reads: &WebsiteReads,
        user: &UserId,
        open_jobs: OpenJobs,
        record: Option<CommandRecord>,
    ) -> Result<Started, CommandError> {
        let session = SessionKey::new(Uuid::new_v4());
        let reading = Reading {
            of: self.of,
            wants: self.wants,
            websites: self.pages,
            max_credits: self.max_credits,
        };
        let (websites, credits_at_most) = (reading.websites, reading.credits_at_most());
        let wants = wants_text(&reading.wants);
        reads.plan(session, user, &wants, &self.targets).await?;
        let search = Search::of_websites(&self.name, reading);
        let started = jobs
            .start_as(
                session,
                user,
                search,
                JobKind::Website,
                false,
                open_jobs,
                record,
            )
            .await;
        match started {
            Ok((started, cursor)) => {
                if started != session {
                    reads.unplan(session).await?;
                }
                Ok(Started {
                    session: started,
                    cursor,
                    websites,
                    credits_at_most,
                })
            }
            Err(error) => {
                // Whether it was queued is not always known; if it was, its worker finds nothing to read.
                if matches!(error, CommandError::Refused(_)) {
                    reads.unplan(session).await?;
                }
                Err(error)
            }
        }
    }
}

/// The address as the worker reads it again.
fn address_text(address: &WebsiteAddress) -> String {
    match address.may_be_http() {
        true => address.url().as_str().replacen("https://", "", 1),
        false => address.url().to_string(),
    }
}

/// The websites of rows, each once. Rows of sources whose terms forbid to keep them have none.
fn targets<'p>(rows: impl Iterator<Item = (&'p Place, Option<CompanyId>)>) -> Vec<WebsiteTarget> {
    let mut targets: Vec<WebsiteTarget> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (place, company) in rows {
        if !place.provenance.storable {
            continue;
        }
        let Some(address) = place
            .website
            .as_deref()
            .and_then(|text| WebsiteAddress::read(text).ok())
        else {
            continue;
        };
        let at = match places.entry(address.key()) {
            Entry::Occupied(there) => *there.get(),
            Entry::Vacant(free) if targets.len() < MAX_WEBSITES as usize => {
                let listed = serde_json::to_string(&Listed::of_place(place));
                targets.push(WebsiteTarget {
                    website: address.key(),
                    address: address_text(&address),
                    listed: listed.expect("lists of strings: always JSON"),
                    companies: Vec::new(),
                });
                *free.insert(targets.len() - 1)
            }
            Entry::Vacant(_) => continue,
        };
        targets[at].companies.extend(company);
    }
    targets
}
