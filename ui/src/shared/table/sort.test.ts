import { describe, expect, it } from 'vitest';
import { cellText } from './cell-text';
import { compareKeys, sortKey } from './sort';

describe('cells', () => {
  it('MYCO-03: empty first, then numbers and numeric texts as numbers, then texts whatever their case', () => {
    const cells = ['10', 'b', 9, '8.5', 'A', -1, ''];
    expect(cells.sort((left, right) => compareKeys(sortKey(left), sortKey(right)))).toEqual([
      '',
      -1,
      '8.5',
      9,
      '10',
      'A',
      'b',
    ]);
    expect(compareKeys(sortKey(undefined), sortKey(-5))).toBeLessThan(0);
    expect(compareKeys(sortKey(null), sortKey('N/A'))).toBeLessThan(0);
  });

  it('RES-01: read as text; lists and objects are joined', () => {
    expect(cellText(null)).toBe('');
    expect(cellText(0)).toBe('0');
    expect(cellText(true)).toBe('Yes');
    expect(cellText(['a', '', 'b'])).toBe('a, b');
    expect(cellText({ linkedin: 'x', facebook: 'y' })).toBe('linkedin: x, facebook: y');
  });
});
