/**
 * Where the keyboard stops in a table's body: in one cell of one row, which is reached with one Tab. A
 * cell with links or buttons hands the focus to them, one without takes it itself. Cells are filled by
 * features, so this is kept in the document and not in what they render.
 */
const CONTROLS = ':is(a[href], button, input, select):not(:disabled)';

export function controlsOf(cell: Element): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>(CONTROLS)];
}

/** Which column a cell is of: not all of them need be in the document. */
export function columnOf(cell: HTMLTableCellElement): number {
  return Number(cell.dataset.column);
}

/** Marks a row's stops; `active` is the column that Tab reaches, or null where it is another row's. */
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

/** The next or previous control in the same cell, where there is one. */
export function neighborControl(target: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const cell = target.closest('td');
  if (cell === null || cell === target) return undefined;
  const controls = controlsOf(cell);
  return controls[controls.indexOf(target) + step];
}

/** Focuses a cell: its first control (its last, coming from the right), else itself. */
export function focusCell(cell: HTMLElement, from: 'left' | 'right'): void {
  const controls = controlsOf(cell);
  const target = (from === 'left' ? controls[0] : controls.at(-1)) ?? cell;
  target.focus();
}
