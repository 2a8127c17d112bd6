/** What schedules found: told by the bell, by e-mail, and on saved companies. */
import type { APIRequestContext } from '@playwright/test';
import type { MonitorBody } from '@/shared/api/generated';
import { expectSoundInEveryLook } from './support/checks';
import { expectAllByKeyboard } from './support/keyboard';
import { inOregon } from './support/listing';
import { PHONE } from './support/looks';
import { MailServer } from './support/mail-server';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { later, Listing, runByApi, scheduleByApi } from './support/schedules';
import { screenshots } from './support/screenshots';
import { searchByApi } from './support/search';
import { expect, test as base } from './support/test';

const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    async ({}, use) => {
      const mailServer = await MailServer.start();
      await use(mailServer);
      await mailServer.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mailServer }, use) => {
      await use(mailServer.settings);
    },
    { scope: 'worker' },
  ],
});

/** Each flow has its own, so that another's release is no news to it. */
const MADRAS = inOregon('Madras', 44.63, -121.13);
const TILLAMOOK = inOregon('Tillamook', 45.46, -123.84);
const ASTORIA = inOregon('Astoria', 46.19, -123.83);

/** A schedule that has met another release, with three new ones, two changed and one gone. */
async function afterNews(listing: Listing, api: APIRequestContext): Promise<MonitorBody> {
  const first = await listing.begin(6);
  const { id } = await scheduleByApi(api, listing.search);
  await listing.release(later(first, listing.city, 3));
  return runByApi(api, id);
}

test('MON-11: the bell counts what a run has found, leads to it, and forgets it once it is read', async ({
  page,
  api,
  server,
}) => {
  const { id, name, last } = await afterNews(new Listing(server, MADRAS), api);
  await page.goto('/');
  const bell = page.getByRole('button', { name: /^Notices/ });
  await expect(bell).toHaveAccessibleName('Notices, 1 new notice');
  await expect(page.getByRole('status').filter({ hasText: '1 new notice' })).toBeAttached();
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notices' });
  const notice = panel.getByRole('link', { name: `${name}: 3 new, 2 changed, 1 gone` });
  await expect(notice).toBeVisible();
  await screenshots(page, 'notices');
  await expectSoundInEveryLook(page, 'the notices');
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();

  await bell.press('Enter');
  await notice.click();
  await expect(page).toHaveURL(new RegExp(`/schedule/${id}\\?run=${last?.session_key ?? ''}$`));
  await expect(panel).toBeHidden();
  await expect(bell).toHaveAccessibleName('Notices');
  await page.reload();
  await expect(bell).toHaveAccessibleName('Notices');
  await bell.click();
  await expect(notice).toBeVisible();
  await expect(panel.getByText('Unread:')).toHaveCount(0);
});

test('MON-11: a phone has the count at the avatar, and the notices across its width', async ({
  page,
  api,
  server,
}) => {
  await afterNews(new Listing(server, TILLAMOOK), api);
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const menu = page.getByRole('button', { name: /, menu.*1 new notice/ });
  await menu.click();
  await page.getByRole('button', { name: 'Notices 1' }).click();
  const panel = page.getByRole('dialog', { name: 'Notices' });
  await expect(panel).toBeFocused();
  expect((await panel.boundingBox())?.width).toBe(PHONE.width);
  await expectNothingLostWhenNarrow(page, 'the notices', { tab: false });
  await page.setViewportSize(PHONE);
  await panel.getByRole('button', { name: 'Mark all read' }).click();
  await expect(panel.getByRole('button', { name: 'Mark all read' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Close the notices' }).click();
  await expect(page.getByRole('button', { name: /, menu$/ })).toBeFocused();
});

test('MON-11: without news there are none', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Notices', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Notices' }).getByText('No notices yet.')).toBeVisible();
});

test('MON-12: e-mails begin with a link, and end by one without signing in', async ({
  page,
  user,
  server,
  browser,
  mailServer,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Notices', exact: true }).click();
  const mail = page.getByRole('region', { name: 'E-mail' });
  const field = mail.getByLabel('Once a day at most, to');
  await field.fill('nobody');
  await mail.getByRole('button', { name: 'Confirm' }).click();
  await expect(mail.getByRole('alert')).toHaveText('Enter an e-mail address, such as you@example.com.');
  await field.fill(user.email);
  await mail.getByRole('button', { name: 'Confirm' }).click();
  await expect(mail.getByText('A link was sent. Nothing comes before it is opened.')).toBeVisible();
  await screenshots(page, 'mail-waiting');
  const confirm = await mailServer.linkTo(user.email, '/mail/confirm');

  const elsewhere = await browser.newContext({ baseURL: server.url });
  const opened = await elsewhere.newPage();
  await opened.goto(confirm);
  const on = opened.getByText('E-mails are on. Once a day at most.');
  await expect(on).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Notices', exact: true }).click();
  await expect(mail.getByText(`Once a day at most, to ${user.email}`)).toBeVisible();

  // Every e-mail to an address has the same token.
  await opened.goto(confirm.replace('/mail/confirm', '/mail/stop'));
  const off = opened.getByText('E-mails are off. Notices stay in the app.');
  await expect(off).toBeVisible();
  await screenshots(opened, 'mail-stopped');
  await expectSoundInEveryLook(opened, 'the stopped e-mails');
  await expectNothingLostWhenNarrow(opened, 'the stopped e-mails', { tab: false });
  await expectAllByKeyboard(opened, 'the stopped e-mails');
  await opened.getByRole('button', { name: 'Turn on again' }).click();
  await expect(on).toBeVisible();
  await opened.getByRole('button', { name: 'Turn off' }).click();
  await expect(off).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Notices', exact: true }).click();
  await expect(mail.getByText('E-mails are off. Notices stay in the app.')).toBeVisible();

  await opened.goto('/mail/stop?token=of-nobody');
  await expect(opened.getByText(/^This link is not known, or no longer valid\./)).toBeVisible();
  await elsewhere.close();
});

test('MON-13: saved companies whose listing has changed say so, and are found by it', async ({
  page,
  api,
  server,
}) => {
  const listing = new Listing(server, ASTORIA);
  const first = await listing.begin(6);
  const session = await searchByApi(api, { term: 'brewery', state: 'OR', cities: 'Astoria' });
  const saved = await api.post('/api/save-companies', { data: { session_id: session } });
  expect(saved.status(), await saved.text()).toBe(200);
  const { id } = await scheduleByApi(api, { session_key: session });
  await listing.release(later(first, ASTORIA, 0));
  await runByApi(api, id);

  await page.goto('/my-companies');
  const table = page.getByRole('table', { name: 'Saved companies' });
  const tag = table.getByText('Changed since you saved it');
  await expect(tag).toHaveCount(1);
  await screenshots(page, 'companies-changed');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.locator('summary', { hasText: 'Listing' }).click();
  await page.getByRole('checkbox', { name: 'Changed since you saved it' }).click();
  await expect(page.getByText('1 of 6 companies')).toBeVisible();
  await expect(page).toHaveURL(/\?changed=1$/);
  await page.keyboard.press('Escape');
  await table.getByRole('link', { name: /^View Account/ }).click();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByText('Phone: 503-555-0001 → 541-555-0199')).toBeVisible();
  await expect(timeline).toContainText('DemandAtlas');
});
