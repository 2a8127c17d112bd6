import { describe, expect, it } from 'vitest';
import { resultRow } from '@/shared/testing/fakes';
import type { ResultRow } from '../result-columns';
import { shownOrder } from './shown-order';

describe('RES-06: the order in which rows are saved', () => {
  const rows = ['Cedar', 'alder', 'Birch', 'Alder'].map((name, index) => resultRow({ name, row_idx: index }));
  const columns = [{ id: 'name', label: 'Name', value: (row: ResultRow) => row.name }];
  const order = (sort: Parameters<typeof shownOrder>[0]['sort'], found = rows) =>
    shownOrder({ columns, sort, rows, found });

  it('RES-06: as the table is sorted, both ways; equal ones stay as they are', () => {
    expect(order(null)).toEqual([0, 1, 2, 3]);
    expect(order({ column: 'name', direction: 'ascending' })).toEqual([1, 3, 2, 0]);
    expect(order({ column: 'name', direction: 'descending' })).toEqual([0, 2, 1, 3]);
  });

  it('RES-06: what a filter hides comes last', () => {
    expect(order({ column: 'name', direction: 'ascending' }, rows.slice(2))).toEqual([3, 2, 1, 0]);
  });
});
