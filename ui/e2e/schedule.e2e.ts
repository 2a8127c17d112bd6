/** Scheduled Scrapes: set, run, compared, paused, within a budget; missed runs. */
import { readFile } from 'node:fs/promises';
import type { MonitorBody, MonitorRun } from '@/shared/api/generated';
import { expectSoundInEveryLook } from './support/checks';
import { expectNothingRan, HOSTILE_NAMES } from './support/hostile';
import { expectAllByKeyboard } from './support/keyboard';
import { businessesIn, inOregon, type MadeUpBusiness } from './support/listing';
import { expectNothingLostWhenNarrow } from './support/narrow';
import {
  later,
  Listing,
  more,
  openSchedules,
  rowOf,
  runByApi,
  scheduleByApi,
  shown,
} from './support/schedules';
import { screenshots } from './support/screenshots';
import { creditsByApi, fillSearch, resultsHeading, searchByApi } from './support/search';
import { expect, test } from './support/test';

/** Each flow has its own, so that another's release is no news to it. */
const REDMOND = inOregon('Redmond', 44.27, -121.17);
const SISTERS = inOregon('Sisters', 44.29, -121.55);
const PRINEVILLE = inOregon('Prineville', 44.3, -120.83);
const LA_PINE = inOregon('La Pine', 43.67, -121.5);
const HOOD_RIVER = inOregon('Hood River', 45.71, -121.52);
const BURNS = inOregon('Burns', 43.59, -119.05);
const ONTARIO = inOregon('Ontario', 44.03, -116.96);

test('MON-01: a schedule is set; its first run takes note for 0 credits, and the focus is on its row', async ({
  page,
  api,
  user,
  server,
}) => {
  await new Listing(server, REDMOND).begin(4);
  const before = await creditsByApi(api, user);
  await openSchedules(page);
  await page.getByRole('radio', { name: 'Weekly' }).check();
  await page.getByRole('combobox', { name: 'On', exact: true }).selectOption('Monday');
  await page.getByLabel('At', { exact: true }).fill('07:30');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Denver');
  await page.getByRole('option', { name: 'Denver' }).click();
  await fillSearch(page, { term: 'brewery', state: 'OR', cities: 'Redmond' });
  await page.clock.fastForward(500);
  await expect(page.getByRole('radio', { name: 'Deliver all now, up to 4 credits' })).toBeVisible();
  await expect(
    page.getByText(/^The first run begins now, the next one [A-Z][a-z]{2} \d+, \d{4}, /),
  ).toBeVisible();
  await screenshots(page, 'schedule-form');
  await expectSoundInEveryLook(page, 'the form');
  await expectNothingLostWhenNarrow(page, 'the form');
  await page.getByRole('button', { name: 'Set Schedule' }).click();

  await expect(page.getByRole('link', { name: /^brewery/ })).toBeFocused();
  await expect(page.getByText('1 of 20')).toBeVisible();
  const row = rowOf(page, 'Redmond');
  await expect(row).toContainText('Mondays 7:30 AM M');
  await shown(page, row.getByText('On', { exact: true }));
  await expect(row).toContainText('0 of 50');
  await page.getByRole('link', { name: /^brewery/ }).click();
  await expect(page.getByText(/^Mondays 7:30 AM M[DS]T · 4 known · 0 of 50 credits in [A-Z]/)).toBeVisible();
  await page.getByRole('table', { name: 'Runs' }).getByRole('link').click();
  await expect(
    page
      .getByRole('region', { name: /^Run of / })
      .getByText('4 businesses are known. The next run shows what changed.'),
  ).toBeVisible();
  expect(await creditsByApi(api, user)).toBe(before);
});

test('MON-02: a run shows what is new, changed and gone, costs what the rules say, is saved and exported', async ({
  page,
  api,
  user,
  server,
}) => {
  const listing = new Listing(server, SISTERS);
  const first = await listing.begin(6);
  const { id } = await scheduleByApi(api, listing.search);
  await listing.release(later(first, SISTERS, 3));
  const before = await creditsByApi(api, user);
  await openSchedules(page);
  await page.getByRole('button', { name: /^Run now/ }).click();
  const row = rowOf(page, 'Sisters');
  await shown(page, row.getByText('3 new, 2 changed, 1 gone'));
  // One for each new one, and one for each changed one that was not paid for.
  expect(await creditsByApi(api, user)).toBe(before - 5);
  await expect(row).toContainText('5 of 50');
  await screenshots(page, 'schedule-list');
  await expectSoundInEveryLook(page, 'the list');
  await expectNothingLostWhenNarrow(page, 'the list');
  await expectAllByKeyboard(page, 'the list');

  await row.getByRole('link').click();
  await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /^Run of / })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/schedule/${id}\\?run=`));
  const added = page.getByRole('table', { name: 'New businesses' });
  await expect(added.getByRole('row')).toHaveCount(1 + 3);
  await expect(page.getByRole('region', { name: 'Map of 6 businesses.' })).toBeVisible();
  await page.getByRole('tab', { name: 'Changed 2' }).click();
  const changed = page.getByRole('table', { name: 'Changed businesses' });
  await expect(changed.getByRole('row').filter({ hasText: 'Phone' })).toContainText(
    /was 503-555-0001.*now 541-555-0199/,
  );
  await expect(changed.getByText('Moved 0.2 mi')).toBeVisible();
  await screenshots(page, 'schedule-run');
  await expectSoundInEveryLook(page, 'the run');
  await expectNothingLostWhenNarrow(page, 'the run');
  await page.getByRole('tab', { name: 'Gone 1' }).click();
  await expect(page.getByText('Not found this time')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Gone 1' })).toHaveAttribute('aria-selected', 'true');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(1 + 5);
  await page.getByRole('button', { name: 'Save All to My Companies' }).click();
  await page.getByRole('button', { name: 'Save 5 companies' }).click();
  await expect(page.getByText('Saved 5 companies to My Companies')).toBeVisible();

  // Absent from a second release, it is no longer listed.
  await listing.release([...later(first, SISTERS, 3), ...more([...first, ...first], SISTERS, 1)]);
  const { last } = await runByApi(api, id);
  await page.goto(`/schedule/${id}?run=${last?.session_key ?? ''}&show=gone`);
  await expect(page.getByText('No longer listed')).toBeVisible();
});

test('MON-03: a run over an unchanged source is skipped for 0 credits', async ({
  page,
  api,
  user,
  server,
}) => {
  const listing = new Listing(server, PRINEVILLE);
  await listing.begin(3);
  const { id } = await scheduleByApi(api, listing.search);
  const before = await creditsByApi(api, user);
  await openSchedules(page, `/schedule/${id}`);
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText(/: Skipped: source unchanged$/)).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Runs' }).getByText('Skipped: source unchanged'),
  ).toBeVisible();
  expect(await creditsByApi(api, user)).toBe(before);
});

test('MON-04: a schedule is paused, resumed, edited and deleted', async ({ page, api, server }) => {
  const listing = new Listing(server, LA_PINE);
  await listing.begin(2);
  const { id } = await scheduleByApi(api, listing.search);
  const monitor = async () => (await (await api.get(`/api/monitors/${id}`)).json()) as MonitorBody;
  await openSchedules(page, `/schedule/${id}`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('by you')).toBeVisible();
  expect(await monitor()).toMatchObject({ status: 'paused', paused_by: 'user' });
  expect((await monitor()).next_run ?? null).toBeNull();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('radio', { name: 'Custom', exact: true }).check();
  await page.getByRole('radio', { name: 'monthly on day' }).check();
  await page.getByLabel('Most credits a month').fill('80');
  await screenshots(page, 'schedule-edit');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Monthly on day 31, 6:00 AM P[DS]T · .* of 80 credits/)).toBeVisible();
  expect(await monitor()).toMatchObject({ schedule: { every: 'month', day: 31 }, budget: 80 });

  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await screenshots(page, 'schedule-delete');
  await page.getByRole('button', { name: 'Delete schedule' }).click();
  await expect(page).toHaveURL('/schedule');
  await expect(page.getByText(/^The schedule of .*La Pine.* is deleted\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('form', { name: 'New schedule' })).toBeVisible();
  expect((await api.get(`/api/monitors/${id}`)).status()).toBe(404);
});

test('MON-05: a budget holds: what it does not pay for waits, and that is said', async ({
  page,
  api,
  user,
  server,
}) => {
  const listing = new Listing(server, HOOD_RIVER);
  const first = await listing.begin(2);
  const { id } = await scheduleByApi(api, listing.search, { budget: 2 });
  await listing.release([...first, ...more(first, HOOD_RIVER, 5)]);
  const before = await creditsByApi(api, user);
  await runByApi(api, id);
  expect(await creditsByApi(api, user)).toBe(before - 2);
  await openSchedules(page);
  await expect(rowOf(page, 'Hood River')).toContainText(/2 of 2.*Budget used/);
  await page.getByRole('link', { name: /Hood River/ }).click();
  await expect(page.getByText("3 more wait: the month's budget is used.")).toBeVisible();
  await screenshots(page, 'schedule-budget');
});

test('MON-06: the page words runs that the server says were missed or made up', async ({
  page,
  api,
  server,
}) => {
  const listing = new Listing(server, BURNS);
  await listing.begin(2);
  const { id } = await scheduleByApi(api, listing.search);
  // A day cannot be waited for: the answer is made up, so that this tests the words alone.
  await page.route(`**/api/monitors/${id}/runs?*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { runs: MonitorRun[] };
    const [run] = body.runs;
    const none = { ...run, new: 0, changed: 0, gone: 0, paid: 0, first: false };
    const missed = { ...none, slot: '2026-03-09T13:00:00Z', result: 'skipped', reason: 'missed', slots: 2 };
    const madeUp = { ...none, slot: '2026-03-10T13:00:00Z', at: '2026-03-10T16:12:00Z', made_up: true };
    await route.fulfill({
      json: { ...body, runs: [madeUp, { ...missed, session_key: undefined }, ...body.runs] },
    });
  });
  await openSchedules(page, `/schedule/${id}`);
  const runs = page.getByRole('table', { name: 'Runs' });
  await expect(runs.getByText('Missed: the server was off (2 runs)')).toBeVisible();
  await expect(runs.getByText(/^Completed · Made up at \d+:12 [AP]M$/)).toBeVisible();
  await screenshots(page, 'schedule-missed');
});

test('MON-07: a finished search is monitored: its businesses are known and paid; runs are in the history', async ({
  page,
  api,
  user,
  server,
}) => {
  const listing = new Listing(server, ONTARIO);
  const first = await listing.begin(3);
  const session = await searchByApi(api, { term: 'brewery', state: 'OR', cities: 'Ontario' });
  await page.goto(`/googlemaps?sessionKey=${session}`);
  await expect(resultsHeading(page)).toHaveText('Results (3)');
  await page.getByRole('link', { name: 'Monitor this search' }).click();
  await expect(page).toHaveURL(`/schedule?session=${session}`);
  await expect(page.getByRole('combobox', { name: 'Earlier search' })).toHaveValue(session);
  await page.getByRole('button', { name: 'Set Schedule' }).click();
  await expect(page.getByRole('link', { name: /Ontario/ })).toBeFocused();
  const { monitors } = (await (await api.get('/api/monitors')).json()) as { monitors: MonitorBody[] };
  const id = monitors[0]?.id ?? '';

  // A changed one that was paid for costs nothing.
  await listing.release(later(first, ONTARIO, 0));
  const before = await creditsByApi(api, user);
  const { last } = await runByApi(api, id);
  expect(last).toMatchObject({ new: 0, changed: 2, gone: 1, paid: 0 });
  expect(await creditsByApi(api, user)).toBe(before);
  await page.goto('/logs?type=monitor');
  await expect(
    page.getByRole('table', { name: 'Scraping history' }).getByText('Scheduled').first(),
  ).toBeVisible();
});

test('MON-08: names of a listing stay texts in the list of changes and on the map', async ({
  page,
  api,
  server,
}) => {
  const listing = new Listing(server, inOregon('Lakeview', 42.19, -120.35));
  const first = await listing.begin(1);
  const { id } = await scheduleByApi(api, listing.search);
  const hostile = Object.values(HOSTILE_NAMES).map((name, index) => ({
    ...listing.city,
    name,
    address: `${index + 10} <b>Hostile</b> St`,
    website: 'javascript:window.hostile=1',
    latitude: 42.2 + index / 1000,
  }));
  await listing.release([...first, ...hostile]);
  const { last } = await runByApi(api, id);
  const at = `/schedule/${id}?run=${last?.session_key ?? ''}`;
  await openSchedules(page, `${at}&view=table`);
  await expect(page.getByRole('link', { name: HOSTILE_NAMES.image })).toBeVisible();
  await expectNothingRan(page);
  await page.goto(`${at}&view=map`);
  await page.getByRole('button', { name: new RegExp('^<img src=x') }).click();
  await expect(page.getByRole('dialog')).toContainText('<img src=x');
  await expectNothingRan(page);
  await screenshots(page, 'schedule-hostile');
});

test('MON-08: a schedule of a hostile name, and what was before and is after, stay texts', async ({
  page,
  api,
  server,
}) => {
  const listing = new Listing(server, inOregon('Paisley', 42.69, -120.54));
  const before = 'https://before.example/"></td><script>window.hostile=1</script>';
  const after = 'https://after.example/"><svg/onload=window.hostile=1>';
  // The others stay as they are: what changes in many is the publisher's doing.
  const [one, ...others] = businessesIn(listing.city, 6).map((business, index) => ({
    ...business,
    name: `${HOSTILE_NAMES.image} ${index}`,
  }));
  const release = (website: string) => listing.release([{ ...(one as MadeUpBusiness), website }, ...others]);
  await release(before);
  const { id, name } = await scheduleByApi(api, { ...listing.search, search_term: HOSTILE_NAMES.image });
  await release(after);
  const { last } = await runByApi(api, id);
  expect(last).toMatchObject({ new: 0, changed: 1, gone: 0 });

  await openSchedules(page, `/schedule/${id}?run=${last?.session_key ?? ''}&view=table`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('deletion').filter({ hasText: before })).toBeVisible();
  await expect(page.getByRole('insertion').filter({ hasText: after })).toBeVisible();
  await expectNothingRan(page);
  await page.getByRole('button', { name: /^Notices/ }).click();
  await expect(page.getByRole('link', { name: `${name}: 1 changed` })).toBeVisible();
  await expectNothingRan(page);
  await page.goto('/schedule');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expectNothingRan(page);
});
