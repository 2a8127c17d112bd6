//! The command line.

mod accounts;
mod atlas;
mod audit;
mod backup;
mod config;
mod core;
mod coupons;
mod enrich;
mod events;
mod exit;
mod fetch;
mod import;
mod interrupt;
mod ledger;
mod log_lines;
mod monitors;
mod openapi;
mod output;
mod people;
mod places;
mod progress;
mod projections;
mod reference;
mod report;
mod secret;
mod serve;
mod serve_lock;
mod sessions;
mod terminal;
mod token;
mod welcome;
mod which_store;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use self::terminal::block_on;
use crate::settings::{self, Overrides, Settings};

/// Finds local businesses, charges credits for them, and delivers the rows.
#[derive(Debug, Parser)]
#[command(
    name = "demandatlas",
    version,
    about,
    arg_required_else_help = true,
    after_long_help = settings::describe::help()
)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
struct Global {
    /// A TOML file with settings [default: demandatlas.toml, if it exists]
    #[arg(long, global = true, env = "DEMANDATLAS_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// The folder for everything that is kept in files [default: .demandatlas] [env: DEMANDATLAS_DATA_DIR]
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// sqlite: (files in the data folder, the default) or postgres://… [env: DEMANDATLAS_DATABASE_URL]
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server
    Serve(serve::ServeArgs),
    /// Bring the database's schema up to date and exit
    Migrate,
    /// Print an access token of the development sign-in
    Token(token::TokenArgs),
    /// The catalogue of businesses
    #[command(subcommand)]
    Places(places::PlacesCommand),
    /// Public facts about tracts, counties and points
    #[command(subcommand)]
    Reference(reference::ReferenceCommand),
    /// Where is demand for a kind of business, county by county?
    Atlas(atlas::AtlasArgs),
    /// Add public facts to the rows of a file
    Enrich(enrich::EnrichArgs),
    /// Coupons that give credits
    #[command(subcommand)]
    Coupons(coupons::CouponsCommand),
    /// Users' accounts and their balances
    #[command(subcommand)]
    Accounts(accounts::AccountsCommand),
    /// Users' sessions: end them
    #[command(subcommand)]
    Sessions(sessions::SessionsCommand),
    /// Users' scheduled searches
    #[command(subcommand)]
    Monitors(monitors::MonitorsCommand),
    /// People who asked to be removed
    #[command(subcommand)]
    People(people::PeopleCommand),
    /// Show who got in, who was refused, and what operators did
    Audit(audit::AuditArgs),
    /// The auditor's view of the accounts: replay and verify
    #[command(subcommand)]
    Ledger(ledger::LedgerCommand),
    /// The secret key that seals the ledger
    #[command(subcommand)]
    Secret(secret::SecretCommand),
    /// The event log: export, import, tail, stats
    #[command(subcommand)]
    Events(events::EventsCommand),
    /// Write everything that cannot be made anew to a file, beside a running server
    Backup(backup::BackupArgs),
    /// Fill an empty store, of this or the other engine, with a backup; all or nothing
    Restore(backup::RestoreArgs),
    /// The read models
    #[command(subcommand)]
    Projections(projections::ProjectionsCommand),
    /// Print the OpenAPI document
    Openapi,
    /// Check all settings and print the effective values, secrets hidden
    Config,
}

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    store::fail_points::arm();
    let cli = Cli::parse();
    exit::code_of(&run(cli))
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let mut overrides = Overrides {
        data_dir: cli.global.data_dir,
        database_url: cli.global.database_url,
        ..Overrides::default()
    };
    if let Command::Serve(args) = &cli.command {
        overrides.addr = args.addr;
    }
    let settings = Settings::load(cli.global.config.as_deref(), &overrides)?;
    match cli.command {
        Command::Openapi => openapi::print(),
        Command::Config => config::print(&settings),
        Command::Token(args) => token::print(&settings, &args),
        Command::Places(command) => places::run(&settings, command),
        Command::Reference(command) => reference::run(&settings, command),
        Command::Atlas(args) => atlas::run(&settings, &args),
        Command::Enrich(args) => enrich::run(&settings, args),
        Command::Serve(_) => block_on(serve::serve(settings)),
        Command::Migrate => block_on(projections::migrate(settings)),
        Command::Coupons(command) => block_on(coupons::run(settings, command)),
        Command::Accounts(command) => block_on(accounts::run(settings, command)),
        Command::Sessions(command) => block_on(sessions::run(settings, command)),
        Command::Monitors(command) => block_on(monitors::run(settings, command)),
        Command::People(command) => block_on(people::run(settings, command)),
        Command::Audit(args) => block_on(audit::run(settings, args)),
        Command::Ledger(command) => block_on(ledger::run(settings, command)),
        Command::Secret(command) => block_on(secret::run(settings, command)),
        Command::Events(command) => block_on(events::run(settings, command)),
        Command::Backup(args) => block_on(backup::backup(settings, args)),
        Command::Restore(args) => block_on(backup::restore(settings, args)),
        Command::Projections(command) => block_on(projections::run(settings, command)),
    }
}
