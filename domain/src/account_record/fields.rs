//! The texts of the CRM form: one table, from which the form, its answers, exports, the timeline and the browser's page
//! are made. A new text is a line in it.

use crate::text_enum::text_enum;

text_enum! {
    /// What a field of the CRM form holds.
    pub enum CrmKind {
        /// One of the field's choices; the first if none was made.
        Choice = "choice",
        /// A date such as 2026-03-01.
        Day = "day",
        Line = "line",
        Email = "email",
        /// Several lines, kept with the spaces around them.
        Text = "text",
    }
}

/// How a text of the CRM form is named, entered and exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrmFieldSpec {
    pub field: CrmField,
    /// Its key in the form's JSON.
    pub key: &'static str,
    pub label: &'static str,
    pub kind: CrmKind,
    /// Empty unless the kind is a choice.
    pub choices: &'static [&'static str],
    /// The maximum length in characters.
    pub longest: usize,
    /// Key and heading of its column in exports. The business's own columns have theirs.
    pub column: (&'static str, &'static str),
}

/// Declares [`CrmField`] and [`CRM_FIELDS`], in the order of the form. A column in exports has the frozen name and the
/// label, unless it is told otherwise.
macro_rules! crm_fields {
    ($(
        $field:ident = $name:literal, $key:literal, $label:literal, $kind:ident $([$($choice:literal),+])?, $longest:literal
        $(, exported as $column:literal, $heading:literal)?;
    )+) => {
        text_enum! {
            /// A text of the CRM form. Its name is frozen in events.
            #[derive(PartialOrd, Ord)]
            pub enum CrmField { $( #[doc = $label] $field = $name ),+ }
        }

        /// Every text, in the order of the form.
        pub const CRM_FIELDS: [CrmFieldSpec; CrmField::ALL.len()] = [$(
            CrmFieldSpec {
                field: CrmField::$field,
                key: $key,
                label: $label,
                kind: CrmKind::$kind,
                choices: &[$($($choice),+)?],
                longest: $longest,
                column: [$(($column, $heading),)? ($name, $label)][0],
            }
        ),+];
    };
}

// The variant, its name in events, its key in JSON, its label, what it holds, and its maximum length.
crm_fields! {
    AccountType = "account_type", "accountType", "Account Type", Choice["Prospect", "Customer", "Partner", "Lead"], 500;
    LastContactDate = "last_contact_date", "lastContactDate", "Last Contact Date", Day, 500;
    MainPoc = "main_poc", "mainPOC", "Main Point of Contact", Line, 500;
    Email = "email", "email", "Email", Email, 500, exported as "contact_email", "Contact Email";
    Notes = "notes", "notes", "Notes", Text, 20_000;
}

impl CrmField {
    /// Its line of the table.
    pub const fn spec(self) -> &'static CrmFieldSpec {
        &CRM_FIELDS[self as usize]
    }
}
