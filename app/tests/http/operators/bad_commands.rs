//! Commands that cannot be carried out: exit code 1, a message that says what to do, and everything as
//! it was (issue 2, point 5).

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use places::Catalogue;
use places::import::{Import, ImportOptions};

use crate::support::{Install, made_up_listing};

/// An installation in a fresh folder, and a place for the test's files.
fn fresh() -> (tempfile::TempDir, Install, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let install = Install::in_folder(&folder.path().join("data"));
    let files = folder.path().join("files");
    std::fs::create_dir(&files).unwrap();
    (folder, install, files)
}

fn assert_complains(complaint: &str, part: &str) {
    assert!(complaint.starts_with("demandatlas: "), "{complaint}");
    assert!(complaint.contains(part), "'{part}' is not in: {complaint}");
    assert!(
        !complaint.contains("panicked") && !complaint.contains("Error {"),
        "{complaint}"
    );
}

#[test]
// JOB-16
fn job_16_a_file_that_is_no_listing_is_refused_and_the_catalogue_stays() {
    let (_folder, install, files) = fresh();
    let listing = made_up_listing();
    let imported = install.succeed(&["places", "import", listing.to_str().unwrap()]);
    assert!(
        imported.contains("38 businesses in the catalogue"),
        "{imported}"
    );
    let before = install.succeed(&["places", "status"]);

    let file = |name: &str, content: &[u8]| {
        let path = files.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let jpeg = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xdb";
    let cases = [
        (file("picture.csv", jpeg), "it looks like a JPEG picture"),
        (
            file("nowhere.csv", b"name,phone\nA,1\n"),
            "--map latitude=COLUMN --map longitude=COLUMN",
        ),
        (
            file("nameless.csv", b"label,city,state\nA,Bend,OR\n"),
            "--map name=COLUMN",
        ),
        (file("empty.csv", b""), "is empty"),
        (
            file("header.csv", b"name,city,state\n"),
            "has column names but no rows",
        ),
        (
            file("abroad.csv", b"name,city,state\nA,Graz,Styria\n"),
            "None of the 1 rows can be imported",
        ),
        (files.to_str().unwrap().to_owned(), "is not a file"),
        (
            files.join("missing.csv").to_str().unwrap().to_owned(),
            "cannot be read",
        ),
    ];
    for (path, part) in cases {
        assert_complains(&install.fail(&["places", "import", &path]), part);
        assert_eq!(install.succeed(&["places", "status"]), before, "{path}");
    }
    let path = listing.to_str().unwrap();
    let unknown = install.fail(&["places", "import", path, "--map", "colour=name"]);
    assert_complains(&unknown, "'colour' is not a field");
    assert_eq!(install.succeed(&["places", "status"]), before);
    let found = install.succeed(&[
        "places", "search", "brewery", "--state", "OR", "--city", "Bend",
    ]);
    assert!(found.ends_with("4 found\n"), "{found}");
}

#[tokio::test]
// AUTH-12
async fn auth_12_a_token_needs_an_address_and_a_plan_that_exist() {
    let (_folder, install, _) = fresh();
    let nobody = install.fail(&["token", "--email", "ada@example.com"]);
    assert_complains(
        &nobody,
        "no server with the development sign-in has run on the data folder",
    );
    // On any port: the data folder knows which.
    let server = install.serve().await;
    let address = install.fail(&["token", "--email", "ada"]);
    assert_complains(
        &address,
        "Please enter an e-mail address like ada@example.com",
    );
    let tier = install.fail(&["token", "--email", "ada@example.com", "--tier", "gold"]);
    assert_complains(&tier, "enterprise");
    let good = install.succeed(&["token", "--email", "ada@example.com", "--tier", "pro"]);
    assert_eq!(
        good.trim_end().split('.').count(),
        3,
        "a token and nothing else: {good}"
    );
    assert_eq!(good.lines().count(), 1);
    let request = server
        .anonymous
        .request(reqwest::Method::GET, "/dev-idp/userinfo");
    let answer = request.bearer_auth(good.trim_end()).send().await.unwrap();
    assert_eq!(answer.status(), 200, "the server takes it");

    let mut foreign = install.command(&["token", "--email", "ada@example.com"]);
    let output = foreign
        .env("DEMANDATLAS_AUTH_ISSUER", "https://tenant.example.com/")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert_complains(
        &String::from_utf8(output.stderr).unwrap(),
        "https://tenant.example.com/",
    );
}

#[test]
// AUTH-12
fn auth_12_the_development_sign_in_refuses_addresses_that_others_can_reach() {
    let (_folder, install, _) = fresh();
    let complaint = install.fail(&["serve", "--addr", "0.0.0.0:0"]);
    assert_complains(&complaint, "the development sign-in lets anyone in");
    assert_complains(&complaint, "DEMANDATLAS_AUTH_ISSUER");
}

#[test]
fn a_port_in_use_is_said() {
    let (_folder, install, _) = fresh();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let complaint = install.fail(&["serve", "--addr", &addr]);
    assert_complains(
        &complaint,
        &format!("cannot listen on {addr}: is a server running there already?"),
    );
    assert_complains(&complaint, "--addr");
}

#[test]
fn a_wrong_configuration_is_said() {
    let (_folder, install, files) = fresh();
    let config = |name: &str, text: &str| {
        let path = files.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let with = |path: &Path| install.fail(&["--config", path.to_str().unwrap(), "config"]);
    assert_complains(
        &with(&files.join("none.toml")),
        "There is no configuration file",
    );
    assert_complains(&with(&config("broken.toml", "addr = \n")), "broken.toml");
    assert_complains(
        &with(&config("wrong.toml", "worker_jobs = \"many\"\n")),
        "worker_jobs",
    );
    assert_complains(
        &with(&config("zero.toml", "worker_jobs = 0\n")),
        "worker_jobs must be at least 1.",
    );
    assert_complains(
        &with(&config(
            "issuer.toml",
            "auth_issuer = \"ftp://a.example\"\n",
        )),
        "ftp://a.example",
    );
}

#[test]
fn a_database_that_cannot_be_opened_is_said() {
    let (folder, install, _) = fresh();
    let serve =
        |url: &str| install.fail(&["--database-url", url, "serve", "--addr", "127.0.0.1:0"]);
    assert_complains(&serve("mysql://127.0.0.1/x"), "starts with postgres:");
    assert_complains(
        &serve("postgres://u:secret-word@127.0.0.1:1/x"),
        "PostgreSQL at 127.0.0.1:1 cannot be used",
    );
    assert!(!serve("postgres://u:secret-word@127.0.0.1:1/x").contains("secret-word"));
    let file = folder.path().join("a-file");
    std::fs::write(&file, "").unwrap();
    let inside = file.join("data");
    let complaint = install.fail(&["--data-dir", inside.to_str().unwrap(), "migrate"]);
    assert_complains(&complaint, "DEMANDATLAS_DATA_DIR");
}

#[test]
fn config_is_a_check_and_speaks_of_settings() {
    let (_folder, install, _) = fresh();
    let config = |name: &str, value: &str| {
        let output = install
            .command(&["config"])
            .env(name, value)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}={value}");
        String::from_utf8(output.stderr).unwrap()
    };
    for (name, value, part) in [
        (
            "DEMANDATLAS_WORKER_JOBS",
            "many",
            "DEMANDATLAS_WORKER_JOBS is 'many'; it must be a whole number",
        ),
        (
            "DEMANDATLAS_ADDR",
            "localhost:80",
            "an IP address with a port",
        ),
        (
            "DEMANDATLAS_SECRET_KEY",
            "hush",
            "at least 32 random characters",
        ),
        (
            "DEMANDATLAS_DATABASE_URL",
            "mysql://127.0.0.1/x",
            "starts with postgres:",
        ),
        ("DEMANDATLAS_LOG", "loud,=x", "'loud,=x' is neither"),
    ] {
        let complaint = config(name, value);
        assert_complains(&complaint, part);
        assert_eq!(complaint.matches(part).count(), 1, "said once: {complaint}");
        assert!(
            !complaint.contains("Declared") && !complaint.contains("hush"),
            "{complaint}"
        );
    }
}

/// What is wrong with a command line, as its parser says it.
fn misused(install: &Install, arguments: &[&str]) -> String {
    let output = install.run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_misused_command_is_told_what_it_takes() {
    let (_folder, install, _) = fresh();
    let addr = misused(&install, &["serve", "--addr", "localhost:8097"]);
    assert!(
        addr.contains("it must be an IP address with a port, such as 127.0.0.1:8080"),
        "{addr}"
    );
    for command in [["ledger", "verify"], ["projections", "rebuild"]] {
        let usage = misused(&install, &command);
        assert!(usage.contains("--all"), "{usage}");
    }
    let latitude = misused(&install, &["reference", "lookup", "145.5", "-122.6"]);
    assert!(latitude.contains("'145.5' is not a latitude"), "{latitude}");
    let help = install.succeed(&["coupons", "issue", "--help"]);
    let (own, of_all) = help.split_once("Options of every command:").unwrap();
    assert!(
        own.contains("--label") && of_all.contains("--data-dir"),
        "{help}"
    );
    assert!(
        !own.contains("--config") && !of_all.contains("--credits"),
        "{help}"
    );
}

// COUP-08
#[test]
fn coup_08_a_coupon_is_revoked_by_its_code_however_it_is_given() {
    let (_folder, install, _) = fresh();
    for code in ["FIRST-2026", "OTHER-2026"] {
        install.succeed(&[
            "coupons",
            "issue",
            "--credits",
            "5",
            "--code",
            code,
            "--create",
        ]);
    }
    for arguments in [&["FIRST-2026"][..], &["--code", "OTHER-2026"]] {
        let revoked = install.succeed(&[&["coupons", "revoke"], arguments].concat());
        assert!(revoked.contains("can no longer be redeemed"), "{revoked}");
    }
}

/// The folder is the data folder's unless one is named; a host whose name cannot be resolved is asked once.
#[test]
fn a_fetch_without_a_network_says_so_and_gives_up() {
    let (folder, install, _) = fresh();
    let list = install.succeed(&["reference", "fetch", "--list"]);
    assert!(
        list.contains("county-shapes") && list.contains("roads"),
        "{list}"
    );
    let output = install
        .command(&[
            "reference",
            "fetch",
            "--base",
            "census=http://nowhere.invalid/",
        ])
        .args(["--only", "county-shapes", "--only", "roads"])
        .env("NO_PROXY", "*")
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("nowhere.invalid cannot be reached: its name cannot be resolved"),
        "{told}"
    );
    assert!(
        told.contains("not tried  1 more file of nowhere.invalid"),
        "{told}"
    );
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        complaint,
        "demandatlas: 2 of 2 files could not be fetched.\n"
    );
    assert!(folder.path().join("data/fetched/reference").is_dir());
}

/// Whoever waits is told what for.
#[test]
fn a_fetch_that_asks_again_says_so_each_time() {
    let (_folder, install, _) = fresh();
    let nobody = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let base = format!("census=http://{nobody}/");
    let mut fetch = install
        .command(&["reference", "fetch", "--only", "roads", "--base", &base])
        .env("NO_PROXY", "*")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(fetch.stderr.take().unwrap()).lines();
    let line = told.next().unwrap().unwrap();
    fetch.kill().unwrap();
    fetch.wait().unwrap();
    assert!(line.contains("127.0.0.1 cannot be reached"), "{line}");
    assert!(line.ends_with("trying again in 1 s"), "{line}");
}

/// Nobody is said to catch up where no server runs.
#[test]
fn read_models_that_are_behind_wait_for_a_server() {
    let (folder, from, files) = fresh();
    from.succeed(&["migrate"]);
    from.succeed(&["coupons", "issue", "--credits", "5", "--code", "FIRST-2026"]);
    let log = files.join("log");
    let log = log.to_str().unwrap();
    from.succeed(&["events", "export", "--output", log]);
    let to = folder.path().join("other");
    std::fs::create_dir(&to).unwrap();
    std::fs::copy(from.secret_key(), to.join("secret.key")).unwrap();
    let to = Install::in_folder(&to);
    to.succeed(&["events", "import", log]);
    let status = to.succeed(&["projections", "status"]);
    assert!(
        status.contains("behind: a server catches up while it runs"),
        "{status}"
    );
    assert!(!status.contains("a running server"), "{status}");
}

/// JOB-16: while what ships with the product is being added the command line names it, and no search is said to
/// answer with made-up businesses.
#[test]
fn job_16_places_status_says_what_is_being_added() {
    let folder = tempfile::tempdir().unwrap();
    let install = Install::in_folder(folder.path());
    let empty = install.succeed(&["places", "status"]);
    assert!(
        empty.contains("The catalogue is empty: searches find nothing in it."),
        "{empty}"
    );
    assert!(!empty.contains("sample"), "{empty}");

    // Another import is writing, as a server's first start does.
    let catalogue = Catalogue::open(folder.path()).unwrap();
    let import = Import::open(&made_up_listing(), ImportOptions::default()).unwrap();
    let mut said = None;
    let imported = import.run(&catalogue, |_| {
        said.get_or_insert_with(|| {
            let mut status = install.command(&["places", "status"]);
            let output = status
                .env("DEMANDATLAS_STARTER", "listing")
                .output()
                .unwrap();
            String::from_utf8(output.stdout).unwrap()
        });
        ControlFlow::Continue(())
    });
    assert_eq!(imported.unwrap().imported, 38);
    let said = said.unwrap();
    assert!(
        said.contains(
            "'open-brewery-db', which ships with the product, is not in the catalogue yet"
        ),
        "{said}"
    );
}
