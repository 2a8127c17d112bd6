/** Every field of a business record is read under every spelling that the server's description lists (ACC-02). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldBook } from '@/shared/facts/field-book';
import { field, fieldsBody } from '@/shared/testing/fakes';
import { factOf, type Account } from './account';

/** Of document B, §3. */
const MAPPED = `
  name address city state zip phone website industry latitude longitude county
  flood_zone food_desert qoz superfund
  population_tract population_growth median_age_tract median_income_tract home_price_tract avg_rent_tract vacancy_rate
  owner_occupied age_65_plus poverty_rate_tract bachelors_tract household_size_tract
  county_population county_growth_rate county_bachelors county_home_value county_median_rent county_weekly_wage
  unemployment_rate labor_force_participation median_age_county median_income_county homeownership_rate poverty_rate
  employment_growth_rate
  democrat_pct republican_pct green_pct libertarian_pct other_pct
  weather_risk_score top_risk_1 top_risk_2 top_risk_3 top_risk_1_score top_risk_2_score top_risk_3_score
  competitors_within_5mi competitors
  distance_to_interstate distance_to_us_highway highway_interchange_density distance_to_commercial_airport
  distance_to_ga_airport nearest_commercial_airport nearest_ga_airport transportation_access_score
  market_saturation_vs_state market_saturation_vs_national market_opportunity_assessment competitive_intensity
  county_total_establishments_same_industry county_total_employees_same_industry establishments_per_1000_residents
  industry_rank_in_county market_intelligence_score market_sentiment risk_level market_recommendation
  economic_strength_score demographic_score housing_market_score transportation_score tourism_score
  economic_strength_factors demographic_factors housing_market_factors transportation_factors tourism_factors
  total_commuters work_from_home_pct public_transport_pct average_commute_time no_vehicle_households_pct daytime_jobs
  daytime_population_ratio population_type
  housing_permits housing_units_permitted housing_construction_value single_family_permits multi_family_permits
  single_family_pct housing_permits_growth_pct housing_market_trend housing_permits_per_1000
  housing_market_activity_level
  drive_alone_pct carpool_pct walk_pct other_commute_pct vehicle_dependency_level
  tourism_employment vacant_housing_units seasonal_housing_units vacant_housing_units_pct seasonal_housing_units_pct
  tourism_intensity tourism_economic_impact_score major_parks_state national_park_proximity
  emails owner_names founding_date years_in_business location_count additional_phones social_media_links
  business_hours price_range service_areas technology_stack content_freshness
`
  .trim()
  .split(/\s+/);

/** The server's description, as it is written down in docs/fields.md (which a test of the server holds). */
const described = readFileSync('../docs/fields.md', 'utf8')
  .split('\n')
  .map((line) => /^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|/.exec(line))
  .filter((match) => match !== null)
  .map(([, key = '', label = '', also = '']) =>
    field({
      key,
      label: label.trim(),
      aliases: also
        .split(',')
        .map((alias) => alias.trim())
        .filter((alias) => alias !== ''),
    }),
  );
const book = fieldBook(fieldsBody(described));

describe('the fields of a business record', () => {
  it('ACC-02: the description was read', () => {
    expect(described.length).toBeGreaterThan(200);
  });

  it.each(MAPPED)('ACC-02: %s is read under all of its spellings', (name) => {
    const known = book.find(name);
    if (known === undefined) throw new Error(`the server describes no field ${name}`);
    const spellings = [name, known.key, known.label, ...known.aliases];
    expect(spellings.length).toBeGreaterThan(1);
    for (const spelling of spellings) {
      const account: Account = {
        sessionKey: 's',
        rowIdx: 0,
        row: { [spelling]: 'a value' } as unknown as Account['row'],
        book,
        answer: { sources: [], source_sets: [] },
      };
      expect(factOf(account, name), spelling).toBe('a value');
    }
  });
});
