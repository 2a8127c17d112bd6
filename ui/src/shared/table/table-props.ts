/** What a table is given, and what it hands on to the two ways of showing it. */
import type { ReactNode } from 'react';
import type { Column } from './column';
import type { Selection } from './selection';
import type { Sort } from './sort';

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
