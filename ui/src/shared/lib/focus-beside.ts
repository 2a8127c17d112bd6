/** What is pressed goes with its line: the focus goes to the line beside it; null where there is none. */
export function focusBeside(line: Element | null): HTMLElement | null {
  const beside = line?.nextElementSibling ?? line?.previousElementSibling;
  const button = beside?.querySelector('button') ?? null;
  button?.focus();
  return button;
}
