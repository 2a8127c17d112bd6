import { describe, expect, it } from 'vitest';
import { filteredRows, reachableRows } from './row-filter';

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

describe('the contact filter', () => {
  it('a website counts as read by its day of reading alone: one that could not be read has none', () => {
    const rows = [
      { row_idx: 0, name: 'Read', website: 'a.example', website_read_at: '2026-11-23' },
      { row_idx: 1, name: 'Not read', website: 'b.example', website_sources: null },
      { row_idx: 2, name: 'With e-mail', emails_csv: 'a@b.example', website_read_at: '2026-11-23' },
    ];
    const found = (...wanted: Parameters<typeof reachableRows>[1]) =>
      reachableRows(rows, wanted).map(({ name }) => name);
    expect(found('website')).toEqual(['Read', 'With e-mail']);
    expect(found('website', 'email')).toEqual(['With e-mail']);
    expect(found()).toHaveLength(3);
  });
});
