/** Where a section is on the page. */
export function headingId(id: string): string {
  return `${id}-heading`;
}

/** Brings a section into view, and its heading into focus; the address then leads to it. */
export function goTo(id: string) {
  document.getElementById(id)?.scrollIntoView();
  document.getElementById(headingId(id))?.focus({ preventScroll: true });
  window.history.replaceState(window.history.state, '', `#${id}`);
}
