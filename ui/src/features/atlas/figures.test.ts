import { describe, expect, it } from 'vitest';
import type { Area } from './area';
import {
  amountText,
  businessesText,
  gapText,
  indexText,
  leakageText,
  notYoursText,
  rateText,
  sureText,
  wrongText,
} from './figures';

function area(changes: Partial<Area> = {}): Area {
  return {
    id: '41061',
    name: 'Union County',
    state: 'OR',
    population: 26_196,
    low: 0,
    high: 2,
    usual: 5.2,
    index: 53,
    indexLow: 24,
    indexHigh: 88,
    gap: 2.4,
    under: 0.93,
    sureness: 'under',
    listed: null,
    disagree: false,
    saved: 0,
    known: 0,
    knowsOthers: false,
    missing: null,
    ...changes,
  };
}

describe('the figures of an area', () => {
  it.each([
    [112, 112, '112'],
    [0, 2, '0–2'],
    [14, 18, '14–18'],
    [1204, 1204, '1,204'],
    [3.24, 3.24, '3.2'],
    [null, null, '–'],
  ])('businesses from %s to %s read %s', (low, high, text) => {
    expect(businessesText({ low, high })).toBe(text);
  });

  it.each([
    [112, 112, 9, 0, false, '103 not saved'],
    [112, 112, 9, 0, true, '103 not yours'],
    [112, 112, 9, 5, true, '98 not yours'],
    [0, 2, 1, 0, false, '0–1 not saved'],
    [3, 3, 5, 0, false, '0 not saved'],
    [3, 3, 0, 5, true, '0 not yours'],
  ])(
    'of %s to %s with %s saved and %s known (others %s): %s',
    (low, high, saved, known, knowsOthers, text) => {
      expect(notYoursText(area({ low, high, saved, known, knowsOthers }))).toBe(text);
    },
  );

  it.each([
    [5.24, '5.2'],
    [9.94, '9.9'],
    [9.97, '10'],
    [31.8, '32'],
    [0, '0.0'],
    [null, '–'],
  ])('an amount of %s reads %s', (value, text) => {
    expect(amountText(value)).toBe(text);
  });

  it.each([
    [area({ low: 112, high: 112, population: 198_253 }), '5.6'],
    [area({ low: 3, high: 3, population: 100_000 }), '0.30'],
    [area(), '0.0–0.76'],
    [area({ population: null }), '–'],
  ])('per 10,000 residents (%#)', (of, text) => {
    expect(rateText(of)).toBe(text);
  });

  it('missing or too many', () => {
    expect(gapText(2.4)).toBe('2.4 missing');
    expect(gapText(-31.8)).toBe('32 too many');
    expect(gapText(-0.03)).toBe('0.0 missing');
    expect(gapText(null)).toBe('–');
  });

  it.each([
    [53, '+31'],
    [127, '−12'],
    [100, '0'],
    [null, '–'],
  ])('an index of %s has a leakage of %s', (index, text) => {
    expect(leakageText({ index })).toBe(text);
  });

  it('an index has its interval where there is one', () => {
    expect(indexText(area())).toBe('53 (80%: 24 to 88)');
    expect(indexText(area({ indexLow: null }))).toBe('53');
  });

  it.each([
    [0.93, 'under', '93%'],
    [0.07, 'over', '93%'],
    [0.995, 'under', '>99%'],
    [0.5, 'unknown', '–'],
    [null, 'under', '–'],
  ] as const)('P %s of %s is %s sure', (under, sureness, text) => {
    expect(sureText({ under, sureness })).toBe(text);
  });

  it('how many of a list are wrong is the sum of what is not sure', () => {
    const many = [0.9, 0.85, 0.8, 0.95].map((under) => area({ under }));
    expect(wrongText(many)).toBe('Of these 4 about 1 is wrong.');
    expect(wrongText([...many, ...many, ...many, ...many])).toBe('Of these 16 about 2 are wrong.');
  });
});
