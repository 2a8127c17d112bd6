import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react';
import { columnWidth, type Column } from './column';
import type { TableView } from './table-props';
import { TableBody } from './TableBody';
import { TableHead } from './TableHead';
import type { CellLayout } from './TableRow';
import { VIRTUAL_ABOVE_COLUMNS, type ColumnWidth } from './use-visible-columns';
import classes from './DataTable.module.css';

const SELECTION_WIDTH_PX = 44;
/** On a phone the first column leaves room for the others. */
const MOST_FIRST_WIDTH = '45vw';

/** The table itself, in its own scrolling box. */
export function TableGrid<Row extends object>({ view }: { view: TableView<Row> }) {
  const { columns, rows, selection, page, label, maxHeight } = view;
  // State, not a ref: the rows in view are known only once the box is mounted.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const layout = useLayout(columns, selection !== undefined);
  const frame = useSidewaysCue(scroller, layout);
  const first = page?.first;
  useLayoutEffect(() => {
    toFirstRow(scroller);
  }, [scroller, first]);

  return (
    <div ref={frame} className={classes.frame}>
      <div ref={setScroller} className={classes.scroller} style={{ ...layout.style, maxHeight }}>
        <table
          className={classes.table}
          aria-label={label}
          aria-rowcount={(page?.total ?? rows.length) + 1}
          aria-colcount={layout.cells.length > VIRTUAL_ABOVE_COLUMNS ? layout.cells.length : undefined}
        >
          <colgroup>
            {layout.cells.map(({ id, width }) => (
              <col key={id} style={{ width }} />
            ))}
          </colgroup>
          <TableHead view={view} layout={layout.cells} widths={layout.widths} scroller={scroller} />
          <TableBody view={view} layout={layout.cells} widths={layout.widths} scroller={scroller} />
        </table>
      </div>
    </div>
  );
}

/** A new page starts at its first row and keeps the horizontal position. */
function toFirstRow(scroller: HTMLElement | null) {
  if (scroller !== null) scroller.scrollTop = 0;
}

/** The widths of the columns, and the positions of the sticky ones. */
function useLayout<Row>(columns: readonly Column<Row>[], selectable: boolean) {
  return useMemo(() => {
    const cells: CellLayout[] = [];
    const widths: ColumnWidth[] = [];
    const offsets: string[] = [];
    const add = (id: string, width: string, sticky: boolean, pixels: number) => {
      const left = offsets.length === 0 ? '0px' : `calc(${offsets.join(' + ')})`;
      cells.push({ id, width, ...(sticky ? { left, order: offsets.length + 1 } : {}) });
      widths.push({ width: pixels, stays: sticky });
      if (sticky) offsets.push(width);
    };
    if (selectable) add('', `${SELECTION_WIDTH_PX}px`, true, SELECTION_WIDTH_PX);
    let leading = true;
    for (const [index, column] of columns.entries()) {
      const pixels = columnWidth(column);
      const width = index === 0 ? `min(${pixels}px, ${MOST_FIRST_WIDTH})` : `${pixels}px`;
      leading &&= index === 0 || column.sticky === true;
      add(column.id, width, leading, pixels);
    }
    const style: CSSProperties & Record<`--${string}`, string> = {
      '--table-width': `calc(${cells.map(({ width }) => width).join(' + ')})`,
      // Scrolling into view stops beside the sticky columns.
      scrollPaddingInlineStart: `calc(${offsets.join(' + ')})`,
    };
    return { cells, widths, style };
  }, [columns, selectable]);
}

/** Rounding may lose a pixel. */
const HARDLY_PX = 1;

/**
 * Marks a scrolling box that has more to its right, for its style. `content` determines the width of its contents: a
 * change is measured again.
 */
function useSidewaysCue(scroller: HTMLElement | null, content: unknown): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    if (scroller === null) return undefined;
    // On the element itself: scrolling must not render the table again.
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = scroller;
      frame.current?.toggleAttribute('data-more', scrollWidth - clientWidth - scrollLeft > HARDLY_PX);
    };
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [scroller, content]);
  return frame;
}
