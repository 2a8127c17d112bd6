/**
 * What the buttons of the placeholder pages do: they write to the console what was set, and no more. No call is
 * made, and nothing is kept.
 */
export function logOnly(what: string, settings: Record<string, unknown>): void {
  // eslint-disable-next-line no-console -- what these pages are documented to do
  console.log(what, settings);
}
