/** Names of others in our sentences: their direction ends with them. */

const MARKS = /\p{Bidi_Control}/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/** Without marks that would turn what follows, and set apart if it reads from right to left. */
export function isolated(name: string): string {
  const unmarked = name.replace(MARKS, '');
  return RIGHT_TO_LEFT.test(unmarked)
    ? `${FIRST_STRONG_ISOLATE}${unmarked}${POP_DIRECTIONAL_ISOLATE}`
    : unmarked;
}
