/**
 * For a button that disappears with its line: focuses the next line's button, else the previous one's; null if there
 * is none.
 */
export function focusNeighbor(line: Element | null): HTMLElement | null {
  const beside = line?.nextElementSibling ?? line?.previousElementSibling;
  const button = beside?.querySelector('button') ?? null;
  button?.focus();
  return button;
}
