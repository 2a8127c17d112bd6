/** What counties are called in full: the shapes have "Union", people say "Union County". The server reads the same words. */
import WORDS from '../../../../data/atlas/county-words.json';

const COUNTIES: Readonly<Record<string, string>> = WORDS.counties;
const STATES: Readonly<Record<string, string>> = WORDS.states;

export function countyName(fips: string, name: string): string {
  const state = fips.slice(0, 2);
  const { cities } = WORDS;
  const isCity = Number(fips.slice(2)) >= cities.from && cities.states.includes(state);
  const word = COUNTIES[fips] ?? (isCity ? cities.word : STATES[state]) ?? WORDS.usual;
  return `${name} ${word}`.trimEnd();
}
