/** What the list and the board show, kept in the address for reload and Back. */
import { useSearchParams } from 'react-router';
import type { CompanyFilters, SortBy } from '@/shared/companies/companies-api';
import {
  countGroups,
  FILTER_GROUPS,
  NO_GROUPS,
  readGroups,
  valuesIn,
  writeGroups,
  type CompanyFilterGroups,
} from '@/shared/companies/company-filters';
import { readSort, writeSort, type Sort } from '@/shared/table/sort';

/** Filters with several values: any value of a group, all groups. */
export const GROUPS = [...FILTER_GROUPS, 'tag'] as const;
export type Group = (typeof GROUPS)[number];
/** What is known to get in touch. */
export const CONTACTS = ['hasEmail', 'hasPhone', 'websiteRead'] as const;
/** Filters that are on or off. */
export const SWITCHES = ['due', 'stale', 'changed', ...CONTACTS] as const;
export type Switch = (typeof SWITCHES)[number];

export type Filters = CompanyFilterGroups & { tag: readonly string[] } & Record<Switch, boolean>;
export type View = 'list' | 'board';

/** What the server can sort by. */
const SORTS: readonly { id: SortBy }[] = [
  { id: 'company_name' },
  { id: 'city' },
  { id: 'state' },
  { id: 'main_category' },
  { id: 'market_intelligence_score' },
  { id: 'contact_status' },
  { id: 'saved_at' },
  { id: 'follow_up_date' },
];

export interface Wanted {
  search: string;
  filters: Filters;
  sort: Sort | null;
  /** From 1. */
  page: number;
  view: View;
}

export const NO_FILTERS: Filters = {
  ...NO_GROUPS,
  tag: [],
  ...switches(() => false),
};

/** Separates a group's values for the server. */
const SEPARATOR = '|';
const ON = '1';

export function readWanted(params: URLSearchParams): Wanted {
  const page = Number(params.get('page'));
  return {
    search: params.get('search') ?? '',
    filters: {
      ...readGroups(params),
      tag: valuesIn(params, 'tag'),
      ...switches((name) => params.get(name) === ON),
    },
    sort: readSort(params.get('sort') ?? '', SORTS),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    view: params.get('view') === 'board' ? 'board' : 'list',
  };
}

/** As the server's parameters. */
export function sortArguments(sort: Sort | null): { sort?: SortBy; order?: 'asc' | 'desc' } {
  const known = SORTS.find(({ id }) => id === sort?.column);
  if (sort === null || known === undefined) return {};
  return { sort: known.id, order: sort.direction === 'descending' ? 'desc' : 'asc' };
}

/** Defaults are left out. */
export function writeWanted({ search, filters, sort, page, view }: Wanted): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  writeGroups(params, filters);
  for (const tag of filters.tag) params.append('tag', tag);
  for (const name of SWITCHES) {
    if (filters[name]) params.set(name, ON);
  }
  if (sort !== null) params.set('sort', writeSort(sort));
  if (page > 1) params.set('page', String(page));
  if (view !== 'list') params.set('view', view);
  return params;
}

/** As the server's parameters; `today` is the reader's date. */
export function filterArguments(
  { search, filters }: Pick<Wanted, 'search' | 'filters'>,
  today: string,
): CompanyFilters {
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...Object.fromEntries(
      GROUPS.filter((group) => filters[group].length > 0).map((group) => [
        group,
        filters[group].map(escaped).join(SEPARATOR),
      ]),
    ),
    today,
    ...Object.fromEntries(SWITCHES.filter((name) => filters[name]).map((name) => [name, true])),
  };
}

/** A value may contain the separator. */
const escaped = (value: string) => value.replace(/[\\|]/g, '\\$&');

/** The filters that the map has too, as its address writes them. */
export function mapFilters(filters: Filters): string {
  const params = new URLSearchParams();
  // The map filters by one band or none.
  writeGroups(params, { ...filters, score: filters.score.length === 1 ? filters.score : [] });
  return params.toString();
}

function switches(isOn: (name: Switch) => boolean): Record<Switch, boolean> {
  return Object.fromEntries(SWITCHES.map((name) => [name, isOn(name)])) as Record<Switch, boolean>;
}

export function countFilters(filters: Filters): number {
  return countGroups(filters) + filters.tag.length + SWITCHES.filter((name) => filters[name]).length;
}

export interface CompaniesAddress extends Wanted {
  /** Any change but of the page goes back to the first page. */
  change: (changes: Partial<Wanted>, how?: { replace: boolean }) => void;
}

export function useCompaniesAddress(): CompaniesAddress {
  const [params, setParams] = useSearchParams();
  const change: CompaniesAddress['change'] = (changes, how) => {
    setParams((before) => kept(before, writeWanted({ ...readWanted(before), page: 1, ...changes })), {
      // Pages and views are steps for Back; changing a filter is not.
      replace: how?.replace ?? (changes.page === undefined && changes.view === undefined),
      preventScrollReset: true,
    });
  };
  return { ...readWanted(params), change };
}

const OURS = new Set<string>([...GROUPS, ...SWITCHES, 'search', 'sort', 'page', 'view']);

/** Keeps what else is in the address, such as an open portal. */
function kept(before: URLSearchParams, ours: URLSearchParams): URLSearchParams {
  for (const [name, value] of before) {
    if (!OURS.has(name)) ours.append(name, value);
  }
  return ours;
}
