/** What a table is told of its columns. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  label: string;
  /** Said once, in the head: 'Distance (mi)'. */
  unit?: string;
  /** Its heading in the column chooser. */
  group?: string;
  /** What it sorts by, and shows where there is no `cell`. */
  value: (row: Row) => unknown;
  cell?: (row: Row) => ReactNode;
  /** Set right, in figures of one width. */
  numeric?: boolean;
  /** Pixels. */
  width?: number;
  /** False for actions and marks. */
  sortable?: boolean;
  /** Stays at the left while the others scroll; the first columns only. */
  sticky?: boolean;
  /** Cannot be hidden, so the chooser does not list it. */
  always?: boolean;
  /**
   * Where it stands when a phone shows the row as an item of two lines: the first column is the title,
   * `aside` stands at its right, the rest follows in the second line, `below` under that.
   */
  onPhone?: 'aside' | 'below' | 'hidden';
}

const DEFAULT_WIDTH = 150;
/** A character of the head, and the room for the arrow and the paddings. */
const CHARACTER_WIDTH = 8;
const HEAD_ROOM = 48;

/** The label with its unit, unless it says it already. */
export function headText({ label, unit }: Pick<Column<never>, 'label' | 'unit'>): string {
  return unit === undefined || label.includes(`(${unit})`) ? label : `${label} (${unit})`;
}

/** In pixels: as given, else what the head needs. */
export function columnWidth(column: Pick<Column<never>, 'label' | 'unit' | 'width'>): number {
  return column.width ?? Math.max(DEFAULT_WIDTH, headText(column).length * CHARACTER_WIDTH + HEAD_ROOM);
}
