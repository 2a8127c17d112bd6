/** Says on a box that scrolls whether there is more to its right, for its style to show. */
import { useEffect, useRef, type RefObject } from 'react';

/** A pixel may be lost to rounding. */
const HARDLY_PX = 1;

/** `content` is what makes the box's contents wider or narrower: it is looked at again. */
export function useSidewaysCue(
  scroller: HTMLElement | null,
  content: unknown,
): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    if (scroller === null) return undefined;
    // On the element itself: a table is not drawn anew because it was scrolled.
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
