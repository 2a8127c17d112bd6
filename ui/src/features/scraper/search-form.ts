/** The draft of a search, its rules, and what it becomes when it is started. */
export interface SearchDraft {
  term: string;
  state: string;
  cities: string;
  enrich: boolean;
  /** A maps service by name; empty for whatever covers the search. */
  source: string;
}

export interface Search {
  term: string;
  state: string;
  cities: string[];
  enrich: boolean;
  source?: string;
}

export interface SearchProblem {
  /** The field to mend, or the sign-in. */
  field: 'login' | 'term' | 'state' | 'cities';
  text: string;
}

export const EMPTY_DRAFT: SearchDraft = { term: '', state: '', cities: '', enrich: false, source: '' };
export const STATE_LENGTH = 2;

/** Forced to upper case and to two characters. */
export function normalizeState(input: string): string {
  return input.toUpperCase().slice(0, STATE_LENGTH);
}

/** The cities of a comma-separated text, each once whatever its case. */
export function parseCities(input: string): string[] {
  const byKey = new Map<string, string>();
  for (const city of input.split(',').map((part) => part.trim())) {
    const key = city.toLowerCase();
    if (city !== '' && !byKey.has(key)) byKey.set(key, city);
  }
  return [...byKey.values()];
}

/** The first rule that a draft breaks, in the order of the specification. */
export function findProblem(draft: SearchDraft, signedIn: boolean): SearchProblem | null {
  if (!signedIn) return { field: 'login', text: 'Please log in to perform scraping' };
  if (draft.term.trim() === '') return { field: 'term', text: 'Please enter a search term' };
  if (draft.state.trim() === '') return { field: 'state', text: 'Please enter a state code' };
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
    ...(draft.source === '' ? {} : { source: draft.source }),
  };
}

const RESULTS_PER_CITY = 20;

/** What a search is estimated to cost, and what must be there before it starts. */
export function neededCredits(cityCount: number): number {
  return Math.ceil((RESULTS_PER_CITY * cityCount) / 10);
}
