/** Hazards, charts, and what is worth knowing about a place. */
import { describe, expect, it } from 'vitest';
import { fieldBook } from '@/shared/facts/field-book';
import { field, fieldsBody, resultRow } from '@/shared/testing/fakes';
import type { Account } from './account';
import { comparedOf } from './averages';
import { AMOUNTS, axisOf, pairsOf, SHARES } from './chart-data';
import { hazardClass, HAZARDS, overallRisk } from './hazards';
import { sharesOf } from './PoliticalSection';
import { worthKnowing } from './worth-knowing';

function account(facts: Record<string, unknown>): Account {
  const row = { ...resultRow(), ...facts };
  return { sessionKey: 's', rowIdx: 0, row, book: null, answer: { sources: [], source_sets: [] } };
}

/** The sources of facts, and the nation's figures in those tables. */
function sourced(facts: Record<string, unknown>): Account {
  const laus = { table: 'laus', vintage: '2022', average: 3.65 };
  const deciles = [45_000, 50_000, 54_000, 58_000, 62_000, 66_000, 71_000, 78_000, 90_000];
  const county = { level: 'county' } as const;
  const income = { table: 'acs', vintage: '2019-2023', deciles };
  const home = { table: 'acs-county-profile', vintage: '2013-2017', average: 4.7 };
  const fields = [
    field({ ...county, key: 'unemployment_rate', label: 'Unemployment Rate (County)', nation: [laus] }),
    field({ ...county, key: 'median_income_county', label: 'Median Income (County)', nation: [income] }),
    field({ ...county, key: 'work_from_home_pct', label: 'Work From Home %', nation: [home] }),
    field({ ...county, key: 'median_age_county', label: 'Median Age (County)' }),
  ];
  const source = (id: number, table: string, vintage: string) => ({
    ...{ id, title: table, vintage, level: 'county', tables: [table] },
  });
  return {
    ...account({ source_set: 0, ...facts }),
    book: fieldBook(fieldsBody(fields)),
    answer: {
      sources: [
        source(0, 'laus', '2022'),
        source(1, 'acs', '2019-2023'),
        source(2, 'acs-county-profile', '2013-2017'),
        source(3, 'acs', '2014-2018'),
      ],
      source_sets: [
        { unemployment_rate: 0, median_income_county: 1, work_from_home_pct: 2, median_age_county: 1 },
        { median_income_county: 3 },
      ],
    },
  };
}

describe('a fact against the nation', () => {
  it("ACC-05: like with like: the nation's figure of the same table and edition", () => {
    const { comparison, isAverage } =
      comparedOf(sourced({ unemployment_rate: 5.2 }), 'unemployment_rate') ?? {};
    expect(comparison?.text).toBe('1.6 points above the national average of 3.7%');
    expect(isAverage).toBe(true);
  });

  it('ACC-05: a median is compared with the middle county, and none is called an average', () => {
    const compared = comparedOf(sourced({ median_income_county: 72_000 }), 'median_income_county');
    expect(compared).toMatchObject({ other: 62_000, isAverage: false, old: null });
    expect(compared?.comparison.text).toBe('higher than in 7 of 10 counties');
  });

  it('ACC-05: old figures are compared with as old ones, and say so', () => {
    const compared = comparedOf(sourced({ work_from_home_pct: 3.7 }), 'work_from_home_pct');
    expect(compared?.comparison.text).toBe('1.0 points below the national average of 4.7%');
    expect(compared?.old).toBe('2013–2017');
  });

  it('ACC-05: without the figure of its table and edition a fact is compared with nothing', () => {
    expect(comparedOf(sourced({ median_age_county: 44 }), 'median_age_county')).toBeNull();
    expect(
      comparedOf(sourced({ median_income_county: 1, source_set: 1 }), 'median_income_county'),
    ).toBeNull();
    expect(comparedOf(account({ unemployment_rate: 5.2 }), 'unemployment_rate')).toBeNull();
  });
});

describe('natural hazards', () => {
  it('ACC-07: nine, each with its class', () => {
    expect(HAZARDS.map(({ label }) => `${label} ${hazardClass(label)}`)).toEqual([
      'Lightning lightning',
      'Hurricane rain',
      'Wildfire fire',
      'Tornado tornado',
      'Flood rain',
      'Earthquake earthquake',
      'Hail snow',
      'Heat Wave fire',
      'Drought default',
    ]);
    expect(['Volcanic Activity', 'Strong Wind', 'Ice Storm', 'something new'].map(hazardClass)).toEqual([
      'volcano',
      'tornado',
      'snow',
      'default',
    ]);
  });

  it('ACC-07: the overall risk is the delivered one, else the mean of those that are rated', () => {
    expect(overallRisk(account({ weather_risk_score: 54 }))).toBe(54);
    expect(overallRisk(account({ lightning_risk: 20, hail_risk: 40 }))).toBe(30);
    expect(overallRisk(account({}))).toBeNull();
  });
});

describe('the charts against the nation', () => {
  it("ACC-05: ten shares, the tract's before the county's, employment growth against 2.5", () => {
    const pairs = pairsOf(account({ bachelors_tract: 40, county_bachelors: 30, poverty_rate: 12 }), SHARES);
    expect(pairs.map(({ place }) => place)).toEqual([40, null, 12, null, null, null, null, null, null, null]);
    expect(pairs.map(({ average }) => average)).toEqual([
      35.2, 64.8, 10.5, 16.5, 0.7, 3.7, 2.5, 15, 5.2, 8.5,
    ]);
  });

  it('ACC-05: a value that ended before 2020 says so beside its bar', () => {
    const labels = pairsOf(sourced({ work_from_home_pct: 3.7, unemployment_rate: 4 }), SHARES).map(
      ({ label }) => label,
    );
    expect(labels).toContain('Work from home (county), value of 2013–2017');
    expect(labels).toContain('Unemployment (county)');
  });

  it('ACC-05: the density of a county whose area is not known is that of 100 square miles, and says so', () => {
    const density = (facts: Record<string, unknown>) =>
      pairsOf(account(facts), AMOUNTS.at(-1)?.rows ?? []).map(({ label, place }) => [label, place]);
    const label = 'Population density (per sq mi)';
    expect(density({ county_population: 41_000 })).toEqual([['Population density (assumed area)', 410]]);
    const [pair] = pairsOf(account({ county_population: 41_000 }), AMOUNTS.at(-1)?.rows ?? []);
    expect(pair?.note).toContain('an assumed area of 100 sq mi');
    expect(density({ county_population: 41_000, population_density: 12 })).toEqual([[label, 12]]);
    expect(density({})).toEqual([[label, null]]);
  });

  it('ACC-05: the axis goes from 0, or lower, to 1.1 times the largest value, with five ticks', () => {
    const pair = { label: 'x', format: String };
    const { domain, ticks } = axisOf([{ ...pair, place: 100, average: 50 }]);
    expect(domain[0]).toBe(0);
    expect(domain[1]).toBeCloseTo(110);
    expect(ticks).toHaveLength(5);
    const below = axisOf([
      { ...pair, place: -2, average: 1 },
      { ...pair, place: null, average: 4 },
    ]).domain;
    expect(below[0]).toBeCloseTo(-2.2);
    expect(below[1]).toBeCloseTo(4.4);
  });
});

describe('how the county voted', () => {
  it('ACC-06: Rep red, Dem blue, all others green and as one', () => {
    const votes = {
      republican_pct: 40.5,
      democrat_pct: 55,
      green_pct: 1.5,
      libertarian_pct: 2,
      other_pct: 1,
    };
    expect(sharesOf(account(votes))).toEqual([
      { label: 'Rep', value: 40.5, fill: 'var(--da-party-rep)' },
      { label: 'Dem', value: 55, fill: 'var(--da-party-dem)' },
      { label: 'Other', value: 4.5, fill: 'var(--da-party-other)' },
    ]);
    expect(sharesOf(account({ democrat_pct: 60 })).map(({ label }) => label)).toEqual(['Dem']);
    expect(sharesOf(account({}))).toEqual([]);
  });
});

describe('three things worth knowing', () => {
  it('ACC-03: the largest difference, the market, the risk', () => {
    const facts = {
      median_income_county: 92_400,
      competitors_within_5mi: 1,
      superfund: true,
    };
    expect(worthKnowing(sourced(facts))).toEqual([
      'Median Income in the county is $92,400, higher than in 9 of 10 counties.',
      '1 business of the same kind within 5 miles.',
      'A Superfund site lies within 5 miles.',
    ]);
  });

  it('ACC-03: a flood zone before a Superfund site, and saturation before a count of competitors', () => {
    const facts = {
      flood_zone: 'AE',
      superfund: true,
      market_saturation_vs_state: 70,
      market_saturation_vs_national: 70,
      competitors_within_5mi: 9,
    };
    expect(worthKnowing(account(facts))).toEqual([
      expect.stringMatching(/^Low saturation/),
      'It lies in FEMA flood zone AE.',
    ]);
  });

  it('ACC-03: gaps are filled by the next difference, or left out; small differences are none', () => {
    const facts = { median_income_county: 92_400, work_from_home_pct: 3.7 };
    expect(worthKnowing(sourced(facts))).toHaveLength(1);
    expect(worthKnowing(sourced({ median_income_county: 62_100 }))).toEqual([]);
    expect(worthKnowing(account({ median_income_county: 92_400 }))).toEqual([]);
  });
});
