/**
 * The sections of the page in order: what each shows, and how. Page and printed report are made from this table. A
 * fact it does not name goes to the end of the section of its field's group.
 */
import type { ReactNode } from 'react';
import { preload } from '@/shared/lib/preload';
import { loadMap } from '@/shared/map/MapFrame';
import type { Account } from './account';
import {
  Emails,
  FoundingDate,
  Hours,
  LocationCount,
  Phones,
  PriceRange,
  Provided,
  SocialMedia,
  Technology,
  Website,
} from './CompanyDetails';
import { WebsiteReading } from './WebsiteReading';
import { CompetitorsNearby } from './CompetitorsSection';
import { AccountDetails, Notes } from './CrmSections';
import { Score } from './Facts';
import { CountyName, CountedAs, NoDensity, ToDemandMap, TractNumber } from './Leads';
import { WEATHER_FACTS } from './hazards';
import { RegionalIndicators, Saturation, SCORE_FACTS, Scores } from './MarketSections';
import { NextSteps } from './NextSteps';
import { compared, content, hasAny, items, list, ofStateOnly, shares, tiles, type Part } from './parts';
import { FloodZone, LocationOnMap, Socioeconomics, WaysOut } from './PlaceSections';
import { WeatherRisks } from './WeatherSection';

const charts = preload(() => import('./ChartSections'));
// Preloaded while the row loads, not after it.
charts.ask();
loadMap();
const ShareComparisons = charts.component((module) => module.ShareComparisons);
const AmountComparisons = charts.component((module) => module.AmountComparisons);
const PoliticalAffiliation = charts.component((module) => module.PoliticalAffiliation);

export type SectionGroup = 'At a glance' | 'Your work' | 'People and place' | 'Market' | 'Risk and outlook';

export interface SectionOf {
  /** Also the group of fields it shows. */
  id: string;
  title: string;
  group: SectionGroup;
  parts: readonly Part[];
  /** Shown if none of its facts is available. */
  missing?: ReactNode;
  /** Omitted if it has no facts. */
  optional?: boolean;
  /** Two of these fit side by side on paper. */
  half?: boolean;
  /** The height reserved while it loads, in pixels. */
  minHeight?: number;
}

export const SECTIONS: readonly SectionOf[] = [
  {
    id: 'company',
    title: 'Company',
    group: 'At a glance',
    parts: [
      items(
        ['Industry', 'main_category', <Provided name="main_category" />],
        ['Phone', 'phone', <Phones />],
        ['Website', 'website', <Website />],
        ['Emails', 'emails_csv', <Emails />],
        ['Owners', 'owner_names_csv', <Provided name="owner_names_csv" />],
        ['Founding date', 'founding_date', <FoundingDate />],
        ['Years in business', 'years_in_business', <Provided name="years_in_business" formatted />],
        ['Locations', 'location_count', <LocationCount />],
        ['Business hours', 'business_hours', <Hours />],
        ['Price range', 'price_range', <PriceRange />],
        ['Service areas', 'service_areas', <Provided name="service_areas" />],
        ['Technology', 'technology_stack', <Technology />],
        ['Social media', 'social_media_links', <SocialMedia />],
      ),
      content(<WebsiteReading />, 'website_read_at', 'website_sources'),
    ],
  },
  {
    id: 'socioeconomics',
    title: 'Socioeconomics',
    group: 'At a glance',
    parts: [
      content(<Socioeconomics />),
      items(['Qualified Opportunity Zone', 'qoz'], ['Food Desert', 'food_desert']),
    ],
  },
  {
    id: 'risk',
    title: 'Risk Assessment',
    group: 'At a glance',
    half: true,
    parts: [
      items(
        ['Risk level', 'risk_level'],
        [null, 'environmental_risk_score', <Score name="environmental_risk_score" risk />],
        [null, 'economic_strength_score', <Score name="economic_strength_score" />],
        ['Superfund site within 5 miles', 'superfund'],
        ['FEMA flood zone', 'flood_zone', <FloodZone />],
      ),
    ],
  },
  {
    id: 'location',
    title: 'Location',
    group: 'At a glance',
    half: true,
    parts: [content(<LocationOnMap />, 'county', 'flood_zone')],
  },
  {
    id: 'access',
    title: 'Transportation & Access',
    group: 'At a glance',
    parts: [content(<WaysOut />, 'transportation_access_score')],
  },
  {
    id: 'percentages',
    title: 'Percentage Comparisons vs National Average',
    group: 'At a glance',
    parts: [content(<ShareComparisons />)],
    minHeight: 420,
  },
  {
    id: 'amounts',
    title: 'Financial & Demographic Comparisons vs National Average',
    group: 'At a glance',
    parts: [content(<AmountComparisons />)],
    minHeight: 640,
  },
  { id: 'details', title: 'Account Details', group: 'Your work', parts: [content(<AccountDetails />)] },
  { id: 'notes', title: 'Notes', group: 'Your work', parts: [content(<Notes />)] },
  { id: 'next-steps', title: 'Next Steps', group: 'Your work', parts: [content(<NextSteps />)] },
  {
    id: 'neighborhood',
    title: 'Neighborhood Demographics',
    group: 'People and place',
    missing: 'No tract facts for this area.',
    parts: [
      content(<TractNumber />),
      compared(
        'population_tract',
        'population_growth',
        'median_age_tract',
        'median_income_tract',
        'home_price_tract',
        'avg_rent_tract',
        'vacancy_rate',
        'owner_occupied',
        'age_65_plus',
        'poverty_rate_tract',
        'bachelors_tract',
        'household_size_tract',
      ),
    ],
  },
  {
    id: 'county',
    title: 'County Demographics',
    group: 'People and place',
    missing: 'No county facts for this area.',
    parts: [
      content(<CountyName />),
      compared(
        'county_population',
        'county_growth_rate',
        'county_bachelors',
        'county_home_value',
        'county_median_rent',
        'county_weekly_wage',
        'state_weekly_wage',
        'unemployment_rate',
        'labor_force_participation',
        'median_age_county',
        'median_income_county',
        'homeownership_rate',
        'poverty_rate',
        'employment_growth_rate',
      ),
      ofStateOnly('county_weekly_wage', 'state_weekly_wage'),
    ],
  },
  {
    id: 'infrastructure',
    title: 'Transportation Infrastructure',
    group: 'People and place',
    missing: 'No roads or airports are known for this place.',
    parts: [
      list(
        'distance_to_interstate',
        'nearest_interstate',
        'distance_to_us_highway',
        'nearest_us_highway',
        'highway_interchange_density',
        'distance_to_commercial_airport',
        'nearest_commercial_airport',
        'distance_to_ga_airport',
        'nearest_ga_airport',
      ),
    ],
  },
  {
    id: 'commuting',
    title: 'Commuting & Employment',
    group: 'People and place',
    optional: true,
    half: true,
    parts: [
      compared(
        'work_from_home_pct',
        'public_transport_pct',
        'average_commute_time',
        'no_vehicle_households_pct',
      ),
      list(
        'total_commuters',
        'daytime_jobs',
        'state_jobs',
        'daytime_population',
        'daytime_population_ratio',
        'population_type',
      ),
      ofStateOnly('daytime_jobs', 'state_jobs'),
    ],
  },
  {
    id: 'housing',
    title: 'Housing Market Activity',
    group: 'People and place',
    optional: true,
    half: true,
    parts: [
      tiles('housing_permits', 'housing_units_permitted', 'housing_construction_value'),
      shares('Units permitted by kind', ['single_family_permits', 'multi_family_permits']),
      list(
        'single_family_pct',
        'housing_permits_growth_pct',
        'housing_permits_per_1000',
        'housing_market_trend',
        'housing_market_activity_level',
      ),
    ],
  },
  {
    id: 'vehicles',
    title: 'Vehicle Ownership & Transportation',
    group: 'People and place',
    optional: true,
    half: true,
    parts: [
      shares(
        'Households by vehicles',
        [
          'no_vehicle_households_pct',
          'one_vehicle_households_pct',
          'two_vehicle_households_pct',
          'three_plus_vehicle_households_pct',
        ],
        true,
      ),
      shares(
        'How people get to work',
        [
          'drive_alone_pct',
          'carpool_pct',
          'public_transport_pct',
          'walk_pct',
          'work_from_home_pct',
          'other_commute_pct',
        ],
        true,
      ),
      items(['Vehicle dependency', 'vehicle_dependency_level']),
    ],
  },
  {
    id: 'tourism',
    title: 'Tourism & Visitor Economy',
    group: 'People and place',
    optional: true,
    half: true,
    parts: [
      items([
        'Economic impact score',
        'tourism_economic_impact_score',
        <Score name="tourism_economic_impact_score" />,
      ]),
      tiles(
        'tourism_employment',
        'tourism_intensity',
        'state_tourism_employment',
        'state_tourism_intensity',
        'seasonal_housing_units',
        'vacant_housing_units',
      ),
      ofStateOnly('tourism_intensity', 'state_tourism_intensity'),
      list(
        'seasonal_housing_units_pct',
        'vacant_housing_units_pct',
        'nearest_national_park',
        'national_park_proximity',
        'major_parks_state',
      ),
    ],
  },
  {
    id: 'density',
    title: 'Market Intelligence & Business Density',
    group: 'Market',
    missing: <NoDensity />,
    half: true,
    parts: [
      content(<CountedAs />, 'industry_counted_as'),
      list(
        'county_total_establishments_same_industry',
        'county_total_employees_same_industry',
        'establishments_per_1000_residents',
        'industry_rank_in_county',
        'competitive_intensity',
        'market_opportunity_assessment',
      ),
      content(<ToDemandMap />),
    ],
  },
  {
    id: 'saturation',
    title: 'Market Saturation Analysis',
    group: 'Market',
    half: true,
    parts: [content(<Saturation />, 'market_saturation_vs_state', 'market_saturation_vs_national')],
  },
  {
    id: 'indicators',
    title: 'Regional Indicators',
    group: 'Market',
    half: true,
    parts: [content(<RegionalIndicators />)],
  },
  {
    id: 'weather',
    title: 'Weather Risks',
    group: 'Risk and outlook',
    half: true,
    parts: [content(<WeatherRisks />, ...WEATHER_FACTS)],
  },
  {
    id: 'competitors',
    title: 'Competitors Nearby',
    group: 'Risk and outlook',
    half: true,
    parts: [content(<CompetitorsNearby />, 'competitors_within_5mi', 'competitive_intensity')],
  },
  {
    id: 'politics',
    title: 'Political Affiliation',
    group: 'Risk and outlook',
    half: true,
    parts: [
      content(
        <PoliticalAffiliation />,
        ...['republican_pct', 'democrat_pct', 'green_pct', 'libertarian_pct', 'other_pct'],
      ),
    ],
    minHeight: 260,
  },
  {
    id: 'scoring',
    title: 'Market Intelligence Scoring',
    group: 'Risk and outlook',
    parts: [
      items(['Market sentiment', 'market_sentiment'], ['Recommendation', 'market_recommendation']),
      content(<Scores />, ...SCORE_FACTS),
    ],
  },
];

/** The first section that names a fact. */
const NAMED = new Map<string, string>();
for (const { id, parts } of SECTIONS) {
  for (const fact of parts.flatMap(({ facts }) => facts)) if (!NAMED.has(fact)) NAMED.set(fact, id);
}

/** The sections for this business, in order. */
export function sectionsOf(account: Account): SectionOf[] {
  return SECTIONS.filter(({ id, optional = false }) => {
    const own = [...NAMED].filter(([, section]) => section === id).map(([fact]) => fact);
    return !optional || hasAny(account, [...own, ...furtherFacts(account, id)]);
  });
}

/** Not shown as a line: tables of scores and places on a map. */
const DRAWN = ['factors', 'businesses', 'outline'];

/** The facts of a section's group that no section names. */
export function furtherFacts({ book }: Account, id: string): string[] {
  const fields = (book?.fields ?? []).filter(
    ({ key, fact, group, type }) => fact && group === id && !NAMED.has(key) && !DRAWN.includes(type),
  );
  return fields.map(({ key }) => key);
}
