//! The texts of the CRM form: one table, of which the form, its answers, exports, the timeline and the browser's page
//! are made. A new one is a variant of [`CrmField`] and its entry in [`CRM_FIELDS`].

use crate::text_enum::text_enum;

text_enum! {
    /// A text of the CRM form. Its name is frozen in events.
    #[derive(PartialOrd, Ord)]
    pub enum CrmField {
        /// Prospect, customer, partner or lead.
        AccountType = "account_type",
        /// The day of the last contact.
        LastContactDate = "last_contact_date",
        /// The main point of contact.
        MainPoc = "main_poc",
        /// The contact's e-mail address.
        Email = "email",
        /// Whatever else.
        Notes = "notes",
    }
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrmKind {
    /// One of these; the first where nothing was chosen.
    Choice(&'static [&'static str]),
    /// A day such as 2026-03-01.
    Day,
    /// One line.
    Line,
    /// An e-mail address.
    Email,
    /// Several lines, kept with the spaces around them.
    Text,
}

/// What is known of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrmFieldSpec {
    /// The field.
    pub field: CrmField,
    /// Its key in the form's JSON.
    pub key: &'static str,
    /// Its label on the page.
    pub label: &'static str,
    /// What it holds.
    pub kind: CrmKind,
    /// The most characters it may have.
    pub longest: usize,
    /// Its key and its head in exports, where the business has columns of its own.
    pub column: (&'static str, &'static str),
}

/// Every field, in the order of the form.
pub const CRM_FIELDS: [CrmFieldSpec; CrmField::ALL.len()] = [
    CrmFieldSpec {
        field: CrmField::AccountType,
        key: "accountType",
        label: "Account Type",
        kind: CrmKind::Choice(&["Prospect", "Customer", "Partner", "Lead"]),
        longest: LINE,
        column: ("account_type", "Account Type"),
    },
    CrmFieldSpec {
        field: CrmField::LastContactDate,
        key: "lastContactDate",
        label: "Last Contact Date",
        kind: CrmKind::Day,
        longest: LINE,
        column: ("last_contact_date", "Last Contact Date"),
    },
    CrmFieldSpec {
        field: CrmField::MainPoc,
        key: "mainPOC",
        label: "Main Point of Contact",
        kind: CrmKind::Line,
        longest: LINE,
        column: ("main_poc", "Main Point of Contact"),
    },
    CrmFieldSpec {
        field: CrmField::Email,
        key: "email",
        label: "Email",
        kind: CrmKind::Email,
        longest: LINE,
        column: ("contact_email", "Contact Email"),
    },
    CrmFieldSpec {
        field: CrmField::Notes,
        key: "notes",
        label: "Notes",
        kind: CrmKind::Text,
        longest: 20_000,
        column: ("notes", "Notes"),
    },
];

/// Most characters of a field of one line.
const LINE: usize = 500;

// The compiler asks for the entry of a new field, in its place.
const _: () = {
    let mut at = 0;
    while at < CRM_FIELDS.len() {
        assert!(CRM_FIELDS[at].field as usize == at);
        at += 1;
    }
};

impl CrmField {
    /// Its entry in the table.
    pub const fn spec(self) -> &'static CrmFieldSpec {
        &CRM_FIELDS[self as usize]
    }
}
