/** Which facts are compared with the nation, with what, and how both are formatted. */
import {
  compareWithAreas,
  compareWithAverage,
  type ComparedAs,
  type Comparison,
} from '@/shared/compare/comparison';
import { NATIONAL_AVERAGES, OLDEST_CURRENT_YEAR } from '@/shared/compare/national-averages';
import { sourceOf } from '@/shared/facts/explain-fact';
import { formatDollars, formatNumber, formatPercent } from '@/shared/lib/format';
import { numberOf, type Account } from './account';

type Measure = keyof typeof NATIONAL_AVERAGES;

const MEASURES: Record<string, Measure> = {
  median_age_tract: 'medianAge',
  median_age_county: 'medianAge',
  household_size_tract: 'householdSize',
  household_size_county: 'householdSize',
  bachelors_tract: 'bachelors',
  county_bachelors: 'bachelors',
  owner_occupied: 'homeowners',
  homeownership_rate: 'homeowners',
  median_income_tract: 'medianIncome',
  median_income_county: 'medianIncome',
  home_price_tract: 'homeValue',
  county_home_value: 'homeValue',
  avg_rent_tract: 'grossRent',
  county_median_rent: 'grossRent',
  poverty_rate_tract: 'poverty',
  poverty_rate: 'poverty',
  age_65_plus: 'age65Plus',
  age_65_plus_county: 'age65Plus',
  population_growth: 'populationGrowth',
  county_growth_rate: 'populationGrowth',
  unemployment_rate_tract: 'unemployment',
  unemployment_rate: 'unemployment',
  employment_growth_rate: 'employmentGrowth',
  county_weekly_wage: 'weeklyWage',
  work_from_home_pct: 'workFromHome',
  public_transport_pct: 'publicTransport',
  no_vehicle_households_pct: 'noVehicle',
  average_commute_time: 'commuteTime',
  daytime_jobs: 'totalEmployment',
  population_density: 'populationDensity',
};

interface Reading {
  as: ComparedAs;
  format: (value: number) => string;
  /** Follows a difference in the measure's own unit. */
  unit?: string;
}

const SHARE: Reading = { as: 'share', format: (value) => formatPercent(value) };
const DOLLARS: Reading = { as: 'amount', format: (value) => formatDollars(value) };
const COUNT: Reading = { as: 'amount', format: (value) => formatNumber(value) };

/** For measures that are not shares. */
const READINGS: Partial<Record<Measure, Reading>> = {
  medianAge: { as: 'unit', format: (years) => formatNumber(years, 1), unit: 'years' },
  householdSize: { as: 'unit', format: (people) => formatNumber(people, 2), unit: 'people' },
  commuteTime: { as: 'unit', format: (minutes) => `${formatNumber(minutes, 1)} min`, unit: 'minutes' },
  medianIncome: DOLLARS,
  homeValue: DOLLARS,
  grossRent: DOLLARS,
  weeklyWage: DOLLARS,
  totalEmployment: COUNT,
  populationDensity: COUNT,
};

/** The specification's averages for the charts. Null for a fact without one. */
export function averageOf(name: string): (Reading & { value: number }) | null {
  const measure = MEASURES[name];
  if (measure === undefined) return null;
  return { ...(READINGS[measure] ?? SHARE), value: NATIONAL_AVERAGES[measure] };
}

const AREAS = {
  tract: { one: 'census tract', many: 'census tracts' },
  county: { one: 'county', many: 'counties' },
};

interface Compared {
  value: number;
  /** The nation's figure, or the middle area's. */
  other: number;
  isAverage: boolean;
  comparison: Comparison;
  format: (value: number) => string;
  /** '2013–2017', if the figures are that old. */
  old: string | null;
}

/** A fact with the nation's figure from the same table and edition; null if unknown. */
export function comparedOf(account: Account, name: string): Compared | null {
  const value = numberOf(account, name);
  const measure = MEASURES[name];
  const field = account.book?.find(name);
  const source = field === undefined ? undefined : sourceOf(account.row, field.key, account.answer);
  if (value === null || measure === undefined || source === undefined) return null;
  const [table, ...further] = source.tables ?? [];
  const nation = field?.nation?.find((at) => at.table === table && at.vintage === source.vintage);
  if (nation === undefined || further.length > 0) return null;
  const { as, format, unit = '' } = READINGS[measure] ?? SHARE;
  const { average, deciles } = nation;
  const old = oldPeriod(source.vintage);
  if (average != null) {
    const comparison = compareWithAverage({ value, average, as, format, unit });
    return { value, other: average, isAverage: true, comparison, format, old };
  }
  const middle = deciles?.[4];
  const area = AREAS[source.level === 'tract' ? 'tract' : 'county'];
  const comparison = deciles == null ? null : compareWithAreas({ value, deciles, area, as, format });
  if (comparison === null || middle === undefined) return null;
  return { value, other: middle, isAverage: false, comparison, format, old };
}

/** The period of a fact's figures, if long ago: '2013–2017'. */
export function oldPeriodOf({ row, book, answer }: Account, name: string): string | null {
  const source = sourceOf(row, book?.find(name)?.key ?? name, answer);
  return source === undefined ? null : oldPeriod(source.vintage);
}

function oldPeriod(vintage: string): string | null {
  const years = (vintage.match(/\d{4}/g) ?? []).map(Number);
  const isOld = years.length > 0 && Math.max(...years) < OLDEST_CURRENT_YEAR;
  return isOld ? vintage.replace('-', '–') : null;
}
