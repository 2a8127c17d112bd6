/** The kinds of business in titles: "dentists", "pharmacies", "places of worship". */

/** What is not counted: "computer repair", "ice cream". */
const UNCOUNTED = new Set(
  (
    'alcohol beauty care childcare coffee control convenience cream doityourself food fuel furniture gift grocery ' +
    'hand hardware hvac improvement insurance janitorial jewelry laundry management pizza preparation repair seafood ' +
    'security software solar storage tattoo veterinary'
  ).split(' '),
);

export function plural(kind: string): string {
  const [first = '', ...rest] = kind.split(' of ');
  return [pluralOf(first), ...rest].join(' of ');
}

function pluralOf(kind: string): string {
  const word = kind.split(' ').at(-1) ?? kind;
  if (UNCOUNTED.has(word) || /(?:s|ing)$/.test(word)) return kind;
  if (/[^aeiou]y$/.test(word)) return `${kind.slice(0, -1)}ies`;
  return /(?:ch|sh|x)$/.test(word) ? `${kind}es` : `${kind}s`;
}
