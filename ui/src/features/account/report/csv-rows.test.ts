import { describe, expect, it } from 'vitest';
import { fieldBook } from '@/shared/facts/field-book';
import { field, fieldsBody, resultRow } from '@/shared/testing/fakes';
import type { Account } from '../account';
import type { Nearest } from './csv-rows';
import { csvFile } from './report';

const FIELDS = [
  field({ nation: [{ table: 'acs', vintage: '2019-2023', average: 69_300 }] }),
  field({
    key: 'bachelors_tract',
    label: "Bachelor's",
    format: 'percent',
    unit: 'percent',
    nation: [{ table: 'acs', vintage: '2019-2023', deciles: [10, 15, 20, 25, 30, 35, 40, 45, 50] }],
  }),
  field({ key: 'superfund', label: 'Superfund', aliases: [], format: 'yes_no', unit: null, level: 'point' }),
  field({ key: 'wildfire_risk', label: 'Wildfire', aliases: [], format: 'score', unit: 'score_0_100' }),
];

function account(facts: Record<string, unknown>): Account {
  return {
    sessionKey: 's',
    rowIdx: 0,
    row: { ...resultRow(), source_set: 0, ...facts },
    book: fieldBook(fieldsBody(FIELDS)),
    answer: {
      sources: [
        {
          id: 0,
          title: 'American Community Survey, 5-year',
          publisher: 'US Census Bureau',
          vintage: '2019-2023',
          licence: 'Public domain',
          level: 'tract',
          tables: ['acs'],
        },
      ],
      source_sets: [{ median_income_tract: 0, bachelors_tract: 0 }],
    },
  };
}

function linesOf(facts: Record<string, unknown>, nearest: Nearest[] = []): string[] {
  return csvFile(account(facts), nearest).text.split('\n');
}

describe('the report as CSV', () => {
  it('ACC-14: a fact stands with its unit, average, source, vintage and level', () => {
    const lines = linesOf({ median_income_tract: 92400.1 });
    expect(lines[0]).toBe(
      '\ufeffSection,Label,Value,Unit,National average,Source,Vintage,Level,Publisher,License',
    );
    expect(lines).toContain(
      'Neighborhood Demographics,Median Household Income,92400.1,USD,69300,"American Community Survey, 5-year",2019-2023,Census tract,US Census Bureau,Public domain',
    );
  });

  it('ACC-05: the charts have the list of averages; a middle is no average', () => {
    const lines = linesOf({ bachelors_tract: 42 });
    const share = '42,%,35.2,"American Community Survey, 5-year"';
    expect(lines.filter((line) => line.includes(share)).map((line) => line.split(',')[0])).toEqual([
      'Percentage Comparisons vs National Average',
    ]);
    expect(lines.some((line) => line.startsWith("Neighborhood Demographics,Bachelor's,42,%,,"))).toBe(true);
  });

  it('ACC-14: what is absent says so; yes and no are words; ten times too much is divided', () => {
    const text = linesOf({ superfund: false, wildfire_risk: 640 }).join('\n');
    expect(text).toContain('Risk Assessment,Superfund,No,');
    expect(text).toContain('Weather Risks,Wildfire,64,0 to 100,');
    expect(text).toContain('Weather Risks,Hail,Not available,');
  });

  it('ACC-02: what the page does not show is not in its file', () => {
    const text = linesOf({ median_income_tract: 0, price_range: '832 N Beech St' }).join('\n');
    expect(text).toContain('Neighborhood Demographics,Median Household Income,Not available,');
    expect(text).toContain('Company,price_range,Not available,');
  });

  it('ACC-14: sections without any of their facts are left out, as on the page', () => {
    expect(linesOf({}).join('\n')).not.toContain('Tourism');
    expect(linesOf({ tourism_employment: 9 }).join('\n')).toContain('Tourism & Visitor Economy');
  });

  it('ACC-14, RES-03: names that begin like formulas are text, and those of competitors too', () => {
    const place = { rowIdx: 1, name: '@SUM(A1)', address: null, latitude: 45, longitude: -122 };
    const lines = linesOf({ name: '=1+1' }, [{ place, miles: 0.691 }]);
    expect(lines.some((line) => line.startsWith("Company,Name,'=1+1,"))).toBe(true);
    expect(lines).toContain("Competitors Nearby,Nearest 1,'@SUM(A1),,,,,,,");
    expect(lines).toContain('Competitors Nearby,"Nearest 1, distance",0.69,mi,,,,,,');
  });
});
