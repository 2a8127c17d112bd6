/** The search form: cities offered as they are typed, lists of them, and how many rows a search may have. */
import { screenshots } from './support/screenshots';
import { expectResults, openSearch } from './support/search';
import { expect, test } from './support/test';

test('JOB-01, JOB-04: a city is chosen from those of the state, and the search stops at the most results', async ({
  page,
  api,
  user,
}) => {
  await openSearch(page);
  await page.getByLabel('Search Term').fill('brewery');
  await page.getByLabel('State').fill('OR');
  await page.getByLabel('Most results').fill('5');
  const cities = page.getByRole('combobox', { name: 'Cities' });
  await cities.pressSequentially('portl');
  const option = page.getByRole('option', { name: 'Portland', exact: true });
  await expect(async () => {
    await page.clock.fastForward(200);
    await expect(option).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await screenshots(page, 'search-cities');
  await option.click();
  await cities.pressSequentially('Bnd,');
  await expect(async () => {
    await page.clock.fastForward(400);
    await expect(page.getByText('Not known in OR, check the spelling: Bnd')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Backspace');
  await expect(cities).toHaveValue('Bnd');
  await cities.fill('Bend');
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  await expectResults(page, 5);
  const answer = await api.get(`/api/credits/history/${encodeURIComponent(user.sub)}`);
  const { data } = (await answer.json()) as { data: object[] };
  expect(data).toEqual([expect.objectContaining({ results_count: 5, credits_consumed: 5 })]);
  expect(data[0]).toMatchObject({ search: { cities: ['Portland', 'Bend'], city_count: 2 } });
});
