export function headingId(id: string): string {
  return `${id}-heading`;
}

/** Scrolls to a section, focuses its heading and puts it into the address. */
export function goTo(id: string) {
  document.getElementById(id)?.scrollIntoView();
  document.getElementById(headingId(id))?.focus({ preventScroll: true });
  window.history.replaceState(window.history.state, '', `#${id}`);
}

/** Goes to the section in the address, once the sections are rendered. */
export function goToAddressed() {
  const id = window.location.hash.slice(1);
  if (document.getElementById(headingId(id)) !== null) goTo(id);
}
