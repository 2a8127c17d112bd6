/** The contents of the two charts of national averages. */
import { EMPLOYMENT_GROWTH_IN_CHART } from '@/shared/compare/national-averages';
import { firstNamed, levelOf, numberOf, type Account } from './account';
import { averageOf, oldPeriodOf } from './averages';

export interface Pair {
  label: string;
  /** Null if unknown. */
  place: number | null;
  average: number;
  format: (value: number) => string;
  /** A remark on the value. */
  note?: string;
}

interface Row {
  label: string;
  /** The tract's fact before the county's. */
  names: readonly [string, ...string[]];
  average?: number;
  /** If the fact is missing: that total over this many square miles. */
  assumed?: { total: string; sqMi: number; label: string; note: string };
}

/** For a county of unknown area. */
const DEFAULT_COUNTY_SQ_MI = 100;

export const SHARES: readonly Row[] = [
  { label: "Bachelor's or higher", names: ['bachelors_tract', 'county_bachelors'] },
  { label: 'Homeowners', names: ['owner_occupied', 'homeownership_rate'] },
  { label: 'Households in poverty', names: ['poverty_rate_tract', 'poverty_rate'] },
  { label: 'Age 65+', names: ['age_65_plus', 'age_65_plus_county'] },
  { label: 'Population growth', names: ['population_growth', 'county_growth_rate'] },
  { label: 'Unemployment', names: ['unemployment_rate'] },
  { label: 'Employment growth', names: ['employment_growth_rate'], average: EMPLOYMENT_GROWTH_IN_CHART },
  { label: 'Work from home', names: ['work_from_home_pct'] },
  { label: 'Public transport', names: ['public_transport_pct'] },
  { label: 'No-vehicle households', names: ['no_vehicle_households_pct'] },
];

/** Grouped by unit, so that a home's price does not flatten ages. */
export const AMOUNTS: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: 'Income and home value',
    rows: [
      { label: 'Median household income', names: ['median_income_tract', 'median_income_county'] },
      { label: 'Median home value', names: ['home_price_tract', 'county_home_value'] },
    ],
  },
  {
    title: 'Rent and wage',
    rows: [
      { label: 'Median gross rent', names: ['avg_rent_tract', 'county_median_rent'] },
      { label: 'Weekly wage', names: ['county_weekly_wage'] },
    ],
  },
  {
    title: 'Age, household, commute',
    rows: [
      { label: 'Median age', names: ['median_age_tract', 'median_age_county'] },
      { label: 'Household size', names: ['household_size_tract', 'household_size_county'] },
      { label: 'Commute time (min)', names: ['average_commute_time'] },
    ],
  },
  {
    title: 'Jobs',
    rows: [{ label: 'Total employment', names: ['daytime_jobs'] }],
  },
  {
    title: 'Density',
    rows: [
      {
        label: 'Population density (per sq mi)',
        names: ['population_density'],
        assumed: {
          total: 'county_population',
          sqMi: DEFAULT_COUNTY_SQ_MI,
          label: 'Population density (assumed area)',
          note: `The county's area is not known; its density is that of an assumed area of ${DEFAULT_COUNTY_SQ_MI} sq mi.`,
        },
      },
    ],
  },
];

export function pairsOf(account: Account, rows: readonly Row[]): Pair[] {
  return rows.flatMap(({ label, names, average: given, assumed }) => {
    const name = firstNamed(account, names) ?? names[0];
    const average = averageOf(name);
    if (average === null) return [];
    const isThere = firstNamed(account, names) !== null;
    const total = assumed === undefined ? null : numberOf(account, assumed.total);
    if (!isThere && assumed !== undefined && total !== null) {
      const place = total / assumed.sqMi;
      return [
        { label: assumed.label, place, average: average.value, format: average.format, note: assumed.note },
      ];
    }
    const level = isThere ? levelOf(account, name) : null;
    const old = isThere ? oldPeriodOf(account, name) : null;
    const area = level === 'Census tract' ? ' (tract)' : level === 'County' ? ' (county)' : '';
    return [
      {
        label: `${label}${area}${old === null ? '' : `, value of ${old}`}`,
        place: numberOf(account, name),
        average: given ?? average.value,
        format: average.format,
      },
    ];
  });
}

/** The margin beyond the longest bar. */
const ROOM = 1.1;
const TICKS = 5;

/** The value axis: from 0, or lower for negative values, to 1.1 times the largest value. */
export function axisOf(pairs: readonly Pair[]): { domain: [number, number]; ticks: number[] } {
  const values = pairs.flatMap(({ place, average }) => (place === null ? [average] : [place, average]));
  const least = Math.min(0, ...values);
  const domain: [number, number] = [least * ROOM, Math.max(0, ...values) * ROOM];
  const step = (domain[1] - domain[0]) / (TICKS - 1);
  return { domain, ticks: Array.from({ length: TICKS }, (_, tick) => domain[0] + tick * step) };
}
