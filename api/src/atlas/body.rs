//! The counties of a kind, as the Demand Map is told.

use enrichment::Reference;
use enrichment::atlas::{
    Class, CountyRow, Inputs, Listings, Market, Model, OfKind, Question, StateRow,
};
use enrichment::geoid::CountyFips;
use enrichment::pack::TableInfo;
use places::{Dataset, UsState};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::question::{Asked, Comparison, Level, Supply};
use super::rows_schema::rows_schema;
use super::words::{NoticeBody, name_of, no_listing, no_market, short, tenths, title, untold_text};

/// How sure something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ClassName {
    /// Room for more.
    Under,
    /// Crowded.
    Over,
    /// About as usual.
    Usual,
    /// Can't tell.
    Unknown,
}

impl From<Class> for ClassName {
    fn from(class: Class) -> Self {
        match class {
            Class::Under => Self::Under,
            Class::Over => Self::Over,
            Class::Usual => Self::Usual,
            Class::Unknown => Self::Unknown,
        }
    }
}

/// The counties of a kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct AtlasBody {
    /// The kind of business.
    #[schema(example = "dentist")]
    pub kind: &'static str,
    /// Its name on screens.
    #[schema(example = "Dentist")]
    pub title: String,
    /// What was counted, where another kind counts the same.
    #[schema(example = "Snack and Nonalcoholic Beverage Bars (722515)")]
    pub counted_as: Option<String>,
    /// The industries counted, in the table's edition of NAICS.
    #[schema(example = json!(["621210"]))]
    pub codes: Vec<String>,
    pub level: Level,
    pub supply: Supply,
    pub compare: Comparison,
    /// The state asked for.
    pub state: Option<&'static str>,
    /// The year of the businesses; absent for listings.
    pub year: Option<u16>,
    /// Absent where there is nothing to be compared.
    pub formula: Option<FormulaBody>,
    /// All counties together; absent where there is nothing to be compared.
    pub national: Option<NationalBody>,
    /// The tables and data sets that it was made of.
    pub sources: Vec<SourceBody>,
    /// What limits the answer, in words.
    pub notices: Vec<NoticeBody>,
    /// The names of a row's values.
    pub columns: Vec<&'static str>,
    /// The counties, by FIPS code. Empty if the kind is too rare for counties.
    #[schema(schema_with = rows_schema)]
    pub rows: Vec<Value>,
    /// Counties of which nothing is said.
    pub missing: Vec<MissingBody>,
    pub states: Vec<StateBody>,
}

/// All counties together.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasNational)]
pub struct NationalBody {
    /// Businesses, as far as is known: what is left out counts as the model expects it.
    businesses: f64,
    /// Per 10,000 residents.
    per_10000: f64,
    /// The mean of what counties have for each one expected.
    theta: f64,
}

/// The model and the constants of the kind: `E = r·D·g(δ)`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasFormula)]
pub struct FormulaBody {
    /// Businesses per person in demand, where g is 1.
    r: f64,
    /// The shape of the gamma distribution of what counties have beside what is expected.
    kappa: f64,
    /// Whom the kind serves.
    #[schema(example = "residents")]
    base: &'static str,
    /// The share of demand that follows people in the daytime.
    omega: f64,
    /// How strongly demand follows income.
    epsilon: f64,
    /// The logarithm of g, by the logarithm of the residents per square mile; absent if compared with the nation.
    spline: Option<SplineBody>,
}

/// A restricted cubic spline.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasSpline)]
pub(crate) struct SplineBody {
    knots: Vec<f64>,
    coefficients: Vec<f64>,
    /// Lesser values count as this one.
    from: f64,
    /// Greater values count as this one.
    to: f64,
}

/// A source of the figures.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasSource)]
pub struct SourceBody {
    /// What is from there.
    #[schema(example = "businesses")]
    what: &'static str,
    #[schema(example = "County Business Patterns")]
    title: String,
    #[schema(example = "US Census Bureau")]
    publisher: String,
    #[schema(example = "2021")]
    vintage: String,
    licence: Option<String>,
}

/// A county of which nothing is said.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasMissing)]
pub struct MissingBody {
    #[schema(example = "15005")]
    fips: String,
    #[schema(example = "No income is published for Kalawao County, HI.")]
    reason: String,
}

/// A state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasState)]
pub struct StateBody {
    #[schema(example = "OR")]
    state: &'static str,
    population: f64,
    /// Businesses, at least.
    low: u32,
    /// Businesses, at most.
    high: u32,
    usual: f64,
    /// 100: as many as usual.
    index: f64,
    /// Does it differ so much that demand cannot be the reason? Its counties are compared with the state.
    unusual: bool,
}

/// The names of what is said of a kind in a county, in their order.
pub(crate) const FIGURES: [&str; 9] = [
    "low",
    "high",
    "usual",
    "index",
    "index_low",
    "index_high",
    "gap",
    "p_under",
    "class",
];

impl Asked {
    /// The answer by the reference tables and the listings of the kind.
    pub fn answer(
        &self,
        reference: &Reference,
        datasets: &[Dataset],
        listings: &Listings,
    ) -> AtlasBody {
        let mut body = AtlasBody {
            kind: self.kind.name,
            title: title(self.kind),
            counted_as: None,
            codes: Vec::new(),
            level: self.level,
            supply: self.supply,
            compare: self.compare,
            state: self.state.map(UsState::code),
            year: None,
            formula: None,
            national: None,
            sources: Vec::new(),
            notices: Vec::new(),
            columns: ["fips", "population"].into_iter().chain(FIGURES).collect(),
            rows: Vec::new(),
            missing: Vec::new(),
            states: Vec::new(),
        };
        match self.market(reference, datasets, listings, &mut body) {
            Ok(of_kind) => self.fill(&mut body, reference, &of_kind, (datasets, listings)),
            Err(notice) => body.notices.push(notice),
        }
        body
    }

    fn market<'r>(
        &self,
        reference: &'r Reference,
        datasets: &[Dataset],
        listings: &Listings,
        body: &mut AtlasBody,
    ) -> Result<OfKind<'r>, NoticeBody> {
        let counted = reference.market(self.kind);
        if self.supply == Supply::Census {
            let of_kind = counted.map_err(|reason| no_market(reason, self.kind))?;
            body.codes = of_kind.codes.iter().map(u32::to_string).collect();
            body.counted_as = self.kind.shares_its_codes().then(|| of_kind.title.clone());
            if let Some(table) = of_kind.supply {
                body.year = Some(table.vintage.last);
                body.sources.push(of_table("businesses", table));
            }
            return Ok(of_kind);
        }
        body.sources
            .extend(datasets.iter().map(|one| of_dataset("businesses", one)));
        let market = reference.market_of_listings(self.kind, listings);
        let (inputs, market) = market.ok_or_else(|| no_listing(self.kind, self.state))?;
        Ok(OfKind::of_listings(self.kind, inputs, market))
    }

    fn fill(
        &self,
        body: &mut AtlasBody,
        reference: &Reference,
        of_kind: &OfKind<'_>,
        (datasets, listings): (&[Dataset], &Listings),
    ) {
        let market = &of_kind.market;
        let compared = self.compare.into();
        let estimates = market.estimates(compared);
        let demand = market.demand;
        body.formula = Some(formula(&estimates.model, market));
        body.national = Some(national(of_kind, estimates.mean.0));
        let inputs = of_kind.inputs;
        body.sources.extend(
            inputs
                .tables(demand.base)
                .map(|table| of_table("people and incomes", table)),
        );
        body.states = of_kind.states().into_iter().filter_map(state).collect();
        body.notices.extend(self.unusual(body));
        if estimates.is_too_rare() {
            let text = "Too rare in this table. States only.".to_owned();
            body.notices.push(NoticeBody {
                code: "too_rare",
                text,
            });
            return;
        }
        let question = Question {
            compared,
            around: (self.level == Level::Around).then_some(self.radius),
            state: self.state.map(UsState::fips),
            min_population: self.min_population,
        };
        let counties = of_kind.counties(&question, listings);
        // The census beside the listings where these are whole, and with surroundings.
        let is_listed = counties.iter().any(|county| county.listed.is_some());
        let is_around = question.around.is_some();
        if is_listed {
            body.columns.extend(["listed", "disagree"]);
            if self.supply == Supply::Census {
                body.sources
                    .extend(datasets.iter().map(|one| of_dataset("listings", one)));
            }
        }
        if is_around {
            body.columns.push("neighbors");
        }
        let row = |county: &CountyRow| {
            let mut row = vec![json!(county.fips.to_string()), whole(county.people)];
            row.extend(figures(county));
            if is_listed {
                row.extend([json!(county.listed), json!(county.disagree)]);
            }
            if is_around {
                row.push(json!(county.neighbors));
            }
            Value::Array(row)
        };
        body.rows = counties.iter().map(row).collect();
        body.missing = self.missing(reference, inputs, market);
    }

    fn unusual(&self, body: &AtlasBody) -> Option<NoticeBody> {
        let state = self.state?;
        let unusual = body
            .states
            .iter()
            .find(|one| one.state == state.code() && one.unusual)?;
        let name = state.name();
        let index = unusual.index.round();
        Some(NoticeBody {
            code: "state_unusual",
            text: format!(
                "{name} as a whole is at {index}: law or coding, not demand. Its counties are compared with {name}."
            ),
        })
    }

    fn missing(&self, reference: &Reference, inputs: &Inputs, market: &Market) -> Vec<MissingBody> {
        let of_state = |county: &CountyFips| {
            self.state
                .is_none_or(|state| state.fips() == county.state())
        };
        let untold = market.untold.iter().filter(|(county, _)| {
            let people = inputs
                .place(*county)
                .map_or(0.0, |place| inputs.counties[place].people);
            of_state(county) && people >= self.min_population
        });
        untold
            .map(|(county, reason)| MissingBody {
                fips: county.to_string(),
                reason: untold_text(*reason, &name_of(reference, *county)),
            })
            .collect()
    }
}

fn formula(model: &Model, market: &Market) -> FormulaBody {
    FormulaBody {
        r: model.r,
        kappa: model.kappa,
        base: market.demand.base.name(),
        omega: market.demand.omega,
        epsilon: market.demand.epsilon,
        spline: model.spline.as_ref().map(|spline| SplineBody {
            knots: spline.knots().to_vec(),
            coefficients: spline.coefficients.to_vec(),
            from: spline.ends()[0],
            to: spline.ends()[1],
        }),
    }
}

fn national(of_kind: &OfKind<'_>, theta: f64) -> NationalBody {
    let (businesses, people) = of_kind.in_all();
    NationalBody {
        businesses: businesses.round(),
        per_10000: short(10_000.0 * businesses / people),
        theta,
    }
}

fn state(row: StateRow) -> Option<StateBody> {
    Some(StateBody {
        state: UsState::from_fips(row.state)?.code(),
        population: row.people,
        low: row.low,
        high: row.high,
        usual: short(row.usual),
        index: tenths(row.index),
        unusual: row.unusual,
    })
}

pub(crate) fn of_table(what: &'static str, table: &TableInfo) -> SourceBody {
    let spec = table.spec();
    SourceBody {
        what,
        title: spec.title.to_owned(),
        publisher: spec.publisher.to_owned(),
        vintage: table.vintage.label.clone(),
        licence: Some(table.licence.clone()),
    }
}

pub(crate) fn of_dataset(what: &'static str, dataset: &Dataset) -> SourceBody {
    SourceBody {
        what,
        title: dataset.name.clone(),
        publisher: dataset.attribution.clone().unwrap_or_default(),
        vintage: dataset
            .release
            .clone()
            .unwrap_or_else(|| dataset.day().to_string()),
        licence: dataset.licence.clone(),
    }
}

/// What is said of a kind in a county, in the order of [`FIGURES`]: rounded to what a reader can use, since three thousand
/// counties are sent at once.
pub(crate) fn figures(county: &CountyRow) -> [Value; FIGURES.len()] {
    [
        json!(county.count.low()),
        json!(county.count.high()),
        rounded(county.usual),
        whole(county.index),
        whole(county.interval[0]),
        whole(county.interval[1]),
        rounded(county.gap),
        json!((county.p_under * 100.0).round() / 100.0),
        json!(ClassName::from(county.class)),
    ]
}

fn whole(value: f64) -> Value {
    json!(value.round() as i64)
}

/// Hundredths below 10, tenths below 100.
fn rounded(value: f64) -> Value {
    if value.abs() < 100.0 {
        json!(short(value))
    } else {
        whole(value)
    }
}
