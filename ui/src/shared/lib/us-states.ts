/** The states, the District of Columbia and the territories, by the server's codes. */
const NAMES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
} as const;

const CODES = new Map<string, string>(
  Object.entries(NAMES).flatMap(([code, name]) => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
);

const TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI'];

/** The codes of the fifty states and DC, by name. */
export const STATES_OF_THE_US: readonly string[] = Object.keys(NAMES).filter(
  (code) => !TERRITORIES.includes(code),
);

/** The length of the longest name, which can be pasted. */
export const LONGEST_STATE = Math.max(...Object.values(NAMES).map((name) => name.length));

/** The code of a state given by name or code in any case; null if there is none. */
export function stateCode(text: string): string | null {
  return CODES.get(text.trim().toUpperCase()) ?? null;
}

const LONGEST_CODE = 2;

/**
 * What the state field shows: at most two capitals. A complete name becomes its code; a misspelled one becomes
 * nothing, since its first letters could be another state's code.
 */
export function typedState(text: string): string {
  const typed = text.trim().toUpperCase();
  // More than one extra letter was pasted, not typed.
  return stateCode(typed) ?? (typed.length > LONGEST_CODE + 1 ? '' : typed.slice(0, LONGEST_CODE));
}

/** Shown beside the field, since two letters of a name can be another state's code. */
export function stateName(code: string): string | undefined {
  return Object.entries(NAMES).find(([each]) => each === code)?.[1];
}

export const NO_STATE = 'Please enter a state code';
