/** A server with a contact for its users. */
import { expectSoundInEveryLook } from './support/checks';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { screenshots } from './support/screenshots';
import { fillSearch, statusLog } from './support/search';
import { expect, test } from './support/test';

test.use({ tier: 'basic', settings: { DEMANDATLAS_CONTACT: 'help@example.com' } });

test("JOB-03, CRED-05, CRED-08, PLAN-01: 'contact support' says where, and so does every way to another plan", async ({
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
  const mail = page.getByRole('main').getByRole('link', { name: 'help@example.com' });
  await expect(mail).toHaveAttribute('href', 'mailto:help@example.com');
  // With one credit left, the counter says it too.
  const counter = page.getByRole('region', { name: 'Credits', exact: true });
  await expect(counter.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  await counter.getByRole('link', { name: 'Redeem a code' }).click();
  await expect(page).toHaveURL('/coupons');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  await counter.getByRole('link', { name: 'Upgrade', exact: true }).click();
  await expect(page).toHaveURL('/plans');
  await expect(main.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  await screenshots(page, 'plans-contact');
  await expectSoundInEveryLook(page, 'Plans with a contact');
  await expectNothingLostWhenNarrow(page, 'Plans with a contact');
  await page.goto('/plans?portal=upgrade');
  const portal = page.getByRole('dialog', { name: 'Credits & Billing' });
  await expect(portal.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  await screenshots(page, 'portal-upgrade-contact');
  await portal.getByRole('button', { name: 'redeem a code' }).click();
  await expect(portal.getByRole('textbox', { name: 'Coupon code' })).toBeVisible();
  await page.goBack();
  await expect(portal).toBeHidden();
});
