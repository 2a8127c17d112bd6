//! The list of all aggregates: their names, whether their streams are sealed, how their events are decoded. All generic
//! readers of the log (views, auditors, imports, the command line) use it. An aggregate that is missing here cannot be
//! stored, since [`EventSourced`] requires [`Registered`].

use cqrs_es::Aggregate;

use crate::account_record::{AccountRecord, AccountRecordEvent};
use crate::codec::{DecodeError, EventSourced, Registered, StoredEvent};
use crate::company_list::{CompanyList, CompanyListEvent};
use crate::coupon::{Coupon, CouponEvent};
use crate::credit_account::{CreditAccount, CreditEvent};
use crate::monitor::{Monitor, MonitorEvent};
use crate::scrape_job::{ScrapeJob, ScrapeJobEvent};

/// Declares the aggregates with their events.
macro_rules! aggregates {
    ( $( $(#[$meta:meta])* $aggregate:ident($event:ty) ),+ $(,)? ) => {
        /// The type of an aggregate.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum AggregateType {
            $( $(#[$meta])* $aggregate ),+
        }

        /// An event of any aggregate.
        #[derive(Debug, Clone, PartialEq)]
        pub enum AnyEvent {
            $( $(#[$meta])* $aggregate($event) ),+
        }

        $( impl Registered for $aggregate {} )+

        impl AggregateType {
            /// All types.
            pub const ALL: [Self; [ $( <$aggregate as Aggregate>::TYPE ),+ ].len()] =
                [ $( Self::$aggregate ),+ ];

            /// Its frozen name.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$aggregate => <$aggregate as Aggregate>::TYPE ),+ }
            }

            /// Whether its events are chained by seals.
            pub const fn is_sealed(self) -> bool {
                match self { $( Self::$aggregate => <$aggregate as EventSourced>::SEALED ),+ }
            }

            /// The frozen names of its events.
            pub const fn event_names(self) -> &'static [&'static str] {
                match self { $( Self::$aggregate => <$event as StoredEvent>::NAMES ),+ }
            }

            /// Decodes one of its events, of any version ever stored.
            pub fn decode(
                self,
                event_type: &str,
                version: &str,
                payload: &str,
            ) -> Result<AnyEvent, DecodeError> {
                match self { $(
                    Self::$aggregate => {
                        <$event>::decode(event_type, version, payload).map(AnyEvent::$aggregate)
                    }
                ),+ }
            }

            /// The JSON Schema of each event's payload, with its name and version.
            #[cfg(feature = "schema")]
            pub fn schemas(self) -> Vec<(&'static str, &'static str, schemars::Schema)> {
                match self { $( Self::$aggregate => <$event>::schemas() ),+ }
            }

            /// The declared shape of its state, and the JSON Schema of that.
            #[cfg(feature = "schema")]
            pub fn state(self) -> (&'static str, schemars::Schema) {
                match self { $(
                    Self::$aggregate => (
                        <$aggregate as EventSourced>::SHAPE,
                        schemars::schema_for!($aggregate),
                    )
                ),+ }
            }
        }
    };
}

aggregates! {
    CreditAccount(CreditEvent),
    Coupon(CouponEvent),
    ScrapeJob(ScrapeJobEvent),
    CompanyList(CompanyListEvent),
    AccountRecord(AccountRecordEvent),
    Monitor(MonitorEvent),
}

impl AggregateType {
    /// The type with that name, if any.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|aggregate| aggregate.name() == name)
    }

    /// The types whose streams are sealed.
    pub fn sealed() -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|aggregate| aggregate.is_sealed())
    }
}

/// Decodes an event of the aggregate with that name.
pub fn decode(
    aggregate_type: &str,
    event_type: &str,
    version: &str,
    payload: &str,
) -> Result<AnyEvent, DecodeError> {
    AggregateType::from_name(aggregate_type)
        .ok_or_else(|| DecodeError::UnknownAggregate(aggregate_type.to_owned()))?
        .decode(event_type, version, payload)
}
