/** The columns in the document: all of a narrow table, those in view of a wide one. */
import { useEffect, useMemo, useState } from 'react';

/** Wider tables render only the columns in view. */
export const VIRTUAL_ABOVE_COLUMNS = 40;
/** Columns are updated in steps of this width, with one step of margin. */
const STEP_PX = 400;

/** A rendered cell and the number of omitted cells before it; at the end of a row possibly only the latter. */
export interface Span {
  column: number | null;
  gap: number;
}

export interface ColumnWidth {
  /** Pixels. */
  width: number;
  stays: boolean;
}

/** `kept` is always rendered, so that it keeps the focus. */
export function useVisibleColumns(
  widths: readonly ColumnWidth[],
  scroller: HTMLElement | null,
  kept: number,
): readonly Span[] {
  const virtual = widths.length > VIRTUAL_ABOVE_COLUMNS;
  const [view, setView] = useState({ step: 0, width: 0 });

  useEffect(() => {
    if (scroller === null || !virtual) return undefined;
    const look = () => {
      const step = Math.floor(scroller.scrollLeft / STEP_PX);
      const width = scroller.clientWidth;
      setView((now) => (now.step === step && now.width === width ? now : { step, width }));
    };
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [scroller, virtual]);

  return useMemo(() => {
    if (!virtual) return widths.map((_, column) => ({ column, gap: 0 }));
    const from = (view.step - 1) * STEP_PX;
    const to = (view.step + 2) * STEP_PX + view.width;
    return spansOf(widths, from, to, kept);
  }, [virtual, widths, view, kept]);
}

function spansOf(widths: readonly ColumnWidth[], from: number, to: number, kept: number): Span[] {
  const spans: Span[] = [];
  let left = 0;
  let gap = 0;
  for (const [column, { width, stays }] of widths.entries()) {
    const isInView = left + width > from && left < to;
    if (stays || isInView || column === kept) {
      spans.push({ column, gap });
      gap = 0;
    } else {
      gap += 1;
    }
    left += width;
  }
  if (gap > 0) spans.push({ column: null, gap });
  return spans;
}
