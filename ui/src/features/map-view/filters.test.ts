import { describe, expect, it } from 'vitest';
import { NO_GROUPS } from '@/shared/companies/company-filters';
import { choicesOf, passing, type Filters } from './filters';
import { mappedCompany, type MappedCompany } from './mapped-company';
import { packed } from './map-view.testing';

const company = (...args: Parameters<typeof packed>) => mappedCompany(packed(...args));

function found(companies: readonly MappedCompany[], filters: Partial<Filters>): string[] {
  return companies.filter(passing({ ...NO_GROUPS, ...filters })).map(({ name }) => name);
}

describe('the filters of the map', () => {
  const companies = [
    company({ name: 'A', status: 'contacted', industry: 'brewery', state: 'OR', city: 'Bend' }),
    company({ name: 'B', status: 'follow_up', industry: null, state: 'WA', city: 'Seattle' }),
    company({ name: 'C', status: 'not_contacted', industry: null, state: 'OR', city: 'Portland' }),
    company({ name: 'D', status: 'not_contacted', industry: 'bakery', state: null, city: null }),
  ];

  it('MAPV-02: an empty group is no filter; within a group any value, across groups all', () => {
    expect(found(companies, {})).toEqual(['A', 'B', 'C', 'D']);
    expect(found(companies, { status: ['contacted', 'follow_up'] })).toEqual(['A', 'B']);
    expect(found(companies, { status: ['contacted', 'follow_up'], state: ['WA'] })).toEqual(['B']);
    expect(found(companies, { state: ['OR'], city: ['Seattle'] })).toEqual([]);
  });

  it('MAPV-02: who was not contacted is found, and a missing industry is Unknown', () => {
    expect(found(companies, { status: ['not_contacted'] })).toEqual(['C', 'D']);
    expect(found(companies, { industry: ['Unknown'] })).toEqual(['B', 'C']);
  });

  it.each([
    [100, '91-100'],
    [91, '91-100'],
    [90.5, '91-100'],
    [90.4, '81-90'],
    [81, '81-90'],
    [80, '71-80'],
    [70.49, '61-70'],
    [60, '51-60'],
    [51, '51-60'],
    [50.5, '51-60'],
  ] as const)('MAPV-02: a score of %j is in the band %s alone', (score, band) => {
    const one = [company({ name: 'A', score })];
    const bands = ['91-100', '81-90', '71-80', '61-70', '51-60'] as const;
    expect(bands.filter((each) => found(one, { score: [each] }).length > 0)).toEqual([band]);
  });

  it('MAPV-02: a missing score counts as 0, and is in no band', () => {
    const none = [company({ name: 'A', score: null }), company({ name: 'B', score: 50.4 })];
    expect(found(none, { score: ['51-60'] })).toEqual([]);
    expect(found(none, { score: [] })).toEqual(['A', 'B']);
  });
});

describe('what can be chosen', () => {
  it('MAPV-02: all statuses in their order, else what companies have, alphabetically, with counts', () => {
    const { status, industry, state } = choicesOf([
      company({ status: 'qualified', industry: 'brewery', state: 'WA' }),
      company({ status: 'not_contacted', industry: null, state: 'OR' }),
      company({ status: 'qualified', industry: 'bakery', state: 'WA' }),
    ]);
    expect(status.map(({ value, count }) => `${value} ${count}`).slice(0, 4)).toEqual([
      'not_contacted 1',
      'contacted 0',
      'follow_up 0',
      'qualified 2',
    ]);
    expect(status).toHaveLength(8);
    expect(industry.map(({ value }) => value)).toEqual(['bakery', 'brewery', 'Unknown']);
    expect(state).toEqual([
      { value: 'OR', count: 1 },
      { value: 'WA', count: 2 },
    ]);
  });

  it('MAPV-02: a city is one whatever the case of its letters', () => {
    const companies = [
      ...['BEND', 'BEND', 'BEND', 'Bend', 'Bend', 'bend', 'SALEM', 'Eugene'].map((city) =>
        company({ name: city, city }),
      ),
    ];
    expect(choicesOf(companies).city).toEqual([
      { value: 'Bend', count: 6 },
      { value: 'Eugene', count: 1 },
      { value: 'SALEM', count: 1 },
    ]);
    expect(found(companies, { city: ['Bend'] })).toHaveLength(6);
  });
});
