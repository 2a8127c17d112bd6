/** A value that a filter offers. */
export interface Choice {
  value: string;
  /** How many have it. */
  count: number;
}

/** The choices, and the chosen values that nothing has any more. */
export function withChosen(choices: readonly Choice[], chosen: readonly string[]): readonly Choice[] {
  const known = new Set(choices.map(({ value }) => value));
  const gone = chosen.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }));
  return gone.length === 0 ? choices : [...choices, ...gone];
}

/** Of a long group so many are offered at once. */
export const MOST_OFFERED = 10;

/**
 * How many are found, how many of those are shown, and which: the first ten, and those that are chosen, which have to be
 * there to be cleared.
 */
export function offered(
  choices: readonly Choice[],
  chosen: readonly string[],
  search: string,
): { found: number; foundShown: number; shown: readonly Choice[] } {
  const wanted = search.trim().toLowerCase();
  const found = choices.filter(({ value }) => value.toLowerCase().includes(wanted));
  const first = new Set(found.slice(0, MOST_OFFERED));
  const isShown = (choice: Choice) => first.has(choice) || chosen.includes(choice.value);
  return {
    found: found.length,
    foundShown: found.filter(isShown).length,
    shown: withChosen(choices, chosen).filter(isShown),
  };
}
