/**
 * The keyboard in a table's body: arrows, Home and End, Page Up and Down, Enter to open a row, Space to select it.
 * Keys that mean something to a focused control (Enter on a link) are left to it.
 */
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type FocusEvent,
  type RefObject,
} from 'react';
import { columnOf, focusCell, neighborControl } from './tab-stops';

interface Cell {
  row: number;
  column: number;
}

interface BodyKeys {
  /** The index of the first row, if the rows are one page of more. */
  first: number;
  rowCount: number;
  columnCount: number;
  /** How many rows fit in the box. */
  pageRows: () => number;
  onOpen: ((row: number) => void) | undefined;
  onSelect: ((row: number) => void) | undefined;
  /** The focus moved to a row. */
  onReach: (row: number) => void;
}

const FIELDS = 'input:not([type="checkbox"]), select, textarea';

export function useBodyKeys({ first, rowCount, columnCount, pageRows, onOpen, onSelect, onReach }: BodyKeys) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [wanted, setWanted] = useState<Cell>({ row: 0, column: 0 });
  const [begins, setBegins] = useState(first);
  if (begins !== first) {
    setBegins(first);
    setWanted((before) => ({ ...before, row: 0 }));
  }
  const active = { row: clamp(wanted.row, rowCount), column: clamp(wanted.column, columnCount) };
  const arriving = useRef<'left' | 'right' | null>(null);

  useLayoutEffect(() => {
    if (arriving.current === null) return;
    const cell = cellAt(body, active);
    if (cell !== undefined) focusCell(cell, arriving.current);
    arriving.current = null;
  });

  const go = (to: Cell, from: 'left' | 'right' = 'left') => {
    arriving.current = from;
    setWanted({ row: clamp(to.row, rowCount), column: clamp(to.column, columnCount) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    // Key events of a cell's popover bubble through React, but do not come from inside the body.
    if (event.defaultPrevented || event.altKey || event.metaKey || body.current?.contains(target) !== true)
      return;
    if (target.matches(FIELDS)) return;
    const inCell = target.matches('td');
    if (event.key === 'Enter' && inCell && onOpen !== undefined) onOpen(active.row);
    else if (event.key === ' ' && inCell && onSelect !== undefined) onSelect(active.row);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const step = event.key === 'ArrowRight' ? 1 : -1;
      const neighbor = neighborControl(target, step);
      if (neighbor === undefined)
        go({ ...active, column: active.column + step }, step === 1 ? 'left' : 'right');
      else neighbor.focus();
    } else {
      const to = destination(event, active, { rowCount, columnCount, page: pageRows() });
      if (to === undefined) return;
      go(to);
    }
    event.preventDefault();
  };

  /** A click or a screen reader moves the stop too. */
  const onFocus = (event: FocusEvent) => {
    const cell = (event.target as HTMLElement).closest('td');
    const row = cell?.closest('tr');
    if (cell == null || row == null || body.current?.contains(cell) !== true) return;
    onReach(Number(row.dataset.row));
    const focused = { row: Number(row.dataset.row), column: columnOf(cell) };
    if (focused.row !== active.row || focused.column !== active.column) setWanted(focused);
  };

  return { body, active, bodyProps: { ref: body, onKeyDown, onFocus } };
}

interface Extent {
  rowCount: number;
  columnCount: number;
  page: number;
}

function destination(event: KeyboardEvent, { row, column }: Cell, extent: Extent): Cell | undefined {
  const { rowCount, columnCount, page } = extent;
  switch (event.key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'PageDown':
      return { row: row + page, column };
    case 'PageUp':
      return { row: row - page, column };
    case 'Home':
      return { row: event.ctrlKey ? 0 : row, column: 0 };
    case 'End':
      return { row: event.ctrlKey ? rowCount - 1 : row, column: columnCount - 1 };
    default:
      return undefined;
  }
}

function cellAt(
  body: RefObject<HTMLTableSectionElement | null>,
  { row, column }: Cell,
): HTMLElement | undefined {
  const selector = `tr[data-row="${row}"] > td[data-column="${column}"]`;
  return body.current?.querySelector<HTMLElement>(selector) ?? undefined;
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
