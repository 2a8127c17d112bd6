import { describe, expect, it } from 'vitest';
import { LONGEST_STATE, stateCode, stateName, typedState } from './us-states';

/** What the field shows after each key. */
function typed(text: string): string {
  return Array.from(text).reduce((shown, key) => typedState(shown + key), '');
}

describe('the field for a state', () => {
  it.each([
    ['or', 'OR'],
    ['oregon', 'OR'],
    ['Arizona', 'AZ'],
    ['Missouri', 'MO'],
    ['West Virginia', 'WV'],
    ['virgin islands', 'VI'],
    ['District of Columbia', 'DC'],
  ])('JOB-01, ENR-03: %s, pasted or picked, is %s', (text, code) => {
    expect(typedState(` ${text} `)).toBe(code);
  });

  it('JOB-01, ENR-03: at most two characters stand in it, and which state they mean is said', () => {
    expect(['t', 'tx', 'txq', 'Oregon', ' or'].map(typed)).toEqual(['T', 'TX', 'TX', 'OR', 'OR']);
    expect(['TX', 'AR', 'ZZ', ''].map(stateName)).toEqual(['Texas', 'Arkansas', undefined, undefined]);
    expect(LONGEST_STATE).toBe('Northern Mariana Islands'.length);
  });

  it("JOB-01: a misspelled name that is pasted is never another state's code", () => {
    expect(['Arizonia', 'Orgeon'].map(typedState)).toEqual(['', '']);
    expect(['ARIZ', 'ZZ', '', 'O'].map(stateCode)).toEqual([null, null, null, null]);
  });
});
