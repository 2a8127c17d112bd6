//! B11: the catalogue's search and import beside SQLite's FTS5 and DuckDB, on the same file in the same
//! run (see `docs/benchmarks.md`).
//!
//! `cargo run --release -p bench --bin catalogue -- peers --rows 1000000`
//!
//! `catalogue alone` is the peer of B13 (`bench/jobs.mjs`): the same search without a server around it.
//!
//! Every contestant gets the same made-up listing (businesses over the cities and kinds of
//! `CITIES` and `KINDS`), and in each round every search in turn: term, city and state, the best 20 rows
//! with all their columns. DuckDB runs in a Python process of its own, where its module is installed;
//! without it that column stays empty, which is said. Its full-text extension is not used, since it has to
//! be downloaded: DuckDB scans.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use clap::{Args, Parser};
use futures::{StreamExt, TryStreamExt};
use places::import::{ImportOptions, import_file};
use places::{Catalogue, PlaceQuery, PlaceSource};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use tempfile::TempDir;

type Failure = Box<dyn std::error::Error>;

/// Rows that a search is asked for.
const PAGE: usize = 20;

const CITIES: [&str; 20] = [
    "Atlanta", "Augusta", "Savannah", "Macon", "Athens", "Albany", "Marietta", "Roswell",
    "Valdosta", "Rome", "Dalton", "Tifton", "Dublin", "Jesup", "Perry", "Cordele", "Canton",
    "Duluth", "Griffin", "Newnan",
];
const KINDS: [&str; 10] = [
    "bakery",
    "brewery",
    "dentist",
    "florist",
    "plumber",
    "restaurant",
    "hotel",
    "gym",
    "hardware store",
    "car repair",
];

/// Measures the catalogue.
#[derive(Debug, Parser)]
#[command(name = "catalogue")]
enum Task {
    Peers(Peers),
    Alone(Alone),
}

/// Beside its peers; the report is Markdown on standard output.
#[derive(Debug, Args)]
struct Peers {
    /// Rows of the listing.
    #[arg(long, default_value_t = 1_000_000)]
    rows: u64,
    /// Rounds of 200 searches each; one more before them warms up and is not counted.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// The Python that has the module duckdb; `scripts/bench-python` makes one and prints its path.
    #[arg(long, default_value = "python3")]
    python: PathBuf,
    /// Leave DuckDB out.
    #[arg(long)]
    no_duckdb: bool,
}

/// In this process alone: every place of every city, again and again. Prints places per second.
#[derive(Debug, Args)]
struct Alone {
    /// A server's data folder.
    data_dir: PathBuf,
    /// What to search for.
    #[arg(long)]
    term: String,
    /// The cities' state, two letters.
    #[arg(long)]
    state: String,
    /// A file with the cities, one a line.
    #[arg(long)]
    cities: PathBuf,
    /// For how long, in seconds; the last pass over the cities is completed.
    #[arg(long, default_value_t = 1)]
    seconds: u64,
}

/// As in the product.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    match Task::parse() {
        Task::Peers(options) => beside_peers(options).await,
        Task::Alone(options) => alone(&options).await,
    }
}

async fn alone(options: &Alone) -> Result<(), Failure> {
    let catalogue = Catalogue::open(&options.data_dir)?;
    let cities = std::fs::read_to_string(&options.cities)?;
    let (begun, length) = (Instant::now(), Duration::from_secs(options.seconds));
    let mut places = 0_u64;
    while begun.elapsed() < length {
        for city in cities.lines() {
            let query = PlaceQuery::new(&options.term, &options.state, city)?;
            let mut found = catalogue.search(query);
            while found.try_next().await?.is_some() {
                places += 1;
            }
        }
        if places == 0 {
            return Err("nothing was found".into());
        }
    }
    let rate = places as f64 / begun.elapsed().as_secs_f64();
    writeln!(std::io::stdout(), "{rate}")?;
    Ok(())
}

async fn beside_peers(options: Peers) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let listing = write_listing(folder.path(), options.rows)?;
    let (catalogue, imported) = import(&folder, &listing)?;
    let (sqlite, loaded) = load_sqlite(folder.path(), &listing).await?;
    let mut duckdb = match options.no_duckdb {
        true => None,
        false => Some(DuckDb::start(&options.python, &listing)?),
    };
    let mut times: [Vec<Duration>; 3] = Default::default();
    for round in 0..=options.rounds {
        for number in 0..200 {
            let (kind, city) = (
                KINDS[number % KINDS.len()],
                CITIES[(number * 7) % CITIES.len()],
            );
            let product = timed(search(&catalogue, kind, city)).await?;
            let fts = timed(search_sqlite(&sqlite, kind, city)).await?;
            let duck = duckdb
                .as_mut()
                .map(|duckdb| duckdb.search(kind, city))
                .transpose()?;
            if round > 0 {
                times[0].push(product);
                times[1].push(fts);
                times[2].extend(duck);
            }
        }
    }
    let mut out = std::io::stdout();
    writeln!(out, "{}", report(&options, imported, loaded, &mut times))?;
    Ok(())
}

fn write_listing(folder: &Path, rows: u64) -> Result<PathBuf, Failure> {
    let path = folder.join("listing.csv");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path)?);
    writeln!(
        file,
        "name,category,address,city,state,zip,phone,website,lat,lon,confidence"
    )?;
    for row in 0..rows {
        let city = CITIES[(row % 20) as usize];
        let kind = KINDS[(row / 20 % 10) as usize];
        let (lat, lon) = (
            31.0 + (row % 397) as f64 / 100.0,
            -84.0 + (row % 211) as f64 / 100.0,
        );
        writeln!(
            file,
            "Made Up {kind} {row},{kind},{} Example Street,{city},GA,31{:03},(912) 555-01{:02},\
             https://shop-{row}.example,{lat:.5},{lon:.5},0.{:02}",
            row % 9_000 + 1,
            row % 997,
            row % 100,
            row % 89 + 10,
        )?;
    }
    file.flush()?;
    Ok(path)
}

/// The catalogue, and how many rows a second it took in.
fn import(folder: &TempDir, listing: &Path) -> Result<(Catalogue, f64), Failure> {
    let catalogue = Catalogue::open(folder.path())?;
    let go_on = |_| ControlFlow::Continue(());
    let report = import_file(&catalogue, listing, ImportOptions::default(), go_on)?;
    let rate = report.imported as f64 / report.duration.as_secs_f64();
    Ok((catalogue, rate))
}

async fn search(catalogue: &Catalogue, kind: &str, city: &str) -> Result<usize, Failure> {
    let query = PlaceQuery::new(kind, "GA", city)?;
    let places: Vec<_> = catalogue.search(query).take(PAGE).try_collect().await?;
    Ok(places.len())
}

/// A table with an index over city and state and FTS5 over name and category.
async fn load_sqlite(folder: &Path, listing: &Path) -> Result<(SqlitePool, f64), Failure> {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("peer.db"))
        .create_if_missing(true);
    let pool = SqlitePool::connect_with(options).await?;
    sqlx::raw_sql(
        "CREATE TABLE places (id INTEGER PRIMARY KEY, name TEXT, category TEXT, address TEXT, city TEXT, \
         state TEXT, zip TEXT, phone TEXT, website TEXT, lat REAL, lon REAL, confidence REAL); \
         CREATE VIRTUAL TABLE words USING fts5(name, category, city, state, content='places', content_rowid='id');",
    )
    .execute(&pool)
    .await?;
    let started = Instant::now();
    let mut reader = csv::Reader::from_path(listing)?;
    let mut transaction = pool.begin().await?;
    let (mut rows, mut record) = (0_u32, csv::StringRecord::new());
    while reader.read_record(&mut record)? {
        let mut insert = sqlx::query(
            "INSERT INTO places (name, category, address, city, state, zip, phone, website, lat, lon, confidence) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        );
        for cell in &record {
            insert = insert.bind(cell.to_owned());
        }
        insert.execute(&mut *transaction).await?;
        rows += 1;
    }
    sqlx::raw_sql(
        "CREATE INDEX by_city ON places (state, city); INSERT INTO words (words) VALUES ('rebuild');",
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok((pool, f64::from(rows) / started.elapsed().as_secs_f64()))
}

async fn search_sqlite(pool: &SqlitePool, kind: &str, city: &str) -> Result<usize, Failure> {
    let words = kind
        .split(' ')
        .map(|word| format!("\"{word}\""))
        .collect::<Vec<_>>()
        .join(" ");
    let rows = sqlx::query(
        "SELECT places.* FROM words JOIN places ON places.id = words.rowid \
         WHERE words MATCH ? ORDER BY (places.category = ?) DESC, places.confidence DESC, places.id LIMIT ?",
    )
    .bind(format!("{{name category}} : ({words}) AND city : \"{city}\" AND state : \"GA\""))
    .bind(kind)
    .bind(PAGE as i64)
    .fetch_all(pool)
    .await?;
    Ok(rows.len())
}

/// DuckDB in a Python process that answers a line for a line.
struct DuckDb {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

const SERVE_DUCKDB: &str = r#"
import duckdb, sys
db = duckdb.connect()
db.execute("CREATE TABLE places AS SELECT * FROM read_csv(?, header=true)", [sys.argv[1]])
print("ready", flush=True)
for line in sys.stdin:
    kind, city = line.rstrip("\n").split("\t")
    words = " AND ".join("(name || ' ' || category) ILIKE ?" for _ in kind.split())
    rows = db.execute(
        f"SELECT * FROM places WHERE state = 'GA' AND city = ? AND {words} "
        "ORDER BY (category = ?) DESC, confidence DESC, name LIMIT 20",
        [city] + [f"%{word}%" for word in kind.split()] + [kind]).fetchall()
    print(len(rows), flush=True)
"#;

impl DuckDb {
    fn start(python: &Path, listing: &Path) -> Result<Self, Failure> {
        let mut process = Command::new(python)
            .args(["-c", SERVE_DUCKDB])
            .arg(listing)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let questions = process.stdin.take().ok_or("no pipe to DuckDB")?;
        let mut answers = BufReader::new(process.stdout.take().ok_or("no pipe from DuckDB")?);
        let mut ready = String::new();
        answers.read_line(&mut ready)?;
        if ready.trim() != "ready" {
            return Err("DuckDB did not start: is the Python module duckdb there? (--no-duckdb leaves it out)".into());
        }
        Ok(Self {
            process,
            questions,
            answers,
        })
    }

    fn search(&mut self, kind: &str, city: &str) -> Result<Duration, Failure> {
        let started = Instant::now();
        writeln!(self.questions, "{kind}\t{city}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        all_found(answer.trim().parse()?)?;
        Ok(started.elapsed())
    }
}

impl Drop for DuckDb {
    fn drop(&mut self) {
        // It has nothing to save.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

async fn timed(search: impl Future<Output = Result<usize, Failure>>) -> Result<Duration, Failure> {
    let started = Instant::now();
    all_found(search.await?)?;
    Ok(started.elapsed())
}

fn all_found(rows: usize) -> Result<(), Failure> {
    match rows {
        PAGE => Ok(()),
        rows => Err(format!("a search gave {rows} rows instead of {PAGE}").into()),
    }
}

fn report(options: &Peers, imported: f64, loaded: f64, times: &mut [Vec<Duration>; 3]) -> String {
    let mut text = format!(
        "{} places, {} searches each\n\n| contestant | import, rows/s | search p50 | search p99 |\n|---|---|---|---|\n",
        options.rows,
        times[0].len()
    );
    let names = ["catalogue", "SQLite FTS5", "DuckDB (scan)"];
    let rates = [Some(imported), Some(loaded), None];
    for ((name, rate), times) in names.iter().zip(rates).zip(times.iter_mut()) {
        times.sort_unstable();
        let at = |share: f64| match times.len() {
            0 => "not measured".to_owned(),
            count => format!("{:.2?}", times[((count - 1) as f64 * share) as usize]),
        };
        let rate = rate.map_or_else(|| "–".to_owned(), |rate| format!("{rate:.0}"));
        writeln!(text, "| {name} | {rate} | {} | {} |", at(0.5), at(0.99))
            .expect("writing to a String cannot fail");
    }
    text
}
