/** The props of a table, and what it passes to its two layouts. */
import type { ReactNode } from 'react';
import type { Column } from './column';
import type { Selection } from './selection';
import type { Sort } from './sort';

export interface DataTableProps<Row extends object> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** The row's name, for its checkbox and for screen readers. */
  rowName: (row: Row) => string;
  hidden?: ReadonlySet<string>;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  sortedByServer?: boolean;
  /** If the rows are one page of more: the index of the first, and the total. */
  page?: { first: number; total: number };
  /** Enter on a row. */
  onOpen?: (row: Row) => void;
  selection?: Selection;
  /** The marked row's id, and a callback for the row pointed at. */
  marked?: string | null;
  onMark?: (id: string | null) => void;
  empty: ReactNode;
  /** Limits the height, so that the rows scroll under the head. */
  maxHeight?: string;
  /** Overrides the rule by number of columns. */
  onPhone?: 'items' | 'table';
}

/** The props of both layouts. */
export interface TableView<Row extends object> extends Omit<
  DataTableProps<Row>,
  'rows' | 'sort' | 'onSort' | 'hidden' | 'empty' | 'sortedByServer' | 'onPhone'
> {
  rows: readonly Row[];
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  onSortBy: (column: string) => void;
}
