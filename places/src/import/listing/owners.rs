//! Owners. In some files, their column holds the kind of ownership instead.

use crate::values::names;

/// The owners' names in a cell. A kind of ownership (`NON-PROFIT`, `GOVERNMENT - STATE`) is not a name.
pub(super) fn owners(text: &str) -> Vec<String> {
    let mut owners = names(text);
    owners.retain(|owner| !is_kind_of_ownership(owner));
    owners
}

/// Whether every word may describe a kind of ownership, and at least one can mean nothing else.
fn is_kind_of_ownership(text: &str) -> bool {
    const KINDS: [&str; 30] = [
        "company",
        "cooperative",
        "corporate",
        "corporation",
        "corp",
        "county",
        "federal",
        "franchise",
        "government",
        "governmental",
        "individual",
        "joint",
        "leased",
        "limited",
        "llc",
        "municipal",
        "nonprofit",
        "owned",
        "partnership",
        "physician",
        "private",
        "privately",
        "profit",
        "proprietary",
        "proprietor",
        "proprietorship",
        "public",
        "publicly",
        "state",
        "tribal",
    ];
    const BESIDE: [&str; 23] = [
        "and",
        "authority",
        "church",
        "city",
        "district",
        "for",
        "general",
        "hospital",
        "liability",
        "local",
        "non",
        "not",
        "or",
        "other",
        "own",
        "ownership",
        "related",
        "religious",
        "sole",
        "type",
        "unknown",
        "venture",
        "voluntary",
    ];
    let lower = text.to_lowercase();
    let words = || {
        lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
    };
    words().all(|word| KINDS.contains(&word) || BESIDE.contains(&word))
        && words().any(|word| KINDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // JOB-16
    fn job_16_kinds_of_ownership_are_no_owners() {
        for kind in [
            "NON-PROFIT",
            "PROPRIETARY",
            "GOVERNMENT - STATE",
            "GOVERNMENT - DISTRICT/AUTHORITY",
            "Government - Hospital District or Authority",
            "Voluntary non-profit - Church",
            "Sole Proprietor",
            "Limited Liability Company",
            "For Profit",
            "Privately Owned",
        ] {
            assert_eq!(owners(kind), Vec::<String>::new(), "{kind}");
        }
        for owner in [
            "Pat Example",
            "City of Bend",
            "County Line Brewing LLC",
            "Church & Sons",
            "State Farm",
            "Kroger",
            "Smith Corporation",
            "Church",
        ] {
            assert_eq!(owners(owner), [owner]);
        }
        assert_eq!(owners("Pat Example; NON-PROFIT"), ["Pat Example"]);
    }
}
