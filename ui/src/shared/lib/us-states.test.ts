import { describe, expect, it } from 'vitest';
import { LONGEST_STATE, stateCode, typedState } from './us-states';

/** What a field shows after each key. */
function typed(text: string): string {
  return Array.from(text).reduce((shown, key) => typedState(shown + key), '');
}

describe('the field for a state', () => {
  it.each([
    ['or', 'OR'],
    ['oregon', 'OR'],
    ['Arizona', 'AZ'],
    ['Missouri', 'MO'],
    ['Maine', 'ME'],
    ['West Virginia', 'WV'],
    ['virgin islands', 'VI'],
    ['District of Columbia', 'DC'],
  ])('JOB-01: %s, typed or pasted, is %s', (text, code) => {
    expect(typed(text)).toBe(code);
    expect(typedState(` ${text} `)).toBe(code);
  });

  it("JOB-01: a name in the middle, or a misspelled one, is never another state's code", () => {
    expect(['Ariz', 'Misso', 'Arizonia', 'TX2'].map(typed)).toEqual(['ARIZ', 'MISSO', 'ARIZONIA', 'TX2']);
    expect(['ARIZ', 'ZZ', '', 'O'].map(stateCode)).toEqual([null, null, null, null]);
    expect(LONGEST_STATE).toBe('Northern Mariana Islands'.length);
  });
});
