import { Icon } from '@/shared/ui/Icon';
import { IconArrowDown, IconArrowUp } from '@/shared/ui/icons';
import type { CellLayout } from './TableRow';
import { headText, type Column } from './column';
import { selectionState, withAll } from './selection';
import type { Sort } from './sort';
import type { TableView } from './table-props';
import classes from './DataTable.module.css';

interface TableHeadProps<Row extends object> {
  view: TableView<Row>;
  layout: readonly CellLayout[];
}

export function TableHead<Row extends object>({ view, layout }: TableHeadProps<Row>) {
  const { columns, sort, onSortBy, selection } = view;
  const columnLayout = selection === undefined ? layout : layout.slice(1);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection === undefined ? null : (
          <th scope="col" className={classes.box} data-sticky={1} style={{ left: layout[0]?.left }}>
            <SelectAll view={view} selection={selection} />
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            layout={columnLayout[index]}
            sort={sort}
            onSortBy={onSortBy}
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row extends object> {
  column: Column<Row>;
  layout: CellLayout | undefined;
  sort: Sort | null;
  onSortBy: (column: string) => void;
}

function HeadCell<Row extends object>({ column, layout, sort, onSortBy }: HeadCellProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const sortable = column.sortable !== false;
  const text = headText(column);
  return (
    <th
      scope="col"
      title={text}
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

/** Selects all rows of the table, or none. */
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
