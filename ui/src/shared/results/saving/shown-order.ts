/** In which order rows are saved where the plan has not room for all: as the table shows them. */
import type { Column } from '@/shared/table/column';
import { compareKeys, type Sort, sortKey } from '@/shared/table/sort';
import type { ResultRow } from '../result-columns';

/** Answers the numbers of the session's rows as they are shown now: those that a filter hides last. */
export type ShownOrder = () => number[];

interface Shown {
  columns: readonly Column<ResultRow>[];
  sort: Sort | null;
  /** All that are loaded, and those of them that the filter lets through. */
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
  // A set keeps the first place of each.
  return [...new Set([...inOrder(found), ...inOrder(rows)].map(({ row_idx: rowIdx }) => Number(rowIdx)))];
}
