/** The filters of the map: any value within a group, all groups together (A §5). */
import type { Choice } from '@/shared/filters/choices';
import type { CompanyFilterGroups } from '@/shared/companies/company-filters';
import { SCORE_BANDS } from '@/shared/score/score';
import { STATUSES, type ContactStatus } from '@/shared/status/contact-status';
import type { MappedCompany } from './mapped-company';

/** At most one band, since they are radio buttons. */
export type Filters = CompanyFilterGroups;

export function passing(filters: Filters): (company: MappedCompany) => boolean {
  const [status, industry, state, city] = [
    filters.status,
    filters.industry,
    filters.state,
    filters.city.map(folded),
  ].map((values) => new Set<string | null>(values));
  const [chosen] = filters.score;
  const band = SCORE_BANDS.find((each) => each.band === chosen);
  const passes = (chosen: Set<string | null> | undefined, value: string | null) =>
    chosen === undefined || chosen.size === 0 || chosen.has(value);
  return (company) =>
    passes(status, company.status) &&
    passes(industry, company.industry) &&
    passes(state, company.state) &&
    passes(city, company.city === null ? null : folded(company.city)) &&
    (band === undefined || (company.score >= band.from && company.score <= band.to));
}

export interface Choices {
  status: readonly (Choice & { value: ContactStatus })[];
  industry: readonly Choice[];
  state: readonly Choice[];
  city: readonly Choice[];
}

/** The choices: all statuses in their order, else the companies' values, alphabetically. */
export function choicesOf(companies: readonly MappedCompany[]): Choices {
  const statuses = counted(companies.map(({ status }) => status));
  return {
    status: STATUSES.map((value) => ({
      value,
      count: statuses.find((status) => status.value === value)?.count ?? 0,
    })),
    industry: alphabetical(counted(companies.map(({ industry }) => industry))),
    state: alphabetical(counted(companies.map(({ state }) => state))),
    city: alphabetical(inOneSpelling(counted(companies.map(({ city }) => city)))),
  };
}

/** 'BEND' and 'Bend' are one city. */
function folded(city: string): string {
  return city.toLowerCase();
}

/** Each city in its most frequent spelling, in capitals only if all are, like the list's filters. */
function inOneSpelling(cities: readonly Choice[]): Choice[] {
  const isCalm = ({ value }: Choice) => value !== value.toUpperCase();
  const best = cities.toSorted(
    (one, other) => Number(isCalm(other)) - Number(isCalm(one)) || other.count - one.count,
  );
  const named = new Map<string, Choice>();
  for (const { value, count } of best) {
    const { value: name, count: sum } = named.get(folded(value)) ?? { value, count: 0 };
    named.set(folded(value), { value: name, count: sum + count });
  }
  return [...named.values()];
}

function counted<Value extends string>(values: readonly (Value | null)[]): (Choice & { value: Value })[] {
  const counts = new Map<Value, number>();
  for (const value of values) {
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count }));
}

function alphabetical(choices: readonly Choice[]): Choice[] {
  return choices.toSorted((one, other) => one.value.localeCompare(other.value, 'en'));
}
