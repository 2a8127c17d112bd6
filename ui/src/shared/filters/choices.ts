export interface Choice {
  value: string;
  count: number;
}

/** The choices, plus chosen values that no longer match anything. */
export function withChosen(choices: readonly Choice[], chosen: readonly string[]): readonly Choice[] {
  const known = new Set(choices.map(({ value }) => value));
  const gone = chosen.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }));
  return gone.length === 0 ? choices : [...choices, ...gone];
}

/** How many values of a long group are offered at once. */
export const MOST_OFFERED = 10;

/**
 * How many match, how many of those are shown, and which: the first ten and the chosen ones, which must be there to
 * be cleared.
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
