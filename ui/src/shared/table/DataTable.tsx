/**
 * The app's table: it sorts, renders the rows in view, keeps head and first columns visible, can be navigated by
 * keyboard, and becomes a list of two-line items on a phone if it has few columns. Cells and actions are the
 * feature's.
 */
import { useMemo, useState } from 'react';
import { usePhone } from '@/shared/ui/use-phone';
import { PhoneItems } from './PhoneItems';
import { TableGrid } from './TableGrid';
import { TableSkeleton } from './TableSkeleton';
import { nextSort, useSortedRows, type Sort } from './sort';
import type { DataTableProps } from './table-props';
import classes from './DataTable.module.css';

/** With more columns it stays a table on a phone. */
const MOST_PHONE_COLUMNS = 7;
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, hidden, empty, sortedByServer = false } = props;
  const phone = usePhone();
  const [ownSort, setOwnSort] = useState<Sort | null>(null);
  const sort = props.sort === undefined ? ownSort : props.sort;
  const sortBy = (next: Sort) => {
    setOwnSort(next);
    props.onSort?.(next);
  };
  const shown = useMemo(() => columns.filter(({ id }) => hidden?.has(id) !== true), [columns, hidden]);
  const sorted = useSortedRows(columns, rows, sortedByServer ? null : sort);

  if (rows === undefined) return <TableSkeleton columns={shown.length} />;
  if (rows.length === 0) {
    return (
      <div className={classes.empty} role="status">
        {empty}
      </div>
    );
  }

  const view = {
    ...props,
    columns: shown,
    rows: sorted,
    sort,
    onSort: sortBy,
    onSortBy: (column: string) => {
      sortBy(nextSort(sort, column));
    },
  };
  const items =
    phone && (props.onPhone ?? (shown.length <= MOST_PHONE_COLUMNS ? 'items' : 'table')) === 'items';
  return items ? <PhoneItems view={view} /> : <TableGrid view={view} />;
}
