/** The data kept about a user: downloaded, and erased. */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/checks';
import { screenshots } from './support/screenshots';
import { searchByApi } from './support/search';
import { expect, test } from './support/test';

interface OwnData {
  searches: unknown[];
  companies: { written: Record<string, string>; business: object | null }[];
}

test('one’s own data is downloaded, and erased once the word is typed', async ({ page, api }) => {
  const session = await searchByApi(api, { term: 'brewery', state: 'OR', cities: 'Bend' });
  const saved = await api.post('/api/save-companies', { data: { session_id: session } });
  expect(saved.status(), await saved.text()).toBe(200);
  const crm = { sessionKey: session, rowIdx: 0, businessName: '', crmData: { notes: 'Likes hazelnuts' } };
  expect((await api.post('/api/crm-data', { data: crm })).status()).toBe(200);

  await page.goto('/my-companies');
  await expect(page.getByRole('table', { name: 'Saved companies' })).toBeVisible();
  const menu = page.getByRole('banner').getByRole('button', { name: /, menu$/ });
  await menu.click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as OwnData;
  expect(data.searches).toHaveLength(1);
  expect(data.companies.filter(({ written }) => written.notes === 'Likes hazelnuts')).toHaveLength(1);

  await page.getByRole('button', { name: 'Erase my data...' }).click();
  const dialog = page.getByRole('dialog');
  const erase = dialog.getByRole('button', { name: 'Erase for ever' });
  await expect(erase).toBeDisabled();
  await expectAccessible(page, 'erasing');
  await screenshots(page, 'erase-my-data');
  await dialog.getByLabel('Type ERASE to go on').fill('ERASE');
  await erase.click();
  await expect(dialog.getByText('What you saved and wrote is gone.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('No Companies Saved Yet')).toBeVisible();
  const list = (await (await api.get('/api/saved-companies')).json()) as { saved_total: number };
  expect(list.saved_total).toBe(0);
  const left = (await (await api.get('/api/account/data')).json()) as OwnData;
  expect(left.companies.every(({ business, written }) => business === null && !('notes' in written))).toBe(
    true,
  );
  expect(left.searches).toHaveLength(1);

  // Soon after that the server does not scrub its files again: what is left is told, and what came meanwhile is gone.
  expect((await api.post('/api/save-companies', { data: { session_id: session } })).status()).toBe(200);
  await menu.click();
  await page.getByRole('button', { name: 'Erase my data...' }).click();
  await dialog.getByLabel('Type ERASE to go on').fill('ERASE');
  await erase.click();
  const told =
    'Your data is erased from the records. Remaining traces in files are removed automatically within minutes.';
  await expect(dialog.getByText(told)).toBeVisible();
  await screenshots(page, 'erased-but-for-traces');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const again = (await (await api.get('/api/saved-companies')).json()) as { saved_total: number };
  expect(again.saved_total).toBe(0);
});
