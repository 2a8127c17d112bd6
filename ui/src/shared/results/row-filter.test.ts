import { describe, expect, it } from 'vitest';
import { filteredRows } from './row-filter';

const ROWS = [
  { row_idx: 0, name: 'Alder Brewing', city: 'Bend', phone: '5035550103', rating: 4.5 },
  { row_idx: 1, name: 'Birch Ales', city: 'Portland', main_category: 'brewery', website: null },
];
const names = (filter: string) => filteredRows(ROWS, filter).map(({ name }) => name);

describe('the quick filter', () => {
  it('RES-01: finds every word anywhere in a row, whatever its case', () => {
    expect(names('')).toEqual(['Alder Brewing', 'Birch Ales']);
    expect(names('  BREW ')).toEqual(['Alder Brewing', 'Birch Ales']);
    expect(names('bend brew')).toEqual(['Alder Brewing']);
    expect(names('0103')).toEqual(['Alder Brewing']);
    expect(names('birch bend')).toEqual([]);
    expect(names('null')).toEqual([]);
  });
});
