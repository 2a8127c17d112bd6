//! Who one can sign in as.

use aws_lc_rs::digest::{SHA256, digest};
use domain::tier::{Tier, UnknownTier};
use serde::{Deserialize, Serialize};

/// Longest e-mail address accepted, in bytes (RFC 5321).
const MAX_EMAIL_BYTES: usize = 254;

/// Somebody who signs in at the development identity provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Lower case.
    pub email: String,
    pub name: String,
    /// The plan that the person's tokens claim; without one the account keeps its own.
    pub tier: Option<Tier>,
}

/// Why nobody can sign in with these details.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PersonError {
    #[error("Please enter an e-mail address like ada@example.com.")]
    BadEmail,
    #[error(transparent)]
    UnknownTier(#[from] UnknownTier),
}

impl Person {
    /// The fictional people offered on the page, one per plan.
    #[must_use]
    pub fn samples() -> [Self; 4] {
        let sample = |name: &str, email: &str, tier| Self {
            email: email.into(),
            name: name.into(),
            tier: Some(tier),
        };
        [
            sample("Basil Basic", "basil@example.com", Tier::Basic),
            sample("Petra Pro", "petra@example.com", Tier::Pro),
            sample("Bruno Business", "bruno@example.com", Tier::Business),
            sample("Enya Enterprise", "enya@example.com", Tier::Enterprise),
        ]
    }

    /// Anybody, by e-mail address. The name is the sample person's, or made from the address.
    ///
    /// # Errors
    /// When `email` is not an address.
    pub fn new(email: &str, tier: Option<Tier>) -> Result<Self, PersonError> {
        let email = email.trim().to_lowercase();
        let (local, domain) = email.rsplit_once('@').ok_or(PersonError::BadEmail)?;
        let odd = |c: char| {
            c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | ',' | ';')
        };
        let shaped = !local.is_empty() && !local.contains('@') && !domain.is_empty();
        if !shaped || email.len() > MAX_EMAIL_BYTES || email.chars().any(odd) {
            return Err(PersonError::BadEmail);
        }
        let known = Self::samples()
            .into_iter()
            .find(|person| person.email == email);
        let name = known.map_or_else(|| name_from(local), |person| person.name);
        Ok(Self { name, tier, email })
    }

    /// The subject id: always the same for the same address, without revealing it.
    #[must_use]
    pub fn sub(&self) -> String {
        let hash = digest(&SHA256, self.email.as_bytes());
        format!("dev|{}", hex::encode(&hash.as_ref()[..12]))
    }
}

/// `ada.king-noel+test` → `Ada King Noel`.
fn name_from(local: &str) -> String {
    let words = local
        .split('+')
        .next()
        .unwrap_or(local)
        .split(['.', '-', '_'])
        .filter(|word| !word.is_empty());
    let name = words.map(capitalised).collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        local.to_owned()
    } else {
        name
    }
}

/// `pro` → `Pro`.
pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_is_one_subject_in_any_spelling() {
        let person = Person::new(" Ada.King-Noel+x@Example.COM ", Some(Tier::Pro)).unwrap();
        assert_eq!(person.email, "ada.king-noel+x@example.com");
        assert_eq!(person.name, "Ada King Noel");
        let again = Person::new("ada.king-noel+x@example.com", Some(Tier::Basic)).unwrap();
        assert_eq!(person.sub(), again.sub());
        assert!(person.sub().starts_with("dev|") && !person.sub().contains("ada"));
        assert_ne!(
            person.sub(),
            Person::new("ada@example.com", Some(Tier::Pro))
                .unwrap()
                .sub()
        );
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@example.com", "x".repeat(250));
        for bad in [
            "",
            "ada",
            "@example.com",
            "ada@",
            "a b@example.com",
            "a\0@example.com",
            "<a>@x",
            &long,
        ] {
            assert_eq!(
                Person::new(bad, None),
                Err(PersonError::BadEmail),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn the_page_offers_one_person_for_each_tier() {
        let people = Person::samples();
        assert_eq!(
            people.clone().map(|person| person.tier),
            Tier::ALL.map(Some)
        );
        for person in people {
            assert_eq!(Person::new(&person.email, person.tier).unwrap(), person);
        }
    }
}
