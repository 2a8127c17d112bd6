/** The people around, and how they get about, build and visit. */
import { whyAbsent } from '@/shared/facts/explain-fact';
import { formatNumber, formatPercent } from '@/shared/lib/format';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';
import { textOf, hasFact, labelOf, numberOf, useAccount, type Account } from './account';
import { ComparedFacts, Fact, FactsList, Item, NamedFacts, Score } from './Facts';
import { PartsBar } from './PartsBar';
import classes from './Account.module.css';

export const TRACT_FACTS = [
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
] as const;

export const COUNTY_FACTS = [
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
] as const;

/** Whether any of these is there. */
export function hasAny(account: Account, names: readonly string[]): boolean {
  return names.some((name) => hasFact(account, name));
}

export function Neighborhood() {
  const account = useAccount();
  const tract = textOf(account, 'tract_geoid');
  if (!hasAny(account, TRACT_FACTS)) return <p className={classes.missing}>No tract facts for this area.</p>;
  return (
    <>
      {tract === null ? null : <p className={classes.lead}>Census tract {tract}</p>}
      <ComparedFacts names={TRACT_FACTS} />
    </>
  );
}

export function County() {
  const account = useAccount();
  if (!hasAny(account, COUNTY_FACTS))
    return <p className={classes.missing}>No county facts for this area.</p>;
  const county = textOf(account, 'county');
  const byZip = textOf(account, 'geography_match') === 'zip';
  return (
    <>
      {county === null ? null : (
        <p className={classes.lead}>
          {county}
          {byZip ? ', by ZIP code' : ''}
        </p>
      )}
      <ComparedFacts names={COUNTY_FACTS} />
      <OfStateOnly name="county_weekly_wage" instead="state_weekly_wage" />
    </>
  );
}

export const INFRASTRUCTURE_FACTS = [
  'distance_to_interstate',
  'nearest_interstate',
  'distance_to_us_highway',
  'nearest_us_highway',
  'highway_interchange_density',
  'distance_to_commercial_airport',
  'nearest_commercial_airport',
  'distance_to_ga_airport',
  'nearest_ga_airport',
] as const;

export function Infrastructure() {
  const account = useAccount();
  if (!hasAny(account, INFRASTRUCTURE_FACTS)) {
    return <p className={classes.missing}>No roads or airports are known for this place.</p>;
  }
  return <NamedFacts names={INFRASTRUCTURE_FACTS} />;
}

const COMMUTE_SHARES = [
  'work_from_home_pct',
  'public_transport_pct',
  'average_commute_time',
  'no_vehicle_households_pct',
] as const;
const DAYTIME = [
  'total_commuters',
  'daytime_jobs',
  'state_jobs',
  'daytime_population',
  'daytime_population_ratio',
  'population_type',
] as const;
export const COMMUTING_FACTS = [...COMMUTE_SHARES, ...DAYTIME];

export function Commuting() {
  return (
    <div className={classes.stack}>
      <ComparedFacts names={COMMUTE_SHARES} />
      <NamedFacts names={DAYTIME} />
      <OfStateOnly name="daytime_jobs" instead="state_jobs" />
    </div>
  );
}

const PERMIT_TILES = ['housing_permits', 'housing_units_permitted', 'housing_construction_value'] as const;
const PERMIT_PARTS = ['single_family_permits', 'multi_family_permits'] as const;
const PERMIT_REST = [
  'single_family_pct',
  'housing_permits_growth_pct',
  'housing_permits_per_1000',
  'housing_market_trend',
  'housing_market_activity_level',
] as const;
export const HOUSING_FACTS = [...PERMIT_TILES, ...PERMIT_PARTS, ...PERMIT_REST];

export function Housing() {
  return (
    <div className={classes.stack}>
      <FactTiles names={PERMIT_TILES} />
      <Parts title="Units permitted by kind" names={PERMIT_PARTS} />
      <NamedFacts names={PERMIT_REST} />
    </div>
  );
}

export const HOUSEHOLD_VEHICLES = [
  'no_vehicle_households_pct',
  'one_vehicle_households_pct',
  'two_vehicle_households_pct',
  'three_plus_vehicle_households_pct',
] as const;
export const COMMUTE_MODES = [
  'drive_alone_pct',
  'carpool_pct',
  'public_transport_pct',
  'walk_pct',
  'work_from_home_pct',
  'other_commute_pct',
] as const;
/** Those that no other section has. */
export const VEHICLE_FACTS = [
  ...HOUSEHOLD_VEHICLES.slice(1),
  'drive_alone_pct',
  'carpool_pct',
  'walk_pct',
  'other_commute_pct',
  'vehicle_dependency_level',
];

export function Vehicles() {
  return (
    <div className={classes.stack}>
      <Parts title="Households by vehicles" names={HOUSEHOLD_VEHICLES} percent />
      <Parts title="How people get to work" names={COMMUTE_MODES} percent />
      <FactsList>
        <Item label="Vehicle dependency">
          <Fact name="vehicle_dependency_level" />
        </Item>
      </FactsList>
    </div>
  );
}

const TOURISM_TILES = [
  'tourism_employment',
  'tourism_intensity',
  'state_tourism_employment',
  'state_tourism_intensity',
  'seasonal_housing_units',
  'vacant_housing_units',
] as const;
const TOURISM_REST = [
  'seasonal_housing_units_pct',
  'vacant_housing_units_pct',
  'nearest_national_park',
  'national_park_proximity',
  'major_parks_state',
] as const;
export const TOURISM_FACTS = ['tourism_economic_impact_score', ...TOURISM_TILES, ...TOURISM_REST];

export function Tourism() {
  return (
    <div className={classes.stack}>
      <FactsList>
        <Item label="Economic impact score">
          <Score name="tourism_economic_impact_score" />
        </Item>
      </FactsList>
      <FactTiles names={TOURISM_TILES} />
      <OfStateOnly name="tourism_intensity" instead="state_tourism_intensity" />
      <NamedFacts names={TOURISM_REST} />
    </div>
  );
}

/** Why the state's figure stands here and not the county's. */
function OfStateOnly({ name, instead }: { name: string; instead: string }) {
  const account = useAccount();
  if (hasFact(account, name) || !hasFact(account, instead)) return null;
  const why = whyAbsent(account.row, account.book?.find(name), account.answer);
  return (
    <p className={classes.missing}>
      {labelOf(account, name)} of the county: {why}
    </p>
  );
}

/** Facts as tiles; those that are not there are left to the list. */
function FactTiles({ names }: { names: readonly string[] }) {
  const account = useAccount();
  return (
    <StatTiles>
      {names
        .filter((name) => hasFact(account, name))
        .map((name) => (
          <StatTile key={name} label={labelOf(account, name)} value={<Fact name={name} />} />
        ))}
    </StatTiles>
  );
}

interface PartsProps {
  title: string;
  names: readonly string[];
  /** The figures are shares of the whole already. */
  percent?: boolean;
}

/** Figures that make up a whole; nothing where one of them is missing, since the rest would look like all. */
function Parts({ title, names, percent = false }: PartsProps) {
  const account = useAccount();
  const counted = names.map((name) => ({ name, value: numberOf(account, name) }));
  const known = counted.every((figure): figure is { name: string; value: number } => figure.value !== null);
  if (!known) return <NamedFacts names={names} />;
  const whole = counted.reduce((sum, { value }) => sum + value, 0);
  if (whole <= 0) return <NamedFacts names={names} />;
  return (
    <PartsBar
      title={title}
      parts={counted.map(({ name, value }) => ({
        label: labelOf(account, name).replace(/ %$/, ''),
        share: value / whole,
        text: percent
          ? formatPercent(value)
          : `${formatNumber(value)} (${formatPercent((value / whole) * 100)})`,
      }))}
    />
  );
}
