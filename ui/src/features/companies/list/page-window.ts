/** Rows a page, and page numbers that are offered at once. */
export const PAGE_SIZE = 50;
const WINDOW = 5;

export function pageCount(total: number): number {
  return Math.ceil(total / PAGE_SIZE);
}

/** Up to five page numbers around the present one, clamped at both ends. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pages - WINDOW + 1));
  return Array.from({ length: Math.min(WINDOW, pages) }, (_, index) => first + index);
}
