/** The definition of a table's column. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  label: string;
  /** Shown once, in the head: 'Distance (mi)'. */
  unit?: string;
  /** Its heading in the column chooser. */
  group?: string;
  /** Sorts by this, and shows it if there is no `cell`. */
  value: (row: Row) => unknown;
  cell?: (row: Row) => ReactNode;
  /** Right-aligned tabular figures. */
  numeric?: boolean;
  /** Pixels. */
  width?: number;
  /** False for actions and marks. */
  sortable?: boolean;
  /** Stays at the left while the others scroll; first columns only. */
  sticky?: boolean;
  /** Cannot be hidden, so the chooser does not list it. */
  always?: boolean;
  /**
   * Its place in a phone's two-line item: the first column is the title, `aside` is at its right, the rest follows in
   * the second line, `below` under that.
   */
  onPhone?: 'aside' | 'below' | 'hidden';
}

const DEFAULT_WIDTH = 150;
/** A character of the head, plus room for the arrow and paddings. */
const CHARACTER_WIDTH = 8;
const HEAD_ROOM = 48;

/** The label with its unit, unless it includes it. */
export function headText({ label, unit }: Pick<Column<never>, 'label' | 'unit'>): string {
  return unit === undefined || label.includes(`(${unit})`) ? label : `${label} (${unit})`;
}

/** In pixels: as given, else what the head needs. */
export function columnWidth(column: Pick<Column<never>, 'label' | 'unit' | 'width'>): number {
  return column.width ?? Math.max(DEFAULT_WIDTH, headText(column).length * CHARACTER_WIDTH + HEAD_ROOM);
}
