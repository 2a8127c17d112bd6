/** What operators do about a user in the middle of a session: a suspension, and the end of the sessions. */
import { expectAccessible } from './support/checks';
import { screenshots } from './support/screenshots';
import { expect, test } from './support/test';
import { tokenRequests } from './support/tokens';

const NO_HISTORY = 'No scraping history found';
const SUSPENDED =
  'This account is suspended: please ask whoever runs this service. You can still erase what you saved and wrote.';

test('a suspended user is told so on every page, until the suspension ends', async ({
  page,
  server,
  user,
}) => {
  await page.goto('/logs');
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const told = page.getByRole('main').getByText(SUSPENDED, { exact: true });
  await expect(page.getByText(NO_HISTORY)).toBeVisible();

  await server.command('accounts', 'suspend', user.sub, '--reason', 'a test');
  await expect(async () => {
    await refresh.click();
    await expect(told).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessible(page, 'suspended');
  await screenshots(page, 'suspended');
  await page.goto('/my-companies');
  await expect(told).toBeVisible();

  await server.command('accounts', 'resume', user.sub);
  await page.goto('/logs');
  await expect(async () => {
    await refresh.click();
    await expect(told).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(page.getByText(NO_HISTORY)).toBeVisible();

  // The same server's audit log, some moments later.
  await expect(async () => {
    const audit = await server.command('audit', '--user', user.sub, '--format', 'json');
    const entries = JSON.parse(audit) as { kind: string; outcome: string }[];
    const outcomes = entries.map(({ kind, outcome }) => `${kind}: ${outcome}`);
    for (const outcome of [
      'sign_in: signed_in',
      'sign_in: token_seen',
      'operator: accounts suspend',
      'forbidden: suspended',
      'operator: accounts resume',
    ]) {
      expect(outcomes).toContain(outcome);
    }
  }).toPass();
});

test('after the end of the sessions the app goes on with a new token of the issuer', async ({
  page,
  server,
  user,
}) => {
  const tokens = tokenRequests(page);
  await page.goto('/logs');
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
  await server.command('sessions', 'end', user.sub);
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => tokens.length, { timeout: 500 }).toBeGreaterThan(0);
  }).toPass();
  // A token of the very second of the end is refused too.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(NO_HISTORY)).toBeVisible({ timeout: 500 });
  }).toPass();
});
