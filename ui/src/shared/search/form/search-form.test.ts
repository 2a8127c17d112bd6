import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, findProblem, parseCities, toSearch } from './search-form';

describe('the rules of a search', () => {
  it('JOB-02: login, term, state, cities are asked for in this order', () => {
    const drafts = [
      { ...EMPTY_DRAFT, term: ' ' },
      { ...EMPTY_DRAFT, term: 'brewery' },
      { ...EMPTY_DRAFT, term: 'brewery', state: 'OR', cities: ' , ,' },
    ];
    expect(findProblem(EMPTY_DRAFT, false)?.text).toBe('Please log in to perform scraping');
    expect(drafts.map((draft) => findProblem(draft, true)?.text)).toEqual([
      'Please enter a search term',
      'Please enter a state code',
      'Please enter at least one city',
    ]);
    expect(findProblem({ ...EMPTY_DRAFT, term: 'a', state: 'OR', cities: 'Bend' }, true)).toBeNull();
  });

  it('JOB-02: a state that is none, and a term that names nothing, are told at their fields', () => {
    const whole = { ...EMPTY_DRAFT, term: 'brewery', state: 'OR', cities: 'Bend' };
    expect(['ZZ', 'ARIZ', 'O'].map((state) => findProblem({ ...whole, state }, true)?.field)).toEqual([
      'state',
      'state',
      'state',
    ]);
    expect(findProblem({ ...whole, term: '?! --' }, true)).toEqual({
      field: 'term',
      text: 'Please enter a search term',
    });
    expect(findProblem({ ...whole, term: '寿司' }, true)).toBeNull();
  });

  it('JOB-01: cities are separated by commas, trimmed, each once', () => {
    expect(parseCities(' Portland,Bend , ,portland,St. Louis')).toEqual(['Portland', 'Bend', 'St. Louis']);
    const draft = { ...EMPTY_DRAFT, term: ' brewery ', state: 'OR', cities: 'Bend' };
    expect(toSearch({ ...draft, maxResults: 30 })).toMatchObject({ maxResults: 30 });
    expect(toSearch(draft)).toEqual({
      term: 'brewery',
      state: 'OR',
      cities: ['Bend'],
      place: 'Bend, OR',
      enrich: false,
    });
  });
});
