/** The rows in the document: all of a short table, those in view of a long one. */
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer, type Range } from '@tanstack/react-virtual';

/** Longer tables render only the rows in view. */
export const VIRTUAL_ABOVE_ROWS = 200;
/** Rows are added and removed in chunks: each change lays out the whole table. */
const CHUNK_ROWS = 4;
/** The minimum beyond the view. */
const OVERSCAN_ROWS = 4;
const ROW_HEIGHT_PX = 36;
const COARSE_ROW_HEIGHT_PX = 44;

interface VisibleRows {
  indexes: number[];
  /** The height of the omitted rows before a row, in pixels. */
  gapBefore: (index: number) => number;
  gapAfterLast: number;
  rowHeight: number;
}

/**
 * Always the same number, wherever the view starts within a row: removing rows above while adding below is one change
 * instead of two.
 */
function chunksOf({ startIndex, count }: Range, inView: number): number[] {
  const first = Math.floor((startIndex - OVERSCAN_ROWS) / CHUNK_ROWS) * CHUNK_ROWS;
  const end = first + inView + 2 * OVERSCAN_ROWS + CHUNK_ROWS - 1;
  const from = Math.max(first, 0);
  return Array.from({ length: Math.min(end, count) - from }, (_, at) => from + at);
}

/** `kept` always stays in the document, so that it keeps the focus. */
export function useVisibleRows(count: number, scroller: HTMLElement | null, kept: number): VisibleRows {
  const coarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const rowHeight = coarse ? COARSE_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  const virtual = count > VIRTUAL_ABOVE_ROWS;
  // Its functions are called only in this render, so nothing is memoized from them.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    enabled: virtual,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 0,
    rangeExtractor: (range) => {
      const height = virtualizer.scrollRect?.height ?? 0;
      const drawn = chunksOf(range, Math.ceil(height / rowHeight) + 1);
      return drawn.includes(kept) ? drawn : [...drawn, kept].sort((one, other) => one - other);
    },
  });

  if (!virtual) {
    const indexes = Array.from({ length: count }, (_, index) => index);
    return { indexes, gapBefore: () => 0, gapAfterLast: 0, rowHeight };
  }
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index);
  const previous = new Map(indexes.map((index, at) => [index, indexes[at - 1] ?? -1]));
  return {
    indexes,
    gapBefore: (index) => (index - (previous.get(index) ?? -1) - 1) * rowHeight,
    gapAfterLast: (count - 1 - (indexes.at(-1) ?? -1)) * rowHeight,
    rowHeight,
  };
}
