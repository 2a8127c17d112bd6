//! Every route that needs a token, with a call about Ada's things, and what another user may see there.

mod own;

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use self::own::{of_known_businesses, of_mail, of_notices, of_proxies, of_schedules};
use super::{Answer, Client, brewery_search};

/// Whose things a route answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Of the user whom the call names: 403 to another.
    NamesUser,
    /// Of the session that the call names: 404 to another.
    NamesSession,
    /// Of what the session of these calls is not, such as a schedule: 404 to everybody.
    NamesAnother,
    /// Whatever the caller owns: 200 to everybody, each with their own.
    OwnDataOnly,
    /// Nobody's: the same to everybody.
    SameForAll,
    /// Nobody's: public tables, which browsers keep and ask about.
    Table,
}

/// What stands in the data of the user whose things they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marks<'a> {
    pub(crate) names: &'a [&'a str],
    pub(crate) words: &'a [&'a str],
}

/// A call of a route.
#[derive(Clone)]
pub(crate) struct Guarded {
    pub(crate) route: &'static str,
    pub(crate) path: String,
    pub(crate) body: Option<Value>,
    pub(crate) kind: Kind,
}

/// Every route that needs a token; a new one without a line here fails the test.
pub(crate) fn guarded(ada: &Client, job: &str) -> Vec<Guarded> {
    [
        of_accounts(ada),
        of_the_demand_map(),
        of_sessions(job),
        of_websites(job),
        of_companies(job),
        of_saved_companies(),
        // After the erasure, which takes them: the next one soon after would leave traces to the server.
        of_proxies(),
        of_mail(),
        of_schedules(job),
        of_notices(),
        of_known_businesses(),
    ]
    .concat()
}

fn to(route: &'static str, path: String, kind: Kind) -> Guarded {
    Guarded {
        route,
        path,
        body: None,
        kind,
    }
}

fn of_accounts(ada: &Client) -> Vec<Guarded> {
    let user = ada.sub_in_path();
    let mut start = brewery_search();
    start["user_id"] = json!(ada.sub);
    vec![
        to(
            "GET /api/credits/status/{userId}",
            format!("/api/credits/status/{user}"),
            Kind::NamesUser,
        ),
        to(
            "GET /api/credits/history/{userId}",
            format!("/api/credits/history/{user}?days=7"),
            Kind::NamesUser,
        ),
        to(
            "GET /api/credits/ledger/{userId}",
            format!("/api/credits/ledger/{user}?limit=5"),
            Kind::NamesUser,
        ),
        to(
            "GET /api/credits/usage/{userId}",
            format!("/api/credits/usage/{user}?days=7"),
            Kind::NamesUser,
        ),
        Guarded {
            body: Some(json!({"coupon_code": "SOMETHING"})),
            ..to(
                "POST /api/credits/redeem/{userId}",
                format!("/api/credits/redeem/{user}"),
                Kind::NamesUser,
            )
        },
        Guarded {
            body: Some(start),
            ..to(
                "POST /api/jobs/scrape",
                "/api/jobs/scrape".into(),
                Kind::NamesUser,
            )
        },
        Guarded {
            body: Some(brewery_search()),
            ..to(
                "POST /api/jobs/estimate",
                "/api/jobs/estimate".into(),
                Kind::OwnDataOnly,
            )
        },
        to(
            "GET /api/counties",
            "/api/counties?prefix=union".into(),
            Kind::SameForAll,
        ),
        to(
            "GET /api/jobs",
            "/api/jobs?open=true".into(),
            Kind::OwnDataOnly,
        ),
        to("GET /api/sources", "/api/sources".into(), Kind::SameForAll),
        to(
            "GET /api/saved-companies/by-county",
            "/api/saved-companies/by-county?kind=brewery".into(),
            Kind::OwnDataOnly,
        ),
        to(
            "GET /scrape",
            format!("/scrape?query=brewery+in+Bend&state=OR&user_id={user}"),
            Kind::NamesUser,
        ),
    ]
}

fn of_the_demand_map() -> Vec<Guarded> {
    vec![
        to(
            "GET /api/atlas/kinds",
            "/api/atlas/kinds".into(),
            Kind::SameForAll,
        ),
        to(
            "GET /api/atlas",
            "/api/atlas?kind=dentist&state=OR".into(),
            Kind::Table,
        ),
        to(
            "GET /api/atlas/areas/{fips}",
            "/api/atlas/areas/41061".into(),
            Kind::Table,
        ),
        to(
            "GET /api/atlas/areas/{fips}/inputs",
            "/api/atlas/areas/41061/inputs?kind=dentist".into(),
            Kind::SameForAll,
        ),
        to(
            "GET /api/atlas/tracts",
            "/api/atlas/tracts?kind=brewery&state=RI".into(),
            Kind::Table,
        ),
        to(
            "GET /api/atlas/tracts/shapes",
            "/api/atlas/tracts/shapes?state=RI".into(),
            Kind::Table,
        ),
    ]
}

fn of_sessions(job: &str) -> Vec<Guarded> {
    vec![
        to(
            "GET /api/jobs/{jobId}",
            format!("/api/jobs/{job}"),
            Kind::NamesSession,
        ),
        to(
            "POST /api/jobs/{jobId}/seen",
            format!("/api/jobs/{job}/seen"),
            Kind::NamesSession,
        ),
        to(
            "GET /api/jobs/status/{jobId}",
            format!("/api/jobs/status/{job}"),
            Kind::NamesSession,
        ),
        to(
            "GET /api/jobs/{jobId}/result",
            format!("/api/jobs/{job}/result"),
            Kind::NamesSession,
        ),
        Guarded {
            body: Some(json!({})),
            ..to(
                "POST /api/jobs/{jobId}/cancel",
                format!("/api/jobs/{job}/cancel"),
                Kind::NamesSession,
            )
        },
        to(
            "GET /api/jobs/{jobId}/events",
            format!("/api/jobs/{job}/events"),
            Kind::NamesSession,
        ),
        to(
            "GET /export",
            format!("/export?sessionKey={job}&format=csv"),
            Kind::NamesSession,
        ),
        Guarded {
            body: Some(json!({"sessionKey": job})),
            ..to("POST /enrich", "/enrich".into(), Kind::NamesSession)
        },
    ]
}

fn of_websites(job: &str) -> Vec<Guarded> {
    let post = |route, path: &str| Guarded {
        body: Some(json!({"session_key": job})),
        ..to(route, path.to_owned(), Kind::NamesSession)
    };
    vec![
        post("POST /api/websites/read", "/api/websites/read"),
        post("POST /api/websites/estimate", "/api/websites/estimate"),
        to(
            "GET /api/websites/{jobId}/pages",
            format!("/api/websites/{job}/pages"),
            Kind::NamesAnother,
        ),
        to(
            "GET /api/websites/{jobId}/file",
            format!("/api/websites/{job}/file?format=txt"),
            Kind::NamesAnother,
        ),
    ]
}

fn of_companies(job: &str) -> Vec<Guarded> {
    let of_row = |route, path: String| to(route, path, Kind::NamesSession);
    let post = |route, path: &str, body| Guarded {
        body: Some(body),
        ..to(route, path.to_owned(), Kind::NamesSession)
    };
    vec![
        of_row(
            "GET /api/business-data/{sessionKey}/{rowIdx}",
            format!("/api/business-data/{job}/0"),
        ),
        of_row(
            "GET /api/business-data/{sessionKey}/{rowIdx}/report",
            format!("/api/business-data/{job}/0/report"),
        ),
        of_row(
            "GET /api/crm-data",
            format!("/api/crm-data?sessionKey={job}&rowIdx=0"),
        ),
        of_row(
            "GET /api/timeline/{sessionKey}/{rowIdx}",
            format!("/api/timeline/{job}/0"),
        ),
        post(
            "POST /api/crm-data",
            "/api/crm-data",
            json!({"sessionKey": job, "rowIdx": 0, "crmData": {"notes": "brewery"}}),
        ),
        post(
            "POST /api/sync-company-crm",
            "/api/sync-company-crm",
            json!({"session_id": job, "row_idx": 0, "crm_data": {"notes": "brewery"}}),
        ),
        post(
            "POST /api/save-company",
            "/api/save-company",
            json!({"session_id": job, "business_data": {"row_idx": 0}}),
        ),
        post(
            "POST /api/save-companies",
            "/api/save-companies",
            json!({"session_id": job}),
        ),
    ]
}

/// Companies have random ids: these calls name one that is nobody's. `saved_companies` knows Ada's.
fn of_saved_companies() -> Vec<Guarded> {
    let company = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c";
    let post = |route, path: &str, body| Guarded {
        body: Some(body),
        ..to(route, path.to_owned(), Kind::OwnDataOnly)
    };
    let of_company = |route, path: String| to(route, path, Kind::NamesSession);
    let changes =
        |member: &str, value: &str| json!({"changes": [{"company_id": company, member: value}]});
    vec![
        to(
            "GET /api/saved-companies",
            "/api/saved-companies".to_owned(),
            Kind::OwnDataOnly,
        ),
        to(
            "GET /api/account/data",
            "/api/account/data".to_owned(),
            Kind::OwnDataOnly,
        ),
        post(
            "POST /api/account/erase",
            "/api/account/erase",
            json!({"confirmation": "ERASE"}),
        ),
        to(
            "GET /api/saved-companies/export",
            "/api/saved-companies/export?format=csv".to_owned(),
            Kind::OwnDataOnly,
        ),
        of_company(
            "DELETE /api/saved-companies/{companyId}",
            format!("/api/saved-companies/{company}"),
        ),
        of_company(
            "POST /api/saved-companies/{companyId}/restore",
            format!("/api/saved-companies/{company}/restore"),
        ),
        post(
            "POST /api/saved-companies/remove",
            "/api/saved-companies/remove",
            json!({"company_ids": [company]}),
        ),
        post(
            "POST /api/saved-companies/restore",
            "/api/saved-companies/restore",
            json!({"company_ids": [company]}),
        ),
        post(
            "POST /api/saved-companies/status",
            "/api/saved-companies/status",
            changes("status", "contacted"),
        ),
        post(
            "POST /api/saved-companies/follow-up",
            "/api/saved-companies/follow-up",
            changes("date", "2026-05-04"),
        ),
        post(
            "POST /api/saved-companies/refresh",
            "/api/saved-companies/refresh",
            json!({"company_ids": [company]}),
        ),
        post(
            "POST /api/saved-companies/tags",
            "/api/saved-companies/tags",
            json!({"company_ids": [company], "add": ["spring"]}),
        ),
    ]
}

impl Guarded {
    /// The answer, which nobody may keep unless it is a public table.
    pub(crate) async fn call(&self, client: &Client) -> Answer {
        let (method, _) = self.route.split_once(' ').unwrap();
        let request = client.request(method.parse::<Method>().unwrap(), &self.path);
        let answer = client
            .send(match &self.body {
                // A file.
                Some(Value::String(csv)) => {
                    request.header(CONTENT_TYPE, "text/csv").body(csv.clone())
                }
                Some(body) => request.json(body),
                None => request,
            })
            .await;
        let kept = answer.header("cache-control");
        let wanted = match (self.kind, answer.status) {
            (Kind::Table, 200) => "private, no-cache",
            _ => "no-store",
        };
        assert_eq!(kept, wanted, "{}: {}", self.route, answer.status);
        answer
    }

    /// Whether another user's answer is as it must be. `owner` is Ada's own, where her call changes nothing;
    /// `marks` stand in her data and in nobody else's: `names` nowhere else at all, `words` in public tables too.
    pub(crate) fn judge(
        &self,
        owner: Option<&Answer>,
        another: &Answer,
        marks: Marks<'_>,
    ) -> Result<(), String> {
        let words = match self.kind {
            Kind::SameForAll | Kind::Table => &[],
            _ => marks.words,
        };
        let shows = |answer: &Answer| {
            let mut all = marks.names.iter().chain(words);
            all.find(|mark| answer.text.contains(**mark)).copied()
        };
        if let Some(mark) = shows(another) {
            return Err(format!("another user reads '{mark}'"));
        }
        let wanted = match self.kind {
            Kind::NamesUser => 403,
            Kind::NamesSession | Kind::NamesAnother => 404,
            Kind::OwnDataOnly | Kind::SameForAll | Kind::Table => 200,
        };
        if another.status != wanted {
            return Err(format!(
                "another user gets {} and not {wanted}",
                another.status
            ));
        }
        let Some(owner) = owner else { return Ok(()) };
        match self.kind {
            Kind::NamesAnother if owner.status == 404 => Ok(()),
            _ if owner.status != 200 => Err(format!("the owner gets {}", owner.status)),
            Kind::OwnDataOnly if shows(owner).is_none() => {
                Err("the owner's answer has nothing of hers, so a leak would not be seen".into())
            }
            Kind::SameForAll | Kind::Table if owner.text != another.text => {
                Err("it is not the same for everybody".into())
            }
            _ => Ok(()),
        }
    }
}
