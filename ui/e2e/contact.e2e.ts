/** A server that says where users reach whoever runs it. */
import { fillSearch, statusLog } from './support/search';
import { expect, test } from './support/test';

test.use({ tier: 'basic', settings: { DEMANDATLAS_CONTACT: 'help@example.com' } });

test("JOB-03: 'contact support' says where, and so does the page for codes", async ({
  page,
  server,
  api,
  user,
}) => {
  await api.get(`/api/credits/status/${encodeURIComponent(user.sub)}`);
  await server.command('accounts', 'adjust', user.sub, '-99', '--reason', 'a flow');
  await page.goto('/googlemaps');
  await fillSearch(page, { term: 'brewery', state: 'OR', cities: 'Portland' });
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  const entry = statusLog(page).getByText(/^Insufficient Credits/);
  await expect(entry).toContainText('Please contact support (help@example.com) to get more credits.');
  const mail = page.getByRole('link', { name: 'help@example.com' });
  await expect(mail).toHaveAttribute('href', 'mailto:help@example.com');
  await page.goto('/coupons');
  await expect(mail).toBeVisible();
});
