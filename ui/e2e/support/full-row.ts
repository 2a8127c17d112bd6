/** A row with every field that there is, made up: what no listing and no reference data that ship have. */
import type { APIRequestContext, Page } from '@playwright/test';

interface Field {
  key: string;
  unit: string | null;
  format: string;
  fact: boolean;
}

const FIGURES: Record<string, number> = {
  count: 12,
  degrees: 45,
  index_100: 104,
  mi: 3.4,
  min: 24,
  people: 41_200,
  per_1000_residents: 2.4,
  per_sq_mi: 850,
  percent: 12.5,
  score_0_100: 64,
  usd: 92_400,
  years: 38,
};
/** Where the unit alone would make something impossible. */
const PARTS: Record<string, number> = {
  household_size_tract: 2.4,
  household_size_county: 2.5,
  median_home_value: 412_000,
  home_price_tract: 412_000,
  county_home_value: 398_000,
  avg_rent_tract: 1_640,
  county_median_rent: 1_480,
  county_weekly_wage: 1_120,
  daytime_jobs: 41_000,
  population_growth: 1.4,
  county_growth_rate: 0.9,
  unemployment_rate: 4.1,
  poverty_rate: 10.2,
  no_vehicle_households_pct: 8,
  one_vehicle_households_pct: 34,
  two_vehicle_households_pct: 38,
  three_plus_vehicle_households_pct: 20,
  drive_alone_pct: 61,
  carpool_pct: 8,
  public_transport_pct: 9,
  walk_pct: 5,
  work_from_home_pct: 14,
  other_commute_pct: 3,
  republican_pct: 17.2,
  democrat_pct: 79.1,
  green_pct: 1.1,
  libertarian_pct: 1.6,
  other_pct: 1,
};
const TEXTS: Record<string, unknown> = {
  risk_level: 'Moderate',
  flood_zone: 'AE',
  market_sentiment: 'Positive',
  market_recommendation: 'Proceed',
  county: 'Deschutes County',
  owner_names_csv: 'Ada Example, Grace Example',
  emails_csv: 'info@example.com, sales@example.com',
  business_hours: 'Mon-Fri 9-17',
  founding_date: '2009-03-04',
  social_media_links: { facebook: 'https://facebook.example/a', instagram: 'https://instagram.example/a' },
  top_risk_1: 'Wildfire',
  top_risk_2: 'Earthquake',
  top_risk_3: 'Winter Weather',
  tract_geoid: '41017001500',
};

/** What the server says of a row, filled up: what it has itself stays. */
export async function fullRow(
  api: APIRequestContext,
  row: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { fields } = (await (await api.get('/api/fields')).json()) as { fields: Field[] };
  const made = fields.flatMap(({ key, unit, format, fact }): [string, unknown][] => {
    if (row[key] != null && row[key] !== '' && !fact) return [];
    if (format === 'yes_no') return [[key, key === 'superfund']];
    if (key in PARTS) return [[key, PARTS[key]]];
    if (key in TEXTS) return [[key, TEXTS[key]]];
    if (key.endsWith('_factors')) return [];
    if (unit !== null && unit in FIGURES) return [[key, FIGURES[unit]]];
    if (format === 'text') return [[key, `Made up ${key.replaceAll('_', ' ')}`]];
    return format === 'list' ? [[key, ['One', 'Two']]] : [];
  });
  return { ...row, ...Object.fromEntries(made) };
}

/** Has the page get a session's row as this one. */
export async function serveRow(page: Page, session: string, row: Record<string, unknown>): Promise<void> {
  await page.route(`**/api/business-data/${session}/*?*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    await route.fulfill({ json: { ...body, data: row } });
  });
}
