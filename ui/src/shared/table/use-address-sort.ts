import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Sort } from './sort';

const PARAMETER = 'sort';

/** The order of a table, kept in the address: `?sort=credits`, descending `?sort=-credits`. */
export function useAddressSort(columns: readonly { id: string }[]): [Sort | null, (sort: Sort) => void] {
  const [params, setParams] = useSearchParams();
  const written = params.get(PARAMETER) ?? '';
  const column = written.replace(/^-/, '');
  const known = columns.some(({ id }) => id === column);
  // The same one until it changes: by another one, rows are sorted anew.
  const sort = useMemo<Sort | null>(
    () => (known ? { column, direction: written.startsWith('-') ? 'descending' : 'ascending' } : null),
    [known, column, written],
  );
  const setSort = (next: Sort) => {
    setParams(
      (current) => {
        current.set(PARAMETER, next.direction === 'descending' ? `-${next.column}` : next.column);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [sort, setSort];
}
