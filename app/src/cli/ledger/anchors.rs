//! `ledger anchor` and `ledger restored`.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use store::links::{Anchor, Kind, Links, Restoration};
use store::sealer::Sealer;

use crate::cli::progress::count;
use crate::cli::terminal::say;
use crate::core::Core;

/// How long a running server may take to link what is in the log.
const PATIENCE: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(200);

#[derive(Debug, Args)]
pub(in crate::cli) struct RestoredArgs {
    /// A file with the last anchor from before, as `ledger anchor` printed it; - for standard input
    #[arg(long, value_name = "FILE")]
    anchor: PathBuf,
    /// Why, for those who verify the log
    #[arg(long)]
    reason: String,
}

/// The anchors in a file, one on each line, and at least one.
pub(super) fn anchors(path: &Path) -> anyhow::Result<Vec<Anchor>> {
    let mut text = String::new();
    let read = if path == Path::new("-") {
        std::io::stdin().read_to_string(&mut text)
    } else {
        std::fs::File::open(path).and_then(|mut file| file.read_to_string(&mut text))
    };
    let named = || format!("the anchors in {} cannot be read", path.display());
    read.with_context(named)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let anchors: Vec<Anchor> = lines
        .map(str::parse)
        .collect::<Result<_, _>>()
        .with_context(named)?;
    if anchors.is_empty() {
        bail!("{} has no anchor", path.display());
    }
    Ok(anchors)
}

pub(super) async fn anchor(core: &Core) -> anyhow::Result<()> {
    let mut sealer = core.sealer();
    link_all(&mut sealer).await?;
    let links = Links::new(core.storage.log.clone());
    let Some(last) = links.last().await? else {
        bail!("the log is empty: there is nothing to anchor")
    };
    say(Anchor::new(core.clock.now().to_string(), &last));
    Ok(())
}

/// Waits while a running server links them.
async fn link_all(sealer: &mut Sealer) -> anyhow::Result<()> {
    let linking = async {
        while !sealer.link_all().await? {
            tokio::time::sleep(POLL).await;
        }
        Ok(())
    };
    let linked = tokio::time::timeout(PATIENCE, linking).await;
    // A server that ends in a moment still links its last events.
    sealer.release().await;
    linked.context("the log's events are not being linked: see /api/health of the server")?
}

pub(super) async fn restored(core: &Core, args: RestoredArgs) -> anyhow::Result<()> {
    let anchors = anchors(&args.anchor)?;
    let anchor = anchors.last().expect("a file without any is refused");
    let mut sealer = core.sealer();
    link_all(&mut sealer).await?;
    let links = Links::new(core.storage.log.clone());
    let link = links.numbered(anchor.link).await?;
    if link.is_some_and(|link| anchor.names(&link)) {
        bail!(
            "the log still has the link of the anchor of {}: nothing is missing, and nothing was noted",
            anchor.at
        );
    }
    let end = links.last().await?.map_or(0, |link| link.events);
    if end >= anchor.events {
        bail!(
            "the log has grown to {end} events, beyond the anchor's {}: what was there before cannot be told from what came \
             after. Take the anchors from between out of the file that you verify with",
            anchor.events
        );
    }
    let note = Restoration {
        at: core.clock.now().to_string(),
        from_events: anchor.events,
        reason: args.reason,
    };
    let noted = async {
        loop {
            if let Some(link) = sealer.note(Kind::Restored, &note.to_note()).await? {
                return anyhow::Ok(link);
            }
            tokio::time::sleep(POLL).await;
        }
    };
    let noted = tokio::time::timeout(PATIENCE, noted).await;
    sealer.release().await;
    let link = noted.context("a running server makes the links: stop it for a moment")??;
    say(format_args!(
        "Noted in link {}: the log was put back from {} to {}.",
        link.number,
        count(note.from_events, "event", "events"),
        link.events
    ));
    Ok(())
}
