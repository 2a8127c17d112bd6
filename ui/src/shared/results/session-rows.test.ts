import { describe, expect, it } from 'vitest';
import type { ResultRow, Sources } from '@/shared/api/generated';
import { packedResult as answered, resultRow } from '@/shared/testing/fakes';
import {
  BASE_COLUMNS,
  FIRST_PAGE,
  nextPage,
  NO_ROWS,
  packedResult,
  withPage,
  type PageRequest,
  type SessionRows,
} from './session-rows';

const ALL = Array.from({ length: 1_100 }, (_, index) =>
  resultRow({ row_idx: index, name: `Brewery ${index}`, median_income_tract: index, source_set: 0 }),
);

function answer(asked: PageRequest, rows: ResultRow[], about: Partial<Sources> = {}) {
  const { columns, offset, limit } = asked;
  const query = new URLSearchParams({ columns: columns.join(','), offset: `${offset}`, limit: `${limit}` });
  return packedResult(answered(new Request(`http://x/?${query}`), rows, about));
}

function fetchAll(from: SessionRows, wanted: readonly string[]): [SessionRows, PageRequest[]] {
  const pages: PageRequest[] = [];
  let session = from;
  for (let next = nextPage(session, wanted); next !== null; next = nextPage(session, wanted)) {
    pages.push(next);
    session = withPage(session, next, answer(next, ALL));
    if (pages.length > 50) throw new Error('It never ends.');
  }
  return [session, pages];
}

const first = () => withPage(NO_ROWS, FIRST_PAGE, answer(FIRST_PAGE, ALL));

describe('the rows of a session', () => {
  it('RES-01: come page by page, each once, with the columns that are wanted', () => {
    const wanted = [...BASE_COLUMNS, 'categories'];
    const [session, pages] = fetchAll(first(), wanted);
    expect(session.rows).toHaveLength(1_100);
    expect(session.rows.map(({ row_idx: place }) => place)).toEqual(ALL.map(({ row_idx }) => row_idx));
    // The first rows lack the column missing from the first page; the others come complete.
    expect(pages[0]).toEqual({ columns: ['categories'], offset: 0, limit: 200 });
    expect(pages[1]).toMatchObject({ offset: 200, columns: wanted });
    const cells = pages.reduce((sum, { columns, limit }) => sum + columns.length * limit, 0);
    expect(cells).toBe(200 + 900 * wanted.length);
  });

  it('RES-01: a column that is chosen later is fetched alone', () => {
    const [whole] = fetchAll(first(), BASE_COLUMNS);
    expect(whole.rows[1_000]).not.toHaveProperty('median_income_tract');
    const [session, pages] = fetchAll(whole, [...BASE_COLUMNS, 'median_income_tract']);
    expect(pages).toEqual([{ columns: ['median_income_tract'], offset: 0, limit: 1_100 }]);
    expect(session.rows[1_000]).toMatchObject({ name: 'Brewery 1000', median_income_tract: 1_000 });
    expect(nextPage(session, ['median_income_tract'])).toBeNull();
  });

  it('a page without rows ends it, though the session said more', () => {
    const request = { columns: ['name'], offset: 0, limit: 10 };
    const session = withPage({ ...NO_ROWS, total: 5 }, request, answer(request, []));
    expect(nextPage(session, ['name'])).toBeNull();
  });

  it('RES-01: a page requested before the session grew leaves the grown total', () => {
    const request = { columns: ['name'], offset: 0, limit: 2 };
    const session = withPage({ ...NO_ROWS, total: 5 }, request, answer(request, ALL.slice(0, 2)));
    expect(session.total).toBe(5);
    expect(nextPage(session, ['name'])).toEqual({ columns: ['name'], offset: 2, limit: 3 });
  });

  it('ENR-06: sources of several pages become one list, and a row refers to those of all its facts', () => {
    const rows = [resultRow({ source_set: 0, county: 'Lane', median_income_tract: 1 })];
    const census = { title: 'Census', vintage: '2024' };
    const acs = { title: 'ACS', vintage: '2023' };
    const counties = { columns: ['county'], offset: 0, limit: 1 };
    const incomes = { columns: ['median_income_tract', 'qoz'], offset: 0, limit: 1 };
    let session = withPage(
      NO_ROWS,
      counties,
      answer(counties, rows, { sources: [{ id: 0, ...census }], source_sets: [{ county: 0 }] }),
    );
    session = withPage(
      session,
      incomes,
      answer(incomes, rows, {
        sources: [
          { id: 0, ...acs },
          { id: 1, ...census },
        ],
        source_sets: [{ median_income_tract: 0, qoz: 1 }],
      }),
    );
    expect(session.sources.sources).toEqual([
      { id: 0, ...census },
      { id: 1, ...acs },
    ]);
    const set = session.rows[0]?.source_set;
    expect(session.sources.source_sets[set as number]).toEqual({ county: 0, median_income_tract: 1, qoz: 0 });
  });

  it('ENR-07: reasons of several pages stand with the row’s set', () => {
    const rows = [resultRow({ source_set: 0, county: 'Lane' })];
    const census = { id: 0, title: 'Census', vintage: '2024' };
    const first = { columns: ['county'], offset: 0, limit: 1 };
    const second = { columns: ['competitors_within_5mi'], offset: 0, limit: 1 };
    let session = withPage(
      NO_ROWS,
      first,
      answer(first, rows, { sources: [census], source_sets: [{ county: 0 }] }),
    );
    session = withPage(
      session,
      second,
      answer(second, rows, {
        sources: [],
        source_sets: [{}],
        missing_sets: [{ competitors_within_5mi: 'area_not_covered' }],
      }),
    );
    const set = session.rows[0]?.source_set as number;
    expect(session.sources.source_sets[set]).toEqual({ county: 0 });
    expect(session.sources.missing_sets?.[set]).toEqual({ competitors_within_5mi: 'area_not_covered' });
  });
});
