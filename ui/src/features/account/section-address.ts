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

/** A reload or a shared link leads to the section that its address names, once the sections stand. */
export function goToAddressed() {
  const id = window.location.hash.slice(1);
  if (document.getElementById(headingId(id)) !== null) goTo(id);
}
