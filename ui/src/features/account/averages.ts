/** Which facts have a national average beside them, and how both read. */
import { compareWithAverage, type Comparison } from '@/shared/compare/comparison';
import { NATIONAL_AVERAGES, type ComparedAs } from '@/shared/compare/national-averages';
import { formatDollars, formatNumber, formatPercent } from '@/shared/lib/format';

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

/** How the figures of a measure read, and what stands behind a difference of them. */
const FORMATS: Partial<Record<Measure, { format: (value: number) => string; unit?: string }>> = {
  medianAge: { format: (years) => formatNumber(years, 1), unit: 'years' },
  householdSize: { format: (people) => formatNumber(people, 2), unit: 'people' },
  commuteTime: { format: (minutes) => `${formatNumber(minutes, 1)} min`, unit: 'minutes' },
  medianIncome: { format: formatDollars },
  homeValue: { format: formatDollars },
  grossRent: { format: formatDollars },
  weeklyWage: { format: formatDollars },
  totalEmployment: { format: formatNumber },
  populationDensity: { format: formatNumber },
};

export interface Average {
  value: number;
  as: ComparedAs;
  format: (value: number) => string;
  unit: string;
}

/** The average that a fact is compared with; null where there is none. */
export function averageOf(name: string): Average | null {
  const measure = MEASURES[name];
  if (measure === undefined) return null;
  const { format = formatPercent, unit = '' } = FORMATS[measure] ?? {};
  return { ...NATIONAL_AVERAGES[measure], format: (value) => format(value), unit };
}

/** A value beside its average, in words; null where there is no average. */
export function comparisonOf(name: string, value: number): Comparison | null {
  const average = averageOf(name);
  return average === null ? null : compareWithAverage({ ...average, value, average: average.value });
}
