/**
 * The name of the enricher's search. Repeating the name returns the first result free of charge, so it is kept,
 * across reloads too, until the search is finished.
 */
import { nanoid } from '@reduxjs/toolkit';
import { keepStored, readStored, removeStored } from '@/shared/lib/browser-storage';
import { EXPIRES_AFTER_MS } from '@/shared/job/resumable';

export interface EnricherQuery {
  query: string;
  state: string;
}

interface NamedSearch extends EnricherQuery {
  userId: string;
  name: string;
  /** When it was first sent (milliseconds since the epoch). */
  at: number;
}

const KEY = 'demandatlas_enricher_search';

/** The last search's name, if this one is the same and not finished. */
export function searchName(userId: string, { query, state }: EnricherQuery): string {
  const last = readStored(KEY) as NamedSearch | null;
  const isSame = last?.userId === userId && last.query === query && last.state === state;
  if (isSame && Date.now() - last.at < EXPIRES_AFTER_MS) return last.name;
  const search: NamedSearch = { userId, query, state, name: nanoid(), at: Date.now() };
  keepStored(KEY, search);
  return search.name;
}

/** After this the same query is a new search. */
export function forgetSearch(): void {
  removeStored(KEY);
}
