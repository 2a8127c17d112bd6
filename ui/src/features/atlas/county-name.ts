/** What counties are called in full: the shapes have "Union", people say "Union County". */

const ALASKA: Readonly<Record<string, string>> = {
  '02016': 'Census Area',
  '02020': 'Municipality',
  '02050': 'Census Area',
  '02070': 'Census Area',
  '02105': 'Census Area',
  '02158': 'Census Area',
  '02180': 'Census Area',
  '02198': 'Census Area',
  '02230': 'Municipality',
  '02240': 'Census Area',
  '02261': 'Census Area',
  '02290': 'Census Area',
};

/** Their names have no such word, or have it already. */
const AS_THEY_ARE = new Set(['11001', '32510']);
/** Cities that are no part of a county have codes from here. */
const FIRST_CITY = 510;

export function countyName(fips: string, name: string): string {
  if (AS_THEY_ARE.has(fips)) return name;
  const state = fips.slice(0, 2);
  if (Number(fips.slice(2)) >= FIRST_CITY && ['24', '29', '51'].includes(state)) return `${name} city`;
  if (state === '02') return `${name} ${ALASKA[fips] ?? 'Borough'}`;
  return `${name} ${state === '22' ? 'Parish' : 'County'}`;
}
