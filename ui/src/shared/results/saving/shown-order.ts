/** The order in which rows are saved if the plan has no room for all: the table's. */
import type { Column } from '@/shared/table/column';
import { compareKeys, sortKey, type Sort } from '@/shared/table/sort';
import type { ResultRow } from '../result-columns';

/** Returns the indices of the session's rows in their order on screen, filtered ones last. */
export type ShownOrder = () => number[];

interface Shown {
  columns: readonly Column<ResultRow>[];
  sort: Sort | null;
  /** All loaded rows, and those of them that pass the filter. */
  rows: readonly ResultRow[];
  found: readonly ResultRow[];
}

export function shownOrder({ columns, sort, rows, found }: Shown): number[] {
  const column = columns.find(({ id }) => id === sort?.column);
  const sign = sort?.direction === 'descending' ? -1 : 1;
  const inOrder = (some: readonly ResultRow[]) =>
    column === undefined
      ? some
      : some
          .map((row) => ({ row, key: sortKey(column.value(row)) }))
          .sort((one, other) => sign * compareKeys(one.key, other.key))
          .map(({ row }) => row);
  // A set keeps the first occurrence.
  return [...new Set([...inOrder(found), ...inOrder(rows)].map(({ row_idx: rowIdx }) => Number(rowIdx)))];
}
