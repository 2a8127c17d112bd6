/** Hazards, charts, and what is worth knowing of a place. */
import { describe, expect, it } from 'vitest';
import { resultRow } from '@/shared/testing/fakes';
import type { Account } from './account';
import { AMOUNTS, axisOf, pairsOf, SHARES } from './chart-data';
import { hazardClass, HAZARDS, overallRisk } from './hazards';
import { sharesOf } from './PoliticalSection';
import { worthKnowing } from './worth-knowing';

function account(facts: Record<string, unknown>): Account {
  const row = { ...resultRow(), ...facts };
  return { sessionKey: 's', rowIdx: 0, row, book: null, answer: { sources: [], source_sets: [] } };
}

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
    expect(overallRisk(account({ weather_risk_score: 543 }))).toBe(54);
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
      median_age_county: 39,
      competitors_within_5mi: 1,
      superfund: true,
    };
    expect(worthKnowing(account(facts))).toEqual([
      expect.stringMatching(/is \$92,400, 33% above the national average of \$69,300\.$/),
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
    const facts = { median_income_county: 92_400, county_home_value: 480_000, median_age_county: 40 };
    const found = worthKnowing(account(facts));
    expect(found).toHaveLength(2);
    expect(found[0]).toContain('$480,000');
    expect(found[1]).toContain('$92,400');
    expect(worthKnowing(account({}))).toEqual([]);
  });
});
