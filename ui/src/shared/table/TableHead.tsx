import { Fragment } from 'react';
import { Icon } from '@/shared/ui/Icon';
import { IconArrowDown, IconArrowUp } from '@/shared/ui/icons';
import type { CellLayout } from './TableRow';
import { headText, type Column } from './column';
import { selectionState, withAll } from './selection';
import type { Sort } from './sort';
import type { TableView } from './table-props';
import { useVisibleColumns, type ColumnWidth } from './use-visible-columns';
import classes from './DataTable.module.css';

interface TableHeadProps<Row extends object> {
  view: TableView<Row>;
  layout: readonly CellLayout[];
  widths: readonly ColumnWidth[];
  scroller: HTMLElement | null;
}

/** The first column, which is always in view. */
const NONE_KEPT = 0;

export function TableHead<Row extends object>({ view, layout, widths, scroller }: TableHeadProps<Row>) {
  const { columns, sort, onSortBy, selection } = view;
  const spans = useVisibleColumns(widths, scroller, NONE_KEPT);
  const boxes = selection === undefined ? 0 : 1;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {spans.map(({ column: at, gap }) => {
          const column = at === null ? undefined : columns[at - boxes];
          const cell =
            column === undefined || at === null ? (
              at === null || selection === undefined ? null : (
                <th scope="col" className={classes.box} data-sticky={1} style={{ left: layout[0]?.left }}>
                  <SelectAll view={view} selection={selection} />
                </th>
              )
            ) : (
              <HeadCell
                column={column}
                index={spans.length < layout.length ? at + 1 : undefined}
                layout={layout[at]}
                sort={sort}
                onSortBy={onSortBy}
              />
            );
          return (
            <Fragment key={column?.id ?? (at === null ? 'rest' : 'box')}>
              {gap === 0 ? null : <td colSpan={gap} aria-hidden />}
              {cell}
            </Fragment>
          );
        })}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row extends object> {
  column: Column<Row>;
  /** From 1, if not all columns are rendered. */
  index: number | undefined;
  layout: CellLayout | undefined;
  sort: Sort | null;
  onSortBy: (column: string) => void;
}

function HeadCell<Row extends object>({ column, index, layout, sort, onSortBy }: HeadCellProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const sortable = column.sortable !== false;
  const text = headText(column);
  return (
    <th
      scope="col"
      title={text}
      aria-colindex={index}
      data-numeric={column.numeric === true || undefined}
      data-sticky={layout?.order}
      style={{ left: layout?.left }}
      aria-sort={sortable ? (direction ?? 'none') : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => {
            onSortBy(column.id);
          }}
        >
          <span className={classes.headText}>{text}</span>
          <span className={classes.arrow} data-direction={direction}>
            <Icon of={direction === 'descending' ? IconArrowDown : IconArrowUp} size={14} />
          </span>
        </button>
      ) : (
        text
      )}
    </th>
  );
}

interface SelectAllProps<Row extends object> {
  view: TableView<Row>;
  selection: NonNullable<TableView<Row>['selection']>;
}

function SelectAll<Row extends object>({ view, selection }: SelectAllProps<Row>) {
  const ids = view.rows.map(view.rowId);
  const state = selectionState(selection.ids, ids);
  return (
    <input
      type="checkbox"
      aria-label="Select all rows"
      ref={(box) => {
        if (box !== null) box.indeterminate = state === 'some';
      }}
      checked={state === 'all'}
      onChange={() => {
        selection.onChange(withAll(selection.ids, ids, state !== 'all'));
      }}
    />
  );
}
