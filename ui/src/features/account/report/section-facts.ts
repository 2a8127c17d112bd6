/** What facts each section shows, in its order; of several names the first that is there. */
import {
  COMMUTE_MODES,
  COMMUTING_FACTS,
  COUNTY_FACTS,
  HOUSEHOLD_VEHICLES,
  HOUSING_FACTS,
  INFRASTRUCTURE_FACTS,
  TOURISM_FACTS,
  TRACT_FACTS,
} from '../DemographicSections';
import { DENSITY_FACTS, SATURATIONS } from '../MarketSections';
import { SOCIOECONOMICS, WAYS } from '../PlaceSections';

type Names = string | readonly [string, ...string[]];

/** Sections with rows of another kind, such as charts, are not here. */
export const SECTION_FACTS: Record<string, readonly Names[]> = {
  company: [
    'main_category',
    'address',
    'phone',
    'additional_phones',
    'website',
    'emails_csv',
    'owner_names_csv',
    'founding_date',
    'years_in_business',
    'location_count',
    'business_hours',
    'price_range',
    'service_areas',
    'technology_stack',
    'social_media_links',
  ],
  socioeconomics: [...SOCIOECONOMICS, 'qoz', 'food_desert'],
  risk: ['risk_level', 'environmental_risk_score', 'economic_strength_score', 'superfund', 'flood_zone'],
  location: ['latitude', 'longitude', 'county', 'zip', 'flood_zone'],
  access: ['transportation_access_score', ...WAYS.flatMap(({ distance, nearest }) => [distance, nearest])],
  neighborhood: ['tract_geoid', ...TRACT_FACTS],
  county: ['county', ...COUNTY_FACTS],
  infrastructure: INFRASTRUCTURE_FACTS,
  commuting: COMMUTING_FACTS,
  housing: HOUSING_FACTS,
  vehicles: [...HOUSEHOLD_VEHICLES, ...COMMUTE_MODES, 'vehicle_dependency_level'],
  tourism: TOURISM_FACTS,
  density: DENSITY_FACTS,
  saturation: SATURATIONS.map(({ name }) => name),
  weather: ['top_risk_1', 'top_risk_2', 'top_risk_3'],
  competitors: ['competitors_within_5mi', 'competitive_intensity'],
  politics: ['republican_pct', 'democrat_pct', 'green_pct', 'libertarian_pct', 'other_pct'],
  scoring: ['market_sentiment', 'market_recommendation'],
};
