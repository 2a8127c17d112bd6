//! The types that a view's columns can have: how each is stored, written and read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use domain::Credits;
use domain::account_record::{ContactStatus, CrmField};
use domain::company_list::ListingChange;
use domain::credit_account::CreditEventType;
use domain::ids::SessionKey;
use domain::monitor::{PausedBy, RunOutcome, SkipReason};
use domain::personal::Noted;
use domain::scrape_job::{EnrichmentStatus, First, JobStatus, ScrapeType};
use domain::tier::Tier;
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::error::BoxDynError;
use store::log::Cursor;

/// A stored value.
#[derive(Debug)]
pub(crate) enum Value {
    Text(Option<Cow<'static, str>>),
    Int(Option<i64>),
    Bool(Option<bool>),
}

/// How a column is stored.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Text,
    Int,
    Bool,
}

impl Kind {
    pub(crate) const fn sql(self) -> &'static str {
        match self {
            Self::Text => "TEXT",
            Self::Int => "BIGINT",
            Self::Bool => "BOOLEAN",
        }
    }

    pub(crate) const fn null(self) -> Value {
        match self {
            Self::Text => Value::Text(None),
            Self::Int => Value::Int(None),
            Self::Bool => Value::Bool(None),
        }
    }
}

/// A type of columns. Reading fails only for values that no event can have caused.
pub(crate) trait Column: Sized {
    const KIND: Kind;
    const NULLABLE: bool = false;
    /// The database's type.
    type Stored;

    fn read(stored: Self::Stored) -> Result<Self, BoxDynError>;
    fn write(self) -> Value;

    /// All texts of an enum.
    #[cfg(test)]
    fn texts() -> Vec<&'static str> {
        Vec::new()
    }
}

impl Column for String {
    const KIND: Kind = Kind::Text;
    type Stored = Self;

    fn read(stored: Self) -> Result<Self, BoxDynError> {
        Ok(stored)
    }

    fn write(self) -> Value {
        Value::Text(Some(Cow::Owned(self)))
    }
}

impl Column for Credits {
    const KIND: Kind = Kind::Int;
    type Stored = Self;

    fn read(stored: Self) -> Result<Self, BoxDynError> {
        Ok(stored)
    }

    fn write(self) -> Value {
        Value::Int(Some(self))
    }
}

impl Column for u32 {
    const KIND: Kind = Kind::Int;
    type Stored = i64;

    fn read(stored: i64) -> Result<Self, BoxDynError> {
        Ok(Self::try_from(stored)?)
    }

    fn write(self) -> Value {
        Value::Int(Some(self.into()))
    }
}

impl Column for u64 {
    const KIND: Kind = Kind::Int;
    type Stored = i64;

    fn read(stored: i64) -> Result<Self, BoxDynError> {
        Ok(Self::try_from(stored)?)
    }

    fn write(self) -> Value {
        Value::Int(Some(self.cast_signed()))
    }
}

impl Column for bool {
    const KIND: Kind = Kind::Bool;
    type Stored = Self;

    fn read(stored: Self) -> Result<Self, BoxDynError> {
        Ok(stored)
    }

    fn write(self) -> Value {
        Value::Bool(Some(self))
    }
}

/// In whole microseconds since the epoch.
impl Column for Timestamp {
    const KIND: Kind = Kind::Int;
    type Stored = i64;

    fn read(stored: i64) -> Result<Self, BoxDynError> {
        Ok(Self::from_microsecond(stored)?)
    }

    fn write(self) -> Value {
        Value::Int(Some(self.as_microsecond()))
    }
}

/// Types stored as their `Display` text.
macro_rules! spelled {
    ($($name:ty),+) => { $(
        impl Column for $name {
            const KIND: Kind = Kind::Text;
            type Stored = String;

            fn read(stored: String) -> Result<Self, BoxDynError> {
                Ok(stored.parse()?)
            }

            fn write(self) -> Value {
                Value::Text(Some(Cow::Owned(self.to_string())))
            }
        }
    )+ };
}
spelled!(SessionKey, Cursor, Date);

/// Lists and maps, as JSON; the texts are those of a map's keys.
macro_rules! as_json {
    ($($name:ty $(=> $key:ty)?),+ $(,)?) => { $(
        impl Column for $name {
            const KIND: Kind = Kind::Text;
            type Stored = String;

            fn read(stored: String) -> Result<Self, BoxDynError> {
                Ok(serde_json::from_str(&stored)?)
            }

            fn write(self) -> Value {
                let json = serde_json::to_string(&self).expect("texts and numbers are always JSON");
                Value::Text(Some(Cow::Owned(json)))
            }

            $(
                #[cfg(test)]
                fn texts() -> Vec<&'static str> {
                    <$key>::ALL.map(<$key>::as_str).to_vec()
                }
            )?
        }
    )+ };
}
as_json!(
    Vec<String>,
    Vec<u32>,
    BTreeMap<CrmField, String> => CrmField,
    BTreeMap<CrmField, Option<Noted>> => CrmField,
    BTreeMap<CrmField, u64> => CrmField,
    BTreeMap<String, String>,
    ListingChange,
    Noted,
);

impl<C: Column> Column for Option<C> {
    const KIND: Kind = C::KIND;
    const NULLABLE: bool = true;
    type Stored = Option<C::Stored>;

    fn read(stored: Self::Stored) -> Result<Self, BoxDynError> {
        stored.map(C::read).transpose()
    }

    fn write(self) -> Value {
        self.map_or(C::KIND.null(), C::write)
    }

    #[cfg(test)]
    fn texts() -> Vec<&'static str> {
        C::texts()
    }
}

/// Stored as the event's frozen name.
impl Column for CreditEventType {
    const KIND: Kind = Kind::Text;
    type Stored = String;

    fn read(stored: String) -> Result<Self, BoxDynError> {
        Self::from_name(&stored).ok_or_else(|| format!("'{stored}' is not known").into())
    }

    fn write(self) -> Value {
        Value::Text(Some(Cow::Borrowed(self.name())))
    }

    #[cfg(test)]
    fn texts() -> Vec<&'static str> {
        Self::ALL.map(Self::name).into()
    }
}

/// Enums of the domain, stored as their frozen texts.
macro_rules! texts {
    ($($name:ty),+) => { $(
        impl Column for $name {
            const KIND: Kind = Kind::Text;
            type Stored = String;

            fn read(stored: String) -> Result<Self, BoxDynError> {
                Self::from_text(&stored).ok_or_else(|| format!("'{stored}' is not known").into())
            }

            fn write(self) -> Value {
                Value::Text(Some(Cow::Borrowed(self.as_str())))
            }

            #[cfg(test)]
            fn texts() -> Vec<&'static str> {
                Self::ALL.map(Self::as_str).into()
            }
        }
    )+ };
}
texts!(
    ContactStatus,
    EnrichmentStatus,
    First,
    JobStatus,
    PausedBy,
    RunOutcome,
    ScrapeType,
    SkipReason,
    Tier
);
