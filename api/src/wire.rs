//! Statuses and kinds on the wire: enums in the API's document and in the browser's types, with the frozen text of each
//! of the domain's variants.

/// Declares the wire's side of an enum of the domain. A new variant in the domain does not compile until it is added
/// here.
macro_rules! wire_enum {
    (
        $(#[$meta:meta])*
        pub(crate) enum $name:ident of $domain:path {
            $( $(#[$variant_meta:meta])* $variant:ident ),+ $(,)?
        }
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
        $(#[$meta])*
        pub(crate) enum $name {
            $( $(#[$variant_meta])* $variant ),+
        }

        impl From<$domain> for $name {
            fn from(of: $domain) -> Self {
                use $domain as Domain;
                match of { $( Domain::$variant => Self::$variant ),+ }
            }
        }
    };
}
pub(crate) use wire_enum;

/// The same for what is sent as well as received.
macro_rules! two_way_enum {
    (
        $(#[$meta:meta])*
        pub(crate) enum $name:ident of $domain:path {
            $( $(#[$variant_meta:meta])* $variant:ident ),+ $(,)?
        }
    ) => {
        $crate::wire::wire_enum! {
            $(#[$meta])*
            #[derive(serde::Deserialize)]
            pub(crate) enum $name of $domain {
                $( $(#[$variant_meta])* $variant ),+
            }
        }

        impl From<$name> for $domain {
            fn from(of: $name) -> Self {
                match of { $( $name::$variant => Self::$variant ),+ }
            }
        }
    };
}
pub(crate) use two_way_enum;

wire_enum! {
    /// A job's status.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum JobStatus of domain::scrape_job::JobStatus {
        /// Waiting for a worker.
        Queued,
        /// Running.
        Processing,
        /// Ended successfully.
        Completed,
        /// Ended with an error.
        Failed,
        /// Stopped by its owner.
        Cancelled,
    }
}

wire_enum! {
    /// The status of the enrichment of a job's rows.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum EnrichmentStatus of domain::scrape_job::EnrichmentStatus {
        /// Never requested.
        NotRequested,
        /// Running, or waiting for a worker.
        Processing,
        /// Ended successfully.
        Completed,
        /// Ended with an error.
        Failed,
        /// Stopped by the job's owner.
        Cancelled,
    }
}

wire_enum! {
    /// How a session was started, and whether it was enriched.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum ScrapeType of domain::scrape_job::ScrapeType {
        /// A job from the scraper page.
        GoogleMaps,
        /// A call that waited for the rows.
        Standard,
        /// Either, once its rows were enriched.
        Enriched,
        /// A job that read websites.
        Website,
        /// A run of a schedule.
        Monitor,
    }
}

wire_enum! {
    /// A user's contact status with a company.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum ContactStatus of domain::account_record::ContactStatus {
        NotContacted,
        Contacted,
        /// To be contacted again; set in My Companies.
        FollowUp,
        Qualified,
        ProposalSent,
        Customer,
        /// Won; set in My Companies.
        Converted,
        NotInterested,
    }
}

wire_enum! {
    /// What a field of the CRM form holds.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum CrmFieldKind of domain::account_record::CrmKind {
        Choice,
        /// As in 2026-03-01.
        Day,
        /// One line.
        Line,
        Email,
        /// Several lines.
        Text,
    }
}

wire_enum! {
    /// A plan.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum Tier of domain::tier::Tier {
        /// Free; every new user starts here.
        Basic,
        /// The second plan.
        Pro,
        /// The third plan.
        Business,
        /// The largest plan.
        Enterprise,
    }
}

wire_enum! {
    /// An entry of a ledger.
    #[serde(rename_all = "PascalCase")]
    pub(crate) enum LedgerEvent of domain::credit_account::CreditEventType {
        /// The account was opened.
        AccountOpened,
        /// A period's allowance.
        AllowanceGranted,
        /// Unused monthly credits beyond the roll-over limit expired.
        AllowanceLapsed,
        /// The plan changed, or will.
        TierChanged,
        /// Credits were reserved.
        CreditsHeld,
        /// Delivered results were paid for.
        CreditsDebited,
        /// Reserved credits were released.
        HoldReleased,
        /// A coupon gave credits.
        CouponCredited,
        /// An operator gave or took credits.
        CreditsAdjusted,
        /// An operator suspended the account.
        AccountSuspended,
        /// An operator ended the suspension.
        AccountResumed,
        /// An operator ended the sessions that had begun.
        SessionsEnded,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_wire_has_the_texts_of_the_domain() {
        for status in domain::scrape_job::JobStatus::ALL {
            assert_eq!(json!(JobStatus::from(status)), status.as_str());
        }
        for status in domain::scrape_job::EnrichmentStatus::ALL {
            assert_eq!(json!(EnrichmentStatus::from(status)), status.as_str());
        }
        for kind in domain::scrape_job::ScrapeType::ALL {
            assert_eq!(json!(ScrapeType::from(kind)), kind.as_str());
        }
        for event in domain::credit_account::CreditEventType::ALL {
            assert_eq!(json!(LedgerEvent::from(event)), event.name());
        }
        for status in domain::account_record::ContactStatus::ALL {
            assert_eq!(json!(ContactStatus::from(status)), status.as_str());
        }
        for kind in domain::account_record::CrmKind::ALL {
            assert_eq!(json!(CrmFieldKind::from(kind)), kind.as_str());
        }
        for tier in domain::tier::Tier::ALL {
            assert_eq!(json!(Tier::from(tier)), tier.as_str());
        }
    }
}
