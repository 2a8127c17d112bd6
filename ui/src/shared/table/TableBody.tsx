import { Fragment, useCallback, useLayoutEffect, useRef } from 'react';
import { TableRow, type CellLayout } from './TableRow';
import { between, withAll } from './selection';
import type { TableView } from './table-props';
import { useBodyKeys } from './use-body-keys';
import { useVisibleColumns, type ColumnWidth } from './use-visible-columns';
import { useVisibleRows } from './use-visible-rows';
import classes from './DataTable.module.css';

interface TableBodyProps<Row extends object> {
  view: TableView<Row>;
  layout: readonly CellLayout[];
  widths: readonly ColumnWidth[];
  scroller: HTMLElement | null;
}

export function TableBody<Row extends object>({ view, layout, widths, scroller }: TableBodyProps<Row>) {
  const { columns, rows, rowId, rowName, selection, page, marked, onMark, onOpen } = view;
  const select = useSelect(view);
  const withRow = (use: (row: Row) => void) => (index: number) => {
    const row = rows[index];
    if (row !== undefined) use(row);
  };

  const keys = useBodyKeys({
    first: page?.first ?? 0,
    rowCount: rows.length,
    columnCount: layout.length,
    pageRows: () => Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / visible.rowHeight) - 2),
    onOpen: onOpen === undefined ? undefined : withRow(onOpen),
    onSelect:
      selection === undefined
        ? undefined
        : withRow((row) => {
            select(rowId(row), false);
          }),
    onReach: withRow((row) => {
      onMark?.(rowId(row));
    }),
  });
  const visible = useVisibleRows(rows.length, scroller, keys.active.row);
  const spans = useVisibleColumns(widths, scroller, keys.active.column);

  return (
    // Pointing at a row marks it elsewhere (its pin on a map); so does reaching it by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <tbody
      {...keys.bodyProps}
      onMouseLeave={() => {
        onMark?.(null);
      }}
    >
      {visible.indexes.map((index) => {
        const row = rows[index];
        if (row === undefined) return null;
        const id = rowId(row);
        return (
          <Fragment key={id}>
            <Gap height={visible.gapBefore(index)} />
            <TableRow
              row={row}
              id={id}
              name={rowName(row)}
              index={index}
              rowIndex={(page?.first ?? 0) + index + 2}
              columns={columns}
              layout={layout}
              spans={spans}
              isPart={spans.length < layout.length}
              selected={selection?.ids.has(id)}
              onSelect={select}
              marked={marked === id}
              onMark={onMark}
              activeColumn={keys.active.row === index ? keys.active.column : null}
            />
          </Fragment>
        );
      })}
      <Gap height={visible.gapAfterLast} />
    </tbody>
  );
}

/** In place of rows out of view. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={classes.gap} style={{ height }}>
      <td />
    </tr>
  );
}

/** Selects a row, or with Shift all rows from the last one selected. A stable function. */
function useSelect<Row extends object>(view: TableView<Row>) {
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  });
  const last = useRef<string | null>(null);
  return useCallback((id: string, withShift: boolean) => {
    const { selection, rows, rowId } = latest.current;
    if (selection === undefined) return;
    const ids = withShift && last.current !== null ? between(rows.map(rowId), last.current, id) : [id];
    last.current = id;
    selection.onChange(withAll(selection.ids, ids, !selection.ids.has(id)));
  }, []);
}
