/** Filters that somebody gave a name, kept in this browser for them alone. */
import { useUser } from '@/shared/auth/auth-context';
import { FILTERS_PREFIX } from '@/shared/lib/browser-storage';
import { useWritten, writtenKey } from '@/shared/lib/written';
import { useUndoToast } from '@/shared/ui/Toast';
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
  remove: (filter: SavedFilter) => void;
}

export function useSavedFilters(): SavedFilters {
  const { sub: userId } = useUser();
  const showUndo = useUndoToast();
  const key = writtenKey(FILTERS_PREFIX, userId, 'companies');
  const { list: saved, keep } = useWritten(key, isSavedFilter);
  return {
    saved,
    save: (name, narrowed) => {
      keep((stored) => [...without(stored, name), { name, query: written(narrowed) }]);
    },
    remove: (filter) => {
      const place = saved.indexOf(filter);
      keep((stored) => without(stored, filter.name));
      showUndo({
        text: `Deleted the saved filter “${filter.name}”.`,
        onUndo: () => {
          // One that was given its name meanwhile stays.
          keep((stored) => {
            const again = stored.some(({ name }) => name === filter.name);
            return again ? stored : [...stored.slice(0, place), filter, ...stored.slice(place)];
          });
          return Promise.resolve(null);
        },
      });
    },
  };
}

function without(filters: readonly SavedFilter[], name: string): SavedFilter[] {
  return filters.filter((each) => each.name !== name);
}

export function narrowedBy({ query }: SavedFilter): Narrowed {
  const { search, filters } = readWanted(new URLSearchParams(query));
  return { search, filters };
}

function written(narrowed: Narrowed): string {
  return writeWanted({ ...narrowed, sort: null, page: 1, view: 'list' }).toString();
}

function isSavedFilter(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, query } = value as Partial<SavedFilter>;
  return typeof name === 'string' && typeof query === 'string';
}
