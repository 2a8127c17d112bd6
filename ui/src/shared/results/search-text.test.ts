import { describe, expect, it } from 'vitest';
import { searchText } from './search-text';

describe('what a session is called', () => {
  it('HIST-03: says what was searched, where, and how many cities', () => {
    const search = { term: 'brewery', state: 'OR', cities: ['Portland', 'Bend'], city_count: 2 };
    expect(searchText(search)).toBe('brewery · Portland, Bend · OR');
    expect(searchText({ ...search, city_count: 3 })).toBe('brewery · Portland, Bend and 1 more city · OR');
    expect(searchText({ ...search, state: '', cities: [], city_count: 0 })).toBe('brewery');
    const area = { ...search, state: '', cities: [], city_count: 0, area: '3 counties, OR' };
    expect(searchText(area)).toBe('brewery · 3 counties, OR');
    expect(searchText({ ...search, area: null })).toBe('brewery · Portland, Bend · OR');
    expect(searchText(null)).toBe('');
  });
});
