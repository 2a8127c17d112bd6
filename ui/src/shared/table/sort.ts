/**
 * Sorting: numeric texts are numbers, missing values are empty. Ascending, empty cells come first, then numbers, then
 * texts regardless of case.
 */
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { cellText } from './cell-text';
import type { Column } from './column';

export interface Sort {
  column: string;
  direction: 'ascending' | 'descending';
}

type SortKey = { kind: 'empty' } | { kind: 'number'; value: number } | { kind: 'text'; value: string };

const RANK = { empty: 0, number: 1, text: 2 } as const;
const COLLATOR = new Intl.Collator('en-US', { sensitivity: 'base' });

export function sortKey(value: unknown): SortKey {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? { kind: 'number', value } : { kind: 'empty' };
  }
  const text = cellText(value).trim();
  if (text === '') return { kind: 'empty' };
  const number = typeof value === 'string' ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? { kind: 'number', value: number } : { kind: 'text', value: text };
}

export function compareKeys(left: SortKey, right: SortKey): number {
  if (left.kind === 'number' && right.kind === 'number') return left.value - right.value;
  if (left.kind === 'text' && right.kind === 'text') return COLLATOR.compare(left.value, right.value);
  return RANK[left.kind] - RANK[right.kind];
}

/** A click on a column's head sorts ascending, a second one descending. */
export function nextSort(current: Sort | null, column: string): Sort {
  const turned = current?.column === column && current.direction === 'ascending';
  return { column, direction: turned ? 'descending' : 'ascending' };
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

const NO_ROWS: never[] = [];

/** The sorted rows; equal ones keep their order. */
export function useSortedRows<Row extends object>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
  sort: Sort | null,
): Row[] {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<Features, Row>();
    return columns.map((column) =>
      helper.accessor((row): unknown => sortKey(column.value(row)), {
        id: column.id,
        enableSorting: column.sortable !== false,
        sortFn: (left, right, id) => compareKeys(left.getValue<SortKey>(id), right.getValue<SortKey>(id)),
      }),
    );
  }, [columns]);
  const sorting = useMemo(
    () => (sort === null ? [] : [{ id: sort.column, desc: sort.direction === 'descending' }]),
    [sort],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows ?? NO_ROWS,
    state: { sorting },
  });
  const sorted = table.getRowModel().rows;
  return useMemo(() => sorted.map((row) => row.original), [sorted]);
}

const PARAMETER = 'sort';

/** In an address: 'credits', descending '-credits'. Null for an unknown column. */
export function readSort(written: string, columns: readonly { id: string }[]): Sort | null {
  const column = written.replace(/^-/, '');
  if (!columns.some(({ id }) => id === column)) return null;
  return { column, direction: written.startsWith('-') ? 'descending' : 'ascending' };
}

export function writeSort({ column, direction }: Sort): string {
  return direction === 'descending' ? `-${column}` : column;
}

/** The order of a table, kept in the address as `?sort=`. */
export function useAddressSort(columns: readonly { id: string }[]): [Sort | null, (sort: Sort) => void] {
  const [params, setParams] = useSearchParams();
  const written = params.get(PARAMETER) ?? '';
  // A new object would sort the rows again.
  const sort = useMemo(() => readSort(written, columns), [written, columns]);
  const setSort = (next: Sort) => {
    setParams(
      (current) => {
        current.set(PARAMETER, writeSort(next));
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [sort, setSort];
}
