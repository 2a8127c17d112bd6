import { describe, expect, it } from 'vitest';
import {
  countFilters,
  filterArguments,
  mapFilters,
  NO_FILTERS,
  readWanted,
  writeWanted,
  type Wanted,
} from './companies-address';

const EVERYTHING: Wanted = {
  search: 'ale & co',
  filters: {
    ...NO_FILTERS,
    status: ['contacted', 'follow_up'],
    score: ['91-100'],
    city: ["Coeur d'Alene"],
    due: true,
    changed: true,
  },
  sort: { column: 'city', direction: 'descending' },
  page: 3,
  view: 'board',
};

describe('the address of My Companies', () => {
  it('MYCO-01: search, filters, sort, page and view survive a reload', () => {
    const written = writeWanted(EVERYTHING).toString();
    expect(readWanted(new URLSearchParams(written))).toEqual(EVERYTHING);
  });

  it('MYCO-01: nothing stands in it where nothing is wanted; nonsense is nothing', () => {
    const nothing = readWanted(new URLSearchParams());
    expect(writeWanted(nothing).toString()).toBe('');
    expect(readWanted(new URLSearchParams('page=-2&view=zzz&status=&sort=-zzz&due=0'))).toEqual(nothing);
    expect(readWanted(new URLSearchParams('page=1.5')).page).toBe(1);
    const { filters } = readWanted(
      new URLSearchParams('status=zzz&status=contacted&status=constructor&score=1-2&score=91-100&city=zzz'),
    );
    expect(filters, 'the server refuses statuses and bands that it does not know').toEqual({
      ...NO_FILTERS,
      status: ['contacted'],
      score: ['91-100'],
      city: ['zzz'],
    });
  });

  it('MYCO-01: the server is asked with what is wanted, and for the reader’s own day', () => {
    expect(filterArguments(EVERYTHING, '2026-03-04')).toEqual({
      search: 'ale & co',
      status: 'contacted|follow_up',
      score: '91-100',
      city: "Coeur d'Alene",
      today: '2026-03-04',
      due: true,
      changed: true,
    });
    const odd = { ...NO_FILTERS, industry: ['Bar | Grill', 'a\\b'] };
    expect(filterArguments({ search: '', filters: odd }, '2026-03-04').industry).toBe('Bar \\| Grill|a\\\\b');
    expect(filterArguments({ search: '  ', filters: NO_FILTERS }, '2026-03-04')).toEqual({
      today: '2026-03-04',
    });
    expect(mapFilters(EVERYTHING.filters)).toBe(
      'status=contacted&status=follow_up&score=91-100&city=Coeur+d%27Alene',
    );
    expect(countFilters(EVERYTHING.filters)).toBe(6);
  });
});
