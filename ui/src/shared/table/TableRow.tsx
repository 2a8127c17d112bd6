import { Fragment, memo, useLayoutEffect, useRef, type ReactNode } from 'react';
import { cellText } from './cell-text';
import type { Column } from './column';
import { markTabStops } from './tab-stops';
import type { Span } from './use-visible-columns';
import classes from './DataTable.module.css';

export interface CellLayout {
  id: string;
  /** A CSS length. */
  width: string;
  /** The offset of a sticky cell. */
  left?: string;
  /** Its rank among the sticky ones, from 1. */
  order?: number;
}

interface TableRowProps<Row extends object> {
  row: Row;
  id: string;
  name: string;
  /** Its position in the table, from 0. */
  index: number;
  /** Its position among all rows including the head, from 1. */
  rowIndex: number;
  columns: readonly Column<Row>[];
  layout: readonly CellLayout[];
  spans: readonly Span[];
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  /** Not all columns are rendered. */
  isPart: boolean;
  onSelect: (id: string, withShift: boolean) => void;
  marked: boolean;
  onMark: ((id: string | null) => void) | undefined;
  /** The column the keyboard reaches, if in this row. */
  activeColumn: number | null;
}

function Row<Data extends object>(props: TableRowProps<Data>) {
  const { row, id, columns, layout, spans, selected, marked, activeColumn, onMark } = props;
  const element = useRef<HTMLTableRowElement>(null);
  // After every render, since cells may have changed.
  useLayoutEffect(() => {
    if (element.current !== null) markTabStops(element.current, activeColumn);
  });
  const boxes = selected === undefined ? 0 : 1;

  return (
    <tr
      ref={element}
      data-row={props.index}
      aria-rowindex={props.rowIndex}
      data-selected={selected === true || undefined}
      data-marked={marked || undefined}
      onMouseEnter={() => {
        onMark?.(id);
      }}
    >
      {spans.map(({ column: at, gap }) => {
        const { order, left } = layout[at ?? -1] ?? {};
        const column = at === null ? undefined : columns[at - boxes];
        const cell =
          at === null ? null : column === undefined ? (
            <td className={classes.box} data-column={at} data-sticky={order} style={{ left }}>
              <input
                type="checkbox"
                aria-label={`Select ${props.name}`}
                checked={selected}
                onChange={(event) => {
                  props.onSelect(id, (event.nativeEvent as MouseEvent).shiftKey);
                }}
              />
            </td>
          ) : (
            <td
              data-column={at}
              aria-colindex={props.isPart ? at + 1 : undefined}
              data-numeric={column.numeric === true || undefined}
              data-sticky={order}
              style={left === undefined ? undefined : { left }}
            >
              {cellContent(column, row)}
            </td>
          );
        return (
          <Fragment key={column?.id ?? (at === null ? 'rest' : 'box')}>
            {gap === 0 ? null : <td colSpan={gap} aria-hidden />}
            {cell}
          </Fragment>
        );
      })}
    </tr>
  );
}

/** Renders only when its own props change. */
export const TableRow = memo(Row) as typeof Row;

/** Longer texts may be truncated, so the title has them in full. */
const SHORT_TEXT = 12;

export function cellContent<Data extends object>(column: Column<Data>, row: Data): ReactNode {
  if (column.cell !== undefined) return column.cell(row);
  const text = cellText(column.value(row));
  return text.length > SHORT_TEXT ? <span title={text}>{text}</span> : text;
}
