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
