/** The draft of a search, its rules, and the search it becomes. */
import type { AreaSearch } from '@/shared/api/generated';
import { NO_STATE, stateCode } from '@/shared/lib/us-states';
import { named } from '@/shared/results/search-text';
import {
  areaLabel,
  areaOf,
  areaProblem,
  EMPTY_AREA,
  type AreaDraft,
  type AreaKind,
} from '../area/area-draft';

export interface SearchDraft {
  term: string;
  state: string;
  cities: string;
  enrich: boolean;
  /** The maximum number of rows; empty for all. */
  maxResults: number | '';
  /** A maps service by name; empty for any source that covers the search. */
  source: string;
  /** Whether cities are searched, or an area of a kind; what was entered for the others stays. */
  by: 'cities' | AreaKind;
  area: AreaDraft;
}

export interface Search {
  term: string;
  /** Empty with an area. */
  state: string;
  /** None with an area. */
  cities: string[];
  area?: AreaSearch;
  /** What is searched, in words. */
  place: string;
  enrich: boolean;
  maxResults?: number;
  source?: string;
}

interface SearchProblem {
  /** The field to correct, or the sign-in. */
  field: 'login' | 'term' | 'state' | 'cities' | 'area';
  text: string;
}

export const EMPTY_DRAFT: SearchDraft = {
  term: '',
  state: '',
  cities: '',
  enrich: false,
  maxResults: '',
  source: '',
  by: 'cities',
  area: EMPTY_AREA,
};
/** The server's limit. */
export const LONGEST_TERM = 200;

/** The cities of a comma-separated text, without duplicates in any case. */
export function parseCities(input: string): string[] {
  const byKey = new Map<string, string>();
  for (const city of input.split(',').map((part) => part.trim())) {
    const key = city.toLowerCase();
    if (city !== '' && !byKey.has(key)) byKey.set(key, city);
  }
  return [...byKey.values()];
}

/** The first broken rule, in the specification's order. */
export function findProblem(draft: SearchDraft, signedIn: boolean): SearchProblem | null {
  if (!signedIn) return { field: 'login', text: 'Please log in to perform scraping' };
  // Punctuation alone is no search term.
  if (!/[\p{L}\p{N}]/u.test(draft.term)) return { field: 'term', text: 'Please enter a search term' };
  if (draft.by !== 'cities') {
    const text = areaProblem(draft.by, draft.area);
    return text === null ? null : { field: 'area', text };
  }
  if (stateCode(draft.state) === null) return { field: 'state', text: NO_STATE };
  if (parseCities(draft.cities).length === 0)
    return { field: 'cities', text: 'Please enter at least one city' };
  return null;
}

export function toSearch(draft: SearchDraft): Search {
  return {
    term: draft.term.trim(),
    ...placeOf(draft),
    enrich: draft.enrich,
    ...(draft.maxResults === '' ? {} : { maxResults: draft.maxResults }),
    ...(draft.source === '' ? {} : { source: draft.source }),
  };
}

function placeOf({
  by,
  area,
  state,
  cities,
}: SearchDraft): Pick<Search, 'state' | 'cities' | 'area' | 'place'> {
  if (by !== 'cities') {
    return { state: '', cities: [], area: areaOf(by, area), place: areaLabel(by, area) };
  }
  const searched = parseCities(cities);
  const place = [named(searched), state.trim()].filter((part) => part !== '').join(', ');
  return { state: state.trim(), cities: searched, place };
}

/** The part of a request that says what is searched. */
export function searchedPlace({ state, cities, area }: Search) {
  return area === undefined ? { state, cities } : { area };
}
