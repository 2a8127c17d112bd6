//! The peer of B19 (`bench/websites.mjs`): the pages of the labelled websites read on one thread, without a network, a
//! server or a database around it. Prints pages per second, and websites per second.
//!
//! `cargo run --release -p bench --bin pages -- websites/tests/sites --seconds 3`

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Parser;
use jiff::Timestamp;
use url::Url;
use websites::{KeptPage, Page, PageRead, SiteFacts};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Failure = Box<dyn std::error::Error>;

/// Reads pages.
#[derive(Debug, Parser)]
#[command(name = "pages")]
struct Options {
    /// The folder of the websites.
    folder: PathBuf,
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
}

/// A website with the bodies of its pages.
struct Site {
    host: String,
    pages: Vec<(Url, Vec<u8>)>,
}

fn main() -> Result<(), Failure> {
    let options = Options::parse();
    let sites = sites(&options.folder)?;
    // The first time through, patterns are compiled.
    let _ = read_all(&sites);
    let began = Instant::now();
    let (mut pages, mut rounds) = (0, 0);
    while began.elapsed() < Duration::from_secs_f64(options.seconds) {
        pages += read_all(&sites);
        rounds += 1;
    }
    let seconds = began.elapsed().as_secs_f64();
    let per_second = |number: usize| number as f64 / seconds;
    writeln!(
        std::io::stdout(),
        "{:.1} {:.1}",
        per_second(pages),
        per_second(rounds * sites.len())
    )?;
    Ok(())
}

fn sites(folder: &Path) -> Result<Vec<Site>, Failure> {
    let mut sites = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let folder = entry?.path();
        let Some(host) = folder.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        let file = std::fs::read_to_string(folder.join("site.json"))?;
        let file: serde_json::Value = serde_json::from_str(&file)?;
        let paths: BTreeMap<String, String> = serde_json::from_value(file["pages"].clone())?;
        let mut pages = Vec::new();
        for (path, name) in paths.iter().filter(|(path, _)| *path != "/robots.txt") {
            let url = Url::parse(&format!("http://{host}{path}"))?;
            pages.push((url, std::fs::read(folder.join(name))?));
        }
        sites.push(Site {
            host: host.to_owned(),
            pages,
        });
    }
    Ok(sites)
}

/// Reads all pages once. Returns how many.
fn read_all(sites: &[Site]) -> usize {
    let mut number = 0;
    for site in sites {
        let pages: Vec<PageRead> = site.pages.iter().map(read).collect();
        number += pages.len();
        std::hint::black_box(SiteFacts::of(&pages, &site.host, false));
    }
    number
}

fn read((url, body): &(Url, Vec<u8>)) -> PageRead {
    let html = websites::text_of_body(body, None);
    let kept = KeptPage {
        page: Page::read(&html, url, false),
        etag: None,
        last_modified: None,
        read_at: Timestamp::UNIX_EPOCH,
    };
    PageRead {
        url: url.to_string(),
        read: Ok(kept),
    }
}
