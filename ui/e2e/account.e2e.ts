/** The page of one business: enriched breweries from what ships, and what little a poor row has. */
import type { APIRequestContext } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { screenshots } from './support/screenshots';
import { searchByApi } from './support/search';
import { expect, test } from './support/test';

const PORTLAND = { term: 'brewery', state: 'OR', cities: 'Portland' };

test.use({
  listing: null,
  settings: { DEMANDATLAS_STARTER: 'listing,reference', DEMANDATLAS_SOURCES: 'catalogue' },
});

interface Row {
  row_idx: number;
  name: string;
  county?: string;
  latitude?: number;
}

/** Portland's breweries with their facts: the session, and its rows with coordinates as the server has them. */
async function enriched(api: APIRequestContext): Promise<{ session: string; placed: [Row, ...Row[]] }> {
  await expect.poll(async () => await (await api.get('/api/sources')).text()).toContain('open-brewery-db');
  const session = await searchByApi(api, PORTLAND);
  const answer = await api.post('/enrich', { data: { sessionKey: session } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { results } = (await answer.json()) as { results: Row[] };
  const [first, ...others] = results.filter(({ latitude }) => latitude !== undefined);
  if (first === undefined) throw new Error('no brewery has coordinates');
  return { session, placed: [first, ...others] };
}

test('ACC-01, ACC-03, ACC-05 to ACC-09, ACC-14: a brewery with all that what ships knows', async ({
  page,
  api,
}) => {
  const { session, placed } = await enriched(api);
  const [row] = placed;
  await page.goto(`/account/${session}/${row.row_idx}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(row.name);
  await expect(page).toHaveTitle(new RegExp(row.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section('Location').getByText(row.county ?? '')).toBeVisible();
  await expect(section('Socioeconomics').getByText(/the national average of \$69,300/)).toBeVisible();
  await expect(section('Competitors Nearby').getByRole('listitem')).toHaveCount(4);
  await section('Percentage Comparisons vs National Average')
    .getByRole('button', { name: 'Show as table' })
    .click();
  await expect(
    section('Percentage Comparisons vs National Average').getByRole('row', { name: /Employment growth/ }),
  ).toContainText('2.5%');
  await expect(section('Market Saturation Analysis')).toContainText(
    'Saturation analysis data not available.',
  );
  await screenshots(page, 'account');
  await expectSoundInEveryLook(page, 'the account page');
});
