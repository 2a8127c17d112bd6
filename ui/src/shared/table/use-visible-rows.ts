/** Which rows are in the document: all of a short table, those in view of a long one. */
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer, type Range } from '@tanstack/react-virtual';

/** Longer tables draw the rows in view alone. */
export const VIRTUAL_ABOVE_ROWS = 200;
/** Rows come and go by so many at a time: each change places the whole table anew. */
const CHUNK_ROWS = 4;
/** Beside the view, at least. */
const OVERSCAN_ROWS = 4;
const ROW_HEIGHT_PX = 36;
const COARSE_ROW_HEIGHT_PX = 44;

interface VisibleRows {
  indexes: number[];
  /** Pixels that stand for the rows between one that is drawn and the one before it. */
  gapBefore: (index: number) => number;
  gapAfterLast: number;
  rowHeight: number;
}

/**
 * Always as many, whatever part of a row the view begins with: rows go above when others come below, which is
 * one change in place of two.
 */
function chunksOf({ startIndex, count }: Range, inView: number): number[] {
  const first = Math.floor((startIndex - OVERSCAN_ROWS) / CHUNK_ROWS) * CHUNK_ROWS;
  const end = first + inView + 2 * OVERSCAN_ROWS + CHUNK_ROWS - 1;
  const from = Math.max(first, 0);
  return Array.from({ length: Math.min(end, count) - from }, (_, at) => from + at);
}

/** `kept` is a row that stays in the document wherever the view is, so that the focus is not lost. */
export function useVisibleRows(count: number, scroller: HTMLElement | null, kept: number): VisibleRows {
  const coarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const rowHeight = coarse ? COARSE_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  const virtual = count > VIRTUAL_ABOVE_ROWS;
  // Its functions are called in this render only, so that nothing is memoized from them.
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
