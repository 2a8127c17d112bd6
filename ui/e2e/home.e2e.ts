/** Home: three first steps for a newcomer, then what is going on and due. */
import { expectAllByKeyboard } from './support/keyboard';
import { expectSoundInEveryLook } from './support/checks';
import { screenshots } from './support/screenshots';
import { BREWERIES, searchByApi } from './support/search';
import { expect, test } from './support/test';

test('SHL-04: a newcomer has three first steps below the welcome, and nothing starts', async ({
  api,
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to DemandAtlas');
  await expect(page.getByRole('heading', { name: /Who they are$/ })).toBeVisible();
  await expect(page.getByText(/^At most \d+ credits\.$/)).toBeVisible();
  await screenshots(page, 'home-newcomer');
  await expectSoundInEveryLook(page, 'home of a newcomer');
  await expectAllByKeyboard(page, 'home of a newcomer');
  await page.getByRole('link', { name: 'Open the search' }).click();
  await expect(page.getByLabel('Search Term')).toHaveValue('brewery');
  await expect(page.getByText('1 county: needs 2 credits to start')).toBeVisible();
  const jobs = (await (await api.get('/api/jobs')).json()) as { jobs: unknown[] };
  expect(jobs.jobs).toEqual([]);
});

test('SHL-04: the figures are the server’s, also of what another tab does', async ({
  api,
  context,
  page,
}) => {
  const job = await searchByApi(api, BREWERIES);
  await api.post('/api/save-companies', { data: { session_id: job } });
  await page.goto('/');
  const searches = page.getByRole('region', { name: 'Searches' });
  await expect(searches.getByRole('link', { name: 'brewery · Portland, Bend · OR' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Due today/ })).toHaveCount(0);
  const listed = (await (await api.get('/api/saved-companies?page=1&limit=1')).json()) as {
    companies: { company_id: string; company_name: string }[];
  };
  const [company = { company_id: '', company_name: '' }] = listed.companies;
  const other = await context.newPage();
  await other.goto('/my-companies');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const day = new Date().toISOString().slice(0, 10);
  await api.post('/api/saved-companies/follow-up', {
    data: { changes: [{ company_id: company.company_id, date: day }] },
  });
  await page.bringToFront();
  const due = page.getByRole('region', { name: 'Due today (1)' });
  await expect(due.getByRole('link', { name: company.company_name })).toBeVisible();
  await expect(page.getByText(/credits left until .* · 1 due today/)).toBeVisible();
  await screenshots(page, 'home');
  await expectSoundInEveryLook(page, 'home');
  await due.getByRole('link', { name: 'All due' }).click();
  await expect(page).toHaveURL(/\/my-companies\?due=1/);
});
