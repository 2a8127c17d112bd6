import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { ResultRow, Sources } from '@/shared/api/generated';
import {
  fake,
  field,
  fieldsBody,
  packedResult as answered,
  refusal,
  resultRow,
} from '@/shared/testing/fakes';
import { paths } from '@/shared/paths';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { ResultsTable } from './ResultsTable';
import { FIRST_PAGE, NO_ROWS, packedResult, withPage } from './session-rows';

const SOURCES: Sources = {
  sources: [{ id: 0, title: 'American Community Survey', vintage: '2019-2023', level: 'tract' }],
  source_sets: [{ vacancy_rate: 0 }],
};
const BOOK = [
  field({ key: 'name', label: 'Name', aliases: [], fact: false, type: 'text', format: 'text', unit: null }),
  field({ key: 'rating', label: 'Rating', aliases: [], fact: false, format: 'rate', unit: null }),
  field({
    key: 'vacancy_rate',
    label: 'Vacancy Rate',
    aliases: [],
    format: 'percent',
    decimals: 1,
    unit: 'percent',
  }),
];

const user = userEvent.setup({ delay: null });

/** This many rows, the last with the best rating. */
function rowsOf(count: number, changes: Partial<ResultRow> = {}): ResultRow[] {
  const rows = Array.from({ length: count }, (_, index) =>
    resultRow({ row_idx: index, name: `Brewery ${index}`, rating: index % 5, ...changes }),
  );
  rows[count - 1] = { ...resultRow({ row_idx: count - 1, name: 'Last Ales', rating: 5, ...changes }) };
  return rows;
}

/** A server with these rows; returns the requests. */
function serve(rows: ResultRow[], refuse: (query: URLSearchParams) => boolean = () => false, book = BOOK) {
  const asked: [columns: string, offset: string, limit: string][] = [];
  server.use(
    fake('listFields', fieldsBody(book)),
    fake('getJobResult', ({ request }) => {
      const query = new URL(request.url).searchParams;
      expect(query.get('form')).toBe('packed');
      asked.push([query.get('columns') ?? '', query.get('offset') ?? '', query.get('limit') ?? '']);
      return refuse(query) ? refusal(500) : answered(request, rows, SOURCES);
    }),
  );
  return asked;
}

/** The last table on the page. */
let address = () => '';

/** Shows a session whose first page is loaded; returns later requests. */
function show(
  rows: ResultRow[],
  refuse?: (query: URLSearchParams) => boolean,
  running = false,
  at = '/',
  { enriched = true, book = BOOK, listOnly = false } = {},
) {
  const asked = serve(rows, refuse, book);
  const { columns, limit } = FIRST_PAGE;
  const first = new Request(`http://x/?columns=${columns.join(',')}&limit=${limit}`);
  const session = withPage(NO_ROWS, FIRST_PAGE, packedResult(answered(first, rows, SOURCES)));
  const { router } = renderScreen(
    <ResultsTable
      results={{
        sessionKey: 's1',
        session,
        enriched,
        enrichedRows: enriched ? 1 : 0,
        sample: false,
        listOnly,
      }}
      running={running}
    />,
    { at, routes: [{ path: paths.resultsMap('s1'), element: <HandedOver /> }] },
  );
  address = () => router.state.location.search;
  return asked;
}

/** The state of a navigation. */
function HandedOver() {
  return <p>Brought {(useLocation().state as { results: unknown[] } | null)?.results.length ?? 'nothing'}</p>;
}

const all = () =>
  waitFor(() => {
    expect(screen.queryByText(/^Loading/)).toBeNull();
  });

describe('the results table', () => {
  it('RES-01: fetches the other pages, and sorts the whole session', async () => {
    const asked = show(rowsOf(230));
    const table = await screen.findByRole('table', { name: 'Result rows' });
    expect(table).toHaveAttribute('aria-rowcount', '231');
    await all();
    expect(asked.map(([, offset, limit]) => [offset, limit])).toEqual([['200', '30']]);
    expect(screen.queryByText('Last Ales')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Rating' }));
    await user.click(screen.getByRole('button', { name: 'Rating' }));
    expect(await screen.findByText('Last Ales')).toBeInTheDocument();
  });

  it('RES-01, ENR-06: a column that is chosen is fetched alone, with its sources', async () => {
    const asked = show(rowsOf(3, { source_set: 0, vacancy_rate: 12.5 }));
    await all();
    expect(asked).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByLabelText(/^Vacancy Rate/));
    await waitFor(() => {
      expect(asked).toEqual([['vacancy_rate', '0', '3']]);
    });
    expect(await screen.findAllByText(/^12.5%?$/)).toHaveLength(3);
  });

  it.each([
    ['an enriched session', true],
    ['one whose enrichment was stopped', false],
  ])('RES-01, ENR-06: facts of %s are shown', async (_, enriched) => {
    const rows = rowsOf(3, { source_set: 0, county: 'Multnomah', median_income_tract: 61_250 });
    show(rows, undefined, false, '/', { enriched, book: [...BOOK, field()] });
    expect(await screen.findAllByText(/61,250/)).toHaveLength(3);
    expect(screen.getAllByText('Multnomah')).toHaveLength(3);
  });

  it('RES-01: a page that cannot be loaded is said, and asked for again', async () => {
    let refused = 0;
    show(rowsOf(300), () => refused++ === 0);
    expect(await screen.findByText(/^200 of 300 are loaded/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => {
      expect(screen.queryByText(/are loaded/)).toBeNull();
    });
  });

  it('RES-02: the Actions column leads to the map, where there are coordinates, and to the account page', async () => {
    const rows = rowsOf(2);
    rows[0] = resultRow({ row_idx: 0, name: 'Alder Brewing', latitude: 45.5, longitude: -122.6 });
    show(rows);
    const pin = await screen.findByRole('link', { name: 'Show Alder Brewing on a map' });
    expect(pin).toHaveAttribute('href', '/map/s1/0');
    expect(screen.getByRole('button', { name: 'Last Ales has no coordinates' })).toBeDisabled();
    const account = screen.getByRole('link', { name: 'View Account Details of Last Ales' });
    expect(account).toHaveTextContent('View Account Details');
    expect(account).toHaveAttribute('href', '/account/s1/1');
    const head = screen.getByRole('columnheader', { name: 'Actions' });
    expect(head).not.toHaveAttribute('aria-sort');
    expect(head.previousElementSibling).toHaveTextContent('Name');
  });

  it('RES-02: a doubtful position is marked where the row leads to the map', async () => {
    const rows = rowsOf(2);
    const at = { latitude: 45.5, longitude: -122.6 };
    rows[0] = resultRow({ row_idx: 0, name: 'Alder Brewing', ...at, position_doubtful: true });
    show(rows);
    const name = 'Show Alder Brewing on a map, its position is doubtful';
    const pin = await screen.findByRole('link', { name });
    expect(pin).toHaveAttribute('title', 'Its position does not fit its city and ZIP code');
  });

  it("JOB-16: Google's rows lead to no map, and in the map's place it is said why", async () => {
    const rows = rowsOf(2);
    rows[0] = resultRow({ row_idx: 0, name: 'Alder Brewing', latitude: 45.5, longitude: -122.6 });
    show(rows, undefined, false, '/?view=map', { listOnly: true });
    const why = "Google's rows may be shown on Google's map only. The list holds them.";
    expect(await screen.findByText(why)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'All results on a map' })).toBeNull();
    expect(screen.queryByText('Split')).toBeNull();
    const pin = await screen.findByRole('button', { name: "Alder Brewing: on Google's map only" });
    expect(pin).toBeDisabled();
    expect(pin).toHaveAttribute('title', why);
  });

  it.each([
    ['has ended takes its rows along', false, 'Brought 3'],
    ['runs leaves them to the map to fetch: there will be more', true, 'Brought nothing'],
  ])('RES-05: the way to the map of all results, of a job that %s', async (_, running, words) => {
    show(rowsOf(3), undefined, running);
    await all();
    await user.click(await screen.findByRole('link', { name: 'All results on a map' }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('RES-01: the quick filter says how many rows it leaves', async () => {
    show(rowsOf(12));
    await user.type(await screen.findByLabelText('Filter rows'), 'LAST ales');
    expect(await screen.findByText('1 of 12 rows')).toBeVisible();
    expect(screen.getByRole('table', { name: 'Result rows' })).toHaveAttribute('aria-rowcount', '2');
    await user.type(screen.getByLabelText('Filter rows'), ' nowhere');
    expect(await screen.findByText('No row matches this filter.')).toBeVisible();
  });

  it('RES-01: filter and order stand in the address, and are there again after a reload', async () => {
    show(rowsOf(12), undefined, false, '/?view=table');
    await user.type(await screen.findByLabelText('Filter rows'), 'brewery 1');
    await user.click(screen.getByRole('button', { name: 'Rating' }));
    await waitFor(() => {
      const params = new URLSearchParams(address());
      expect(Object.fromEntries(params)).toEqual({ view: 'table', filter: 'brewery 1', sort: 'rating' });
    });
    cleanup();
    show(rowsOf(12), undefined, false, '/?filter=ales&sort=-rating');
    expect(await screen.findByText('1 of 12 rows')).toBeVisible();
    expect(screen.getByLabelText('Filter rows')).toHaveValue('ales');
    expect(screen.getByRole('columnheader', { name: /^Rating/ })).toHaveAttribute('aria-sort', 'descending');
  });

  it('customers of the user’s own are marked, in the table and as items of a phone', async () => {
    const rows = rowsOf(3).map((row, index) => (index === 1 ? { ...row, yours: true } : row));
    show(rows);
    const table = await screen.findByRole('table', { name: 'Result rows' });
    await waitFor(() => {
      expect(within(table).getByText('yours').closest('tr')).toHaveTextContent('Brewery 1');
    });
    expect(within(table).queryByRole('columnheader', { name: 'Yours' })).toBeNull();
    expect(FIRST_PAGE.columns, 'the server is asked for it').toContain('yours');
    cleanup();
    onPhone();
    show(rows);
    const items = await screen.findByRole('list', { name: 'Result rows' });
    expect(within(items).getByText('yours').closest('li')).toHaveTextContent('Brewery 1');
  });

  it('RES-01: a phone shows two-line items; all columns are in the table', async () => {
    onPhone();
    show([resultRow({ name: 'Alder Brewing', city: 'Bend', phone: '5035550103', rating: 4.5 })]);
    const items = await screen.findByRole('list', { name: 'Result rows' });
    expect(items).toHaveTextContent(/^Alder Brewing/);
    expect(items).toHaveTextContent('(503) 555-0103');
    expect(items).not.toHaveTextContent('4.5');
    await user.click(screen.getByLabelText('All columns'));
    expect(await screen.findByRole('columnheader', { name: 'Rating' })).toBeVisible();
  });
});
