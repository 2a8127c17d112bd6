use super::*;
use std::collections::HashMap;

use super::entries::{MAX_ENTRIES, prune};
use crate::dev_idp::secrets::hashed;

const NOW: u64 = 1_800_000_000;
const CALLBACK: &str = "http://127.0.0.1:8080/callback";
const VERIFIER: &str = "verifier-of-at-least-forty-three-characters-0";

fn pending(cookie: &str, scope: &str) -> PendingCode {
    let grant = Grant {
        person: Person::new("ada@example.com", None).unwrap(),
        scope: scope.to_owned(),
        organization: None,
    };
    PendingCode {
        grant,
        nonce: Some("n".into()),
        redirect_uri: CALLBACK.into(),
        challenge: hashed(VERIFIER),
        cookie: cookie.into(),
    }
}

fn signed_in(grants: &Grants) -> (String, String) {
    let cookie = grants.start_session(Person::new("ada@example.com", None).unwrap(), NOW);
    let code = grants.issue_code(pending(&cookie, "openid offline_access"), NOW);
    let redeemed = grants.redeem_code(&code, CALLBACK, VERIFIER, NOW).unwrap();
    (cookie, redeemed.refresh_token.unwrap())
}

#[test]
// AUTH-04
fn auth_04_a_restart_signs_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let (cookie, token) = signed_in(&Grants::open(folder.path()));
    let restarted = Grants::open(folder.path());
    assert_eq!(
        restarted.session(&cookie, NOW).unwrap().email,
        "ada@example.com"
    );
    let (_, next) = restarted.rotate(&token, NOW).unwrap();
    let again = Grants::open(folder.path());
    assert!(again.rotate(&next, NOW).is_ok());
}

#[test]
fn a_dead_token_stays_dead_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let grants = Grants::open(folder.path());
    let (_, token) = signed_in(&grants);
    grants.rotate(&token, NOW).unwrap();
    assert_eq!(
        Grants::open(folder.path()).rotate(&token, NOW).unwrap_err(),
        Dead
    );
}

#[test]
fn the_file_holds_no_secret_and_is_private() {
    let folder = tempfile::tempdir().unwrap();
    let (cookie, token) = signed_in(&Grants::open(folder.path()));
    let path = folder.path().join(FILE_NAME);
    let content = fs::read_to_string(&path).unwrap();
    assert!(!content.contains(&cookie));
    assert!(token.split('.').all(|part| !content.contains(part)));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
}

#[test]
fn codes_expire_after_a_minute() {
    let folder = tempfile::tempdir().unwrap();
    let grants = Grants::open(folder.path());
    let in_time = grants.issue_code(pending("c", "openid"), NOW);
    assert!(
        grants
            .redeem_code(&in_time, CALLBACK, VERIFIER, NOW + 59)
            .is_ok()
    );
    let late = grants.issue_code(pending("c", "openid"), NOW);
    assert_eq!(
        grants
            .redeem_code(&late, CALLBACK, VERIFIER, NOW + 60)
            .unwrap_err(),
        Dead
    );
}

#[test]
fn one_code_presented_by_many_at_once_gives_one_grant_and_no_living_token() {
    let folder = tempfile::tempdir().unwrap();
    let grants = Grants::open(folder.path());
    let code = grants.issue_code(pending("c", "openid offline_access"), NOW);
    let won: Vec<Redeemed> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| grants.redeem_code(&code, CALLBACK, VERIFIER, NOW)))
            .collect();
        tries
            .into_iter()
            .filter_map(|attempt| attempt.join().unwrap().ok())
            .collect()
    });
    assert_eq!(won.len(), 1);
    let token = won[0].refresh_token.as_deref().unwrap();
    assert_eq!(
        grants.rotate(token, NOW).unwrap_err(),
        Dead,
        "the other seven were reuse"
    );
}

#[test]
fn sessions_and_families_expire() {
    let folder = tempfile::tempdir().unwrap();
    let grants = Grants::open(folder.path());
    let (cookie, token) = signed_in(&grants);
    assert!(grants.session(&cookie, NOW + 7 * 86_400 - 1).is_some());
    assert!(grants.session(&cookie, NOW + 7 * 86_400).is_none());
    assert!(grants.rotate(&token, NOW + 30 * 86_400).is_err());
}

#[test]
fn an_unreadable_file_costs_a_sign_in_only() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(FILE_NAME), "{broken").unwrap();
    let grants = Grants::open(folder.path());
    let (cookie, _) = signed_in(&grants);
    assert!(grants.session(&cookie, NOW).is_some());
}

#[test]
fn entries_are_bounded_and_the_first_to_expire_goes() {
    let mut entries: HashMap<String, u64> = (0..MAX_ENTRIES as u64)
        .map(|n| (n.to_string(), NOW + 10 + n))
        .collect();
    prune(&mut entries, NOW, |expires_at| *expires_at);
    assert_eq!(entries.len(), MAX_ENTRIES - 1);
    assert!(!entries.contains_key("0"));
}
