/** Filters that somebody gave a name, kept in this browser for them alone. */
import { useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { FILTERS_PREFIX, readStored, writeStored } from '@/shared/lib/browser-storage';
import { readWanted, writeWanted, type Wanted } from '../companies-address';

export type Narrowed = Pick<Wanted, 'search' | 'filters'>;

interface SavedFilter {
  name: string;
  /** As an address has them. */
  query: string;
}

export interface SavedFilters {
  saved: readonly SavedFilter[];
  /** One of the same name is replaced. */
  save: (name: string, narrowed: Narrowed) => void;
  remove: (name: string) => void;
}

export function useSavedFilters(): SavedFilters {
  const { sub: userId } = useUser();
  const key = `${FILTERS_PREFIX}${userId}_companies`;
  const [saved, setSaved] = useState(() => readSaved(key));
  const keep = (next: SavedFilter[]) => {
    setSaved(next);
    writeStored(key, next);
  };
  const others = (name: string) => saved.filter((each) => each.name !== name);
  return {
    saved,
    save: (name, narrowed) => {
      keep([...others(name), { name, query: written(narrowed) }]);
    },
    remove: (name) => {
      keep(others(name));
    },
  };
}

export function narrowedBy({ query }: SavedFilter): Narrowed {
  const { search, filters } = readWanted(new URLSearchParams(query));
  return { search, filters };
}

function written(narrowed: Narrowed): string {
  return writeWanted({ ...narrowed, sort: null, page: 1, view: 'list' }).toString();
}

function readSaved(key: string): SavedFilter[] {
  const stored = readStored(key);
  return Array.isArray(stored) ? stored.filter(isSavedFilter) : [];
}

function isSavedFilter(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, query } = value as Partial<SavedFilter>;
  return typeof name === 'string' && typeof query === 'string';
}
