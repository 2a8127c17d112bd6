//! Facts of saved companies, looked up again and paid for.

use std::collections::BTreeMap;

use domain::Credits;
use domain::company_list::{CompanyList, CompanyListCommand, CompanyListRefusal};
use domain::credit_account::{CreditAccount, CreditCommand, CreditRefusal};
use domain::ids::{CompanyId, HoldId, SessionKey, UserId};
use domain::personal::Noted;
use domain::pricing::DebitKind;
use store::log::Cursor;
use uuid::Uuid;

use super::shared::Companies;
use crate::debits::tell_debit;
use crate::dispatcher::on;
use crate::error::{CommandError, Refusal};
use crate::jobs::ENRICHMENT_NEEDS_TIER;

/// Tries, each with a new look at the balance, when it falls before the commit.
const LOOKS: u32 = 8;

/// The companies of a session whose facts have changed.
#[derive(Debug, Clone)]
pub struct Refreshed {
    /// Stored and paid for, one credit each.
    pub paid: Vec<CompanyId>,
    /// No credit was left for these.
    pub unpaid: Vec<CompanyId>,
    /// Another call looked these up at the same time, and paid.
    pub elsewhere: Vec<CompanyId>,
    pub cursor: Cursor,
}

impl Companies {
    /// May the user have facts looked up?
    pub async fn may_enrich(&self, user: &UserId) -> Result<(), CommandError> {
        let store = self.dispatcher.store();
        let account = store.refresh::<CreditAccount>(user.as_str()).await?;
        if account.aggregate().at(self.clock.now()).tier().can_enrich() {
            Ok(())
        } else {
            Err(CommandError::NotInPlan(ENRICHMENT_NEEDS_TIER))
        }
    }

    /// Stores the new facts (JSON texts) of companies that were saved from a session, as far as credits go: one
    /// credit each, in one commit with what it pays for.
    pub async fn refresh(
        &self,
        user: &UserId,
        session: SessionKey,
        known: BTreeMap<CompanyId, String>,
    ) -> Result<Refreshed, CommandError> {
        let Some(key) = self.keys.find(user).await? else {
            // An erasure came first.
            return Ok(Refreshed {
                paid: Vec::new(),
                unpaid: Vec::new(),
                elsewhere: known.into_keys().collect(),
                cursor: Cursor::START,
            });
        };
        let mut cursor = Cursor::START;
        let mut covered = 0;
        for _ in 0..LOOKS {
            covered = self.covered(user, known.len()).await?;
            if covered == 0 {
                break;
            }
            let paid = known.iter().take(covered);
            let noted = paid.map(|(company, business)| {
                let mark = key.mark("business", business);
                let text = key.close(business);
                (*company, Noted { mark, text })
            });
            match self.pay(user, session, noted.collect()).await {
                Ok(stored) => {
                    cursor = stored;
                    break;
                }
                Err(CommandError::Refused(Refusal::Credit(
                    CreditRefusal::InsufficientCredits { .. } | CreditRefusal::HoldExceeded { .. },
                ))) => covered = 0,
                Err(CommandError::Refused(Refusal::CompanyList(
                    CompanyListRefusal::KnownAlready,
                ))) => {
                    return Ok(Refreshed {
                        paid: Vec::new(),
                        unpaid: Vec::new(),
                        elsewhere: known.into_keys().collect(),
                        cursor: self.dispatcher.store().log().head().await?,
                    });
                }
                Err(error) => return Err(error),
            }
        }
        let mut paid: Vec<CompanyId> = known.into_keys().collect();
        let unpaid = paid.split_off(covered);
        Ok(Refreshed {
            paid,
            unpaid,
            elsewhere: Vec::new(),
            cursor,
        })
    }

    /// For how many of the companies the user's credits last.
    async fn covered(&self, user: &UserId, companies: usize) -> Result<usize, CommandError> {
        let store = self.dispatcher.store();
        let account = store.refresh::<CreditAccount>(user.as_str()).await?;
        let available = account.aggregate().at(self.clock.now()).available();
        Ok(companies.min(usize::try_from(available).unwrap_or(0)))
    }

    async fn pay(
        &self,
        user: &UserId,
        session: SessionKey,
        known: BTreeMap<CompanyId, Noted>,
    ) -> Result<Cursor, CommandError> {
        let context = self.context(user, session.to_string());
        let results = u32::try_from(known.len()).unwrap_or(u32::MAX);
        let hold = HoldId::for_enrichment(session, 0, Uuid::new_v4());
        let reserve = CreditCommand::HoldCredits {
            hold: hold.clone(),
            session,
            wanted: Credits::from(results),
            expires_at: context.at,
            now: context.at,
        };
        let settle = CreditCommand::SettleHold {
            hold,
            results,
            kind: DebitKind::Refresh,
            now: context.at,
        };
        let parts = [
            on::<CreditAccount>(user.as_str(), vec![reserve, settle]),
            on::<CompanyList>(user.as_str(), vec![CompanyListCommand::Refresh(known)]),
        ];
        let done = self.dispatcher.execute_all(&parts, &context).await?;
        tell_debit(DebitKind::Enrichment, results);
        Ok(done.cursor())
    }
}
