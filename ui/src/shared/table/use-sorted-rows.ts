import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from './column';
import { compareKeys, sortKey, type Sort, type SortKey } from './sort';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

const NO_ROWS: never[] = [];

/** The rows in the order that is asked for; those that compare equal stay in theirs. */
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
