import { describe, expect, it } from 'vitest';
import { fieldBook } from '@/shared/facts/field-book';
import { field, fieldsBody } from '@/shared/testing/fakes';
import { columnLabel, hasSampleRows, resultColumns } from './result-columns';

describe('the columns of the results table', () => {
  it('RES-01: preferred columns come first, the others in the order of the rows', () => {
    const rows = [
      { county: 'Lane', zip: '97401', name: 'A', Market_Score: 5 },
      { phone: '1', hours: 'x' },
    ];
    expect(resultColumns(rows, null).map(({ key }) => key)).toEqual([
      'name',
      'phone',
      'zip',
      'county',
      'Market_Score',
      'hours',
    ]);
  });

  it('RES-01: hides row_idx, the two stand-in figures, and indexed arrays', () => {
    const row = {
      name: 'A',
      row_idx: 1,
      'Market_Share_%': 2,
      Locations_For_Parent: 3,
      sample: true,
      yours: true,
      notice: 'Sample data',
      fact_sources: { county: {} },
      source_set: 0,
      competitors: [{ name: 'B' }],
      tourism_factors: [{ input: 'parks' }],
      'emails/0': 'a',
      emails_1: 'b',
      'phones[0]': 'c',
      'categories.2': 'd',
      'social_links/0': 'e',
      'opening_hours/3/day': 'f',
      emails_csv: 'a, b',
      email_count: 2,
    };
    expect(resultColumns([row], null).map(({ key }) => key)).toEqual(['name', 'emails_csv', 'email_count']);
  });

  it('RES-01, ENR-06: shows facts, but not where they come from, nor lists of businesses or factors', () => {
    const row = {
      name: 'A',
      county: 'Lane',
      competitors_within_5mi: 1,
      competitors: [{ name: 'B', distance_mi: 1.2 }],
      economic_strength_score: 61,
      economic_strength_factors: [{ field: 'poverty_rate', points: 40 }],
      polygon_coords: [
        [44, -123],
        [44.1, -123],
      ],
      service_areas: ['Eugene', 'Springfield'],
      source_set: 0,
      fact_sources: { county: { source: 'Census' } },
    };
    expect(resultColumns([row], null).map(({ key }) => key)).toEqual([
      'name',
      'county',
      'competitors_within_5mi',
      'economic_strength_score',
      'service_areas',
    ]);
  });

  it('the name has room for the tags beside it', () => {
    const width = (row: object) => resultColumns([{ name: 'A', ...row }], null)[0]?.width ?? 0;
    expect(width({ yours: true })).toBeGreaterThan(width({}));
    expect(width({ yours: true, sample: true })).toBeGreaterThan(width({ sample: true }));
  });

  it('RES-01: labels read as words; spaced labels stay', () => {
    expect(columnLabel('street_address')).toBe('Street Address');
    expect(columnLabel('Median Household Income (Tract)')).toBe('Median Household Income (Tract)');
    expect(columnLabel('Top_Risk_1')).toBe('Top Risk 1');
  });

  describe('by the field book', () => {
    const book = fieldBook(
      fieldsBody([
        field({
          key: 'name',
          label: 'Name',
          aliases: [],
          group: 'company',
          type: 'text',
          format: 'text',
          unit: null,
        }),
        field(),
        field({
          key: 'park_distance',
          label: 'Nearest Park',
          aliases: [],
          format: 'miles',
          decimals: 1,
          unit: 'mi',
          group: 'weather',
        }),
        field({ key: 'competitors', label: 'Competitors', aliases: [], type: 'businesses', format: 'list' }),
      ]),
    );

    it("RES-01: has the specification's labels, with units and groups", () => {
      const row = { name: 'A', median_income_tract: 92400, park_distance: 3.44, hours: 'x' };
      const columns = resultColumns([row], book);
      expect(columns.map(({ label, unit, group, numeric }) => [label, unit, group, numeric])).toEqual([
        ['Name', undefined, 'Company', false],
        ['Median Household Income (Tract)', '$', 'Neighborhood Demographics', true],
        ['Nearest Park', 'mi', 'Weather Risks', true],
        ['Hours', undefined, undefined, false],
      ]);
      expect(columns.map(({ text }) => text(row))).toEqual(['A', '$92,400', '3.4', 'x']);
    });

    it('ENR-06: a field is one column for all rows, and lists of businesses none', () => {
      const rows = [
        { name: 'A', median_income_tract: 92400, competitors: [] },
        { name: 'B', median_income_tract: 0 },
        { name: 'C' },
      ];
      const columns = resultColumns(rows, book);
      expect(columns.map(({ key }) => key)).toEqual(['name', 'median_income_tract']);
      expect(rows.map((row) => columns[1]?.text(row))).toEqual(['$92,400', '$0', '']);
    });
  });

  it('knows sample rows', () => {
    expect(hasSampleRows([{ name: 'A' }, { name: 'B', sample: true }])).toBe(true);
    expect(hasSampleRows([{ name: 'A', sample: 'true' }])).toBe(false);
  });
});
