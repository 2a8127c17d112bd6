/** The first run: nothing was imported, and the shipped data answers (issue 13). */
import { screenshots } from './support/screenshots';
import { fillSearch, openSearch, resultsHeading, startSearch, withoutPauses } from './support/search';
import { expect, test, WHAT_SHIPS } from './support/test';

const BREWERIES = { term: 'brewery', state: 'OR', cities: 'Portland, Bend' };
const MANY_FACTS = 100;

/** Lightning, wildfire, …: FEMA rates eight of the nine in Oregon, which has no hurricane score. */
const HAZARDS = ['lightning', 'wildfire', 'tornado', 'flood', 'earthquake', 'hail', 'heat_wave', 'drought'];

test.use(WHAT_SHIPS);

interface Row {
  source?: string;
  latitude?: number;
}

test('JOB-16, ENR-06: real breweries with a hundred facts a row, from what ships', async ({ page, api }) => {
  await expect
    .poll(async () => await (await api.get('/api/sources')).text(), { timeout: 30_000 })
    .toContain('open-brewery-db');
  await openSearch(page);
  await fillSearch(page, BREWERIES);
  await page.clock.fastForward(500);
  const estimate = page.getByRole('region', { name: 'Estimate' });
  await expect(
    estimate.getByText(/^open-brewery-db · .* old · MIT license · ships with DemandAtlas$/),
  ).toBeVisible();
  await expect(estimate.getByText(/^Up to \d+ rows, \d+ credits$/)).toBeVisible();
  await expect(page.getByText('demandatlas places fetch overture --state OR')).toBeVisible();
  await screenshots(page, 'search-estimate');

  const [started] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/jobs/scrape')),
    page.getByRole('button', { name: 'Start Scraping' }).click(),
  ]);
  const { job_id: session } = (await (await started.response())?.json()) as { job_id: string };
  await withoutPauses(page, () => expect(resultsHeading(page)).toBeVisible());

  const { authorization = '' } = await started.allHeaders();
  const plain = await rowsOf(api, session);
  expect(plain.length).toBeGreaterThan(80);
  expect(new Set(plain.map((row) => row.source))).toEqual(new Set(['open-brewery-db']));
  const enriched = await page.request.post('/enrich', {
    headers: { authorization },
    data: { sessionKey: session },
  });
  expect(enriched.status(), await enriched.text()).toBe(200);

  const located = (await rowsOf(api, session)).filter((row) => row.latitude !== undefined);
  const facts = located.map((row) => Object.keys(row).filter((key) => !(key in (plain[0] ?? {}))).length);
  facts.sort((a, b) => a - b);
  expect(facts[Math.floor(facts.length / 2)]).toBeGreaterThanOrEqual(MANY_FACTS);
  const keys = Object.keys(located[0] ?? {});
  expect(keys).toEqual(
    expect.arrayContaining([...HAZARDS.map((hazard) => `${hazard}_risk`), 'median_income_tract', 'qoz']),
  );

  // The session, opened again: a chosen fact is fetched, and is in every row with a place.
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.goto(`/googlemaps?sessionKey=${session}`);
  await withoutPauses(page, () => expect(resultsHeading(page)).toHaveText(`Results (${plain.length})`));
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Find a column').fill('Wildfire Risk Score');
  await page.getByRole('checkbox', { name: 'Wildfire Risk Score' }).check();
  await page.keyboard.press('Escape');
  const table = page.getByRole('table', { name: 'Result rows' });
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const wildfire = heads.findIndex((head) => head.includes('Wildfire Risk Score'));
  const cells = table.locator(`tbody tr[aria-rowindex] td:nth-child(${wildfire + 1})`);
  await expect(cells.filter({ hasText: /^\d/ })).toHaveCount(located.length);
  await screenshots(page, 'search-enriched');
});

test('JOB-16: a search that nothing covers is refused with what to do, and costs nothing', async ({
  page,
  api,
}) => {
  await openSearch(page);
  const search = { term: 'dentist', state: 'RI', cities: 'Providence' };
  await fillSearch(page, search);
  await page.clock.fastForward(500);
  const refusal = "Nothing loaded here covers 'dentist' in Providence, RI.";
  await expect(page.getByRole('note').getByText(refusal)).toBeVisible();
  await screenshots(page, 'search-refused');
  await startSearch(page, search);
  await expect(page.getByRole('log')).toContainText(refusal);
  await expect(page.getByRole('log')).toContainText('demandatlas places fetch overture --state RI');
  const refused = await api.post('/api/jobs/scrape', {
    data: { search_term: search.term, state: search.state, cities: [search.cities] },
  });
  expect(refused.status()).toBe(409);

  // Made-up businesses are returned only on request.
  await page.getByLabel('Source').selectOption({ label: 'Sample data (made up)' });
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  await withoutPauses(page, () => expect(resultsHeading(page)).toBeVisible());
  await expect(page.getByRole('note').getByText('These businesses are fictional.')).toBeVisible();
});

async function rowsOf(
  api: { get: (path: string) => Promise<{ json: () => Promise<unknown> }> },
  session: string,
) {
  const answer = (await (await api.get(`/api/jobs/${session}/result`)).json()) as {
    result: { results: Row[] };
  };
  return answer.result.results;
}
