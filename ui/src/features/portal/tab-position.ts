/** Where the portal's tab stands in the gutter: in percent of the window's height, never at the very ends. */
export const POSITION_KEY = 'paymentSidebarPosition';
export const DEFAULT_POSITION = 50;
export const KEY_STEP = 2;
/** Up to so many pixels a press is a click, beyond them a drag. */
export const DRAG_THRESHOLD_PX = 5;
const LOWEST = 10;
const HIGHEST = 90;

export function clampPosition(percent: number): number {
  return Math.min(HIGHEST, Math.max(LOWEST, percent));
}

/** What is kept in this browser, or the middle. */
export function storedPosition(stored: unknown): number {
  return typeof stored === 'number' && Number.isFinite(stored) ? clampPosition(stored) : DEFAULT_POSITION;
}

/** Where a drag by so many pixels leads, over the way that the tab can go. */
export function draggedPosition(start: number, movedPx: number, wayPx: number): number {
  return wayPx <= 0 ? start : clampPosition(start + (movedPx / wayPx) * 100);
}
