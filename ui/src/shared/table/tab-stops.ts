/**
 * Where the keyboard stops in a table's body: one cell of one row, reached with one Tab. A cell with links or buttons
 * passes the focus to them, one without takes it itself. Features render the cells, so this is kept in the DOM.
 */
const CONTROLS = ':is(a[href], button, input, select):not(:disabled)';

function controlsOf(cell: Element): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>(CONTROLS)];
}

/** The column of a cell: not all columns need be in the document. */
export function columnOf(cell: HTMLTableCellElement): number {
  return Number(cell.dataset.column);
}

/** Marks a row's tab stops; `active` is the column Tab reaches, or null if it is in another row. */
export function markTabStops(row: HTMLTableRowElement, active: number | null): void {
  for (const cell of row.cells) {
    const index = columnOf(cell);
    const controls = controlsOf(cell);
    const focused = controls.includes(document.activeElement as HTMLElement) ? document.activeElement : null;
    for (const control of controls) {
      control.tabIndex = index === active && control === (focused ?? controls[0]) ? 0 : -1;
    }
    if (controls.length > 0) cell.removeAttribute('tabindex');
    else cell.tabIndex = index === active ? 0 : -1;
  }
}

/** The next or previous control in the same cell, if any. */
export function neighborControl(target: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const cell = target.closest('td');
  if (cell === null || cell === target) return undefined;
  const controls = controlsOf(cell);
  return controls[controls.indexOf(target) + step];
}

/** Focuses a cell's first control (the last when coming from the right), or the cell. */
export function focusCell(cell: HTMLElement, from: 'left' | 'right'): void {
  const controls = controlsOf(cell);
  const target = (from === 'left' ? controls[0] : controls.at(-1)) ?? cell;
  target.focus();
}
