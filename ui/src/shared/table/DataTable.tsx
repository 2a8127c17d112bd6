/**
 * The app's table: columns in, rows in; it sorts, draws the rows in view, keeps head and first columns in
 * sight, is walked with the keyboard, and becomes a list of two-line items on a phone where it has few
 * columns. What cells show and what actions do is the feature's.
 */
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState, type ReactNode } from 'react';
import { PhoneItems } from './PhoneItems';
import { TableGrid } from './TableGrid';
import { TableSkeleton } from './TableSkeleton';
import type { Column } from './column';
import type { Selection } from './selection';
import { nextSort, type Sort } from './sort';
import { useSortedRows } from './use-sorted-rows';
import classes from './DataTable.module.css';

/** More columns than this stay a table on a phone too. */
const MOST_PHONE_COLUMNS = 7;
const PHONE = '(max-width: 47.99em)';

export interface DataTableProps<Row extends object> {
  /** Names the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** What a row is called, for its box and for screen readers. */
  rowName: (row: Row) => string;
  /** Columns that are not shown at present, by their ids. */
  hidden?: ReadonlySet<string>;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** The rows come in order already. */
  sortedByServer?: boolean;
  /** Where these rows are a page of more: the place of the first one, from 0, and how many there are. */
  page?: { first: number; total: number };
  /** Enter on a row. */
  onOpen?: (row: Row) => void;
  selection?: Selection;
  /** A row that is pointed out, by its id, and who is told which row is pointed at. */
  marked?: string | null;
  onMark?: (id: string | null) => void;
  empty: ReactNode;
  /** Limits the height, so that the rows scroll under the head. */
  maxHeight?: string;
  /** In place of the rule of the number of columns. */
  onPhone?: 'items' | 'table';
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, hidden, empty, sortedByServer = false } = props;
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
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

/** What the two ways of showing a table are given. */
export interface TableView<Row extends object> extends Omit<
  DataTableProps<Row>,
  'rows' | 'sort' | 'onSort' | 'hidden' | 'empty' | 'sortedByServer' | 'onPhone'
> {
  rows: readonly Row[];
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  onSortBy: (column: string) => void;
}
