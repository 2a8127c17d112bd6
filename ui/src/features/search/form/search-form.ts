/** The draft of a search, its rules, and the search it becomes. */
import { NO_STATE, stateCode } from '@/shared/lib/us-states';

export interface SearchDraft {
  term: string;
  state: string;
  cities: string;
  enrich: boolean;
  /** The maximum number of rows; empty for all. */
  maxResults: number | '';
  /** A maps service by name; empty for any source that covers the search. */
  source: string;
}

export interface Search {
  term: string;
  state: string;
  cities: string[];
  enrich: boolean;
  maxResults?: number;
  source?: string;
}

interface SearchProblem {
  /** The field to correct, or the sign-in. */
  field: 'login' | 'term' | 'state' | 'cities';
  text: string;
}

export const EMPTY_DRAFT: SearchDraft = {
  term: '',
  state: '',
  cities: '',
  enrich: false,
  maxResults: '',
  source: '',
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
  if (stateCode(draft.state) === null) return { field: 'state', text: NO_STATE };
  if (parseCities(draft.cities).length === 0)
    return { field: 'cities', text: 'Please enter at least one city' };
  return null;
}

export function toSearch(draft: SearchDraft): Search {
  return {
    term: draft.term.trim(),
    state: draft.state.trim(),
    cities: parseCities(draft.cities),
    enrich: draft.enrich,
    ...(draft.maxResults === '' ? {} : { maxResults: draft.maxResults }),
    ...(draft.source === '' ? {} : { source: draft.source }),
  };
}

const RESULTS_PER_CITY = 20;

/** The estimated cost, which must be available before the search starts. */
export function neededCredits(cityCount: number): number {
  return Math.ceil((RESULTS_PER_CITY * cityCount) / 10);
}
