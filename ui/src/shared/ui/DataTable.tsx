import type { ReactNode, Ref } from 'react';
import classes from './DataTable.module.css';

interface DataTableProps {
  /** Names the table and the region it scrolls in. */
  label: string;
  children: ReactNode;
  /** The box that scrolls. */
  ref?: Ref<HTMLDivElement>;
  /** Limits the height, so that the rows scroll under a fixed head. */
  maxHeight?: string;
  /** All rows, where only those in view are in the document. */
  rowCount?: number;
  /** Column widths are set by a `colgroup` instead of by the contents. */
  fixed?: boolean;
}

/**
 * The app's table look: scrolls in its own box (with the keyboard too), never pushes the page sideways.
 * Cells and headings with `data-numeric` are set right, in figures of one width.
 */
export function DataTable({ label, children, ref, maxHeight, rowCount, fixed = false }: DataTableProps) {
  return (
    <div
      ref={ref}
      className={classes.scroller}
      style={{ maxHeight }}
      role="region"
      aria-label={label}
      // A box that scrolls has to be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        className={classes.table}
        aria-label={label}
        aria-rowcount={rowCount}
        data-fixed={fixed || undefined}
      >
        {children}
      </table>
    </div>
  );
}
