/** The report of a business: on paper, as a file, and when it is to be asked again. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { fullRow, serveRow } from './support/full-row';
import { screenshots } from './support/screenshots';
import { searchByApi } from './support/search';
import { expect, test, WHAT_SHIPS } from './support/test';

test.use(WHAT_SHIPS);

const HOSTILE = '=HYPERLINK("http://bad.example","Pay") </style><b>& Sons';
const NOTE = 'Wants <b>a demo</b>';
/** With every field there is, in the longest words. */
const MOST_PAGES = 6;

interface Row extends Record<string, unknown> {
  row_idx: number;
  name: string;
  latitude?: number;
}

async function brewery(api: APIRequestContext, city: string): Promise<{ session: string; row: Row }> {
  await expect.poll(async () => await (await api.get('/api/sources')).text()).toContain('open-brewery-db');
  const session = await searchByApi(api, { term: 'brewery', state: 'OR', cities: city });
  const answer = await api.post('/enrich', { data: { sessionKey: session } });
  const { results } = (await answer.json()) as { results: Row[] };
  const row = results.find(({ latitude }) => latitude !== undefined);
  if (row === undefined) throw new Error('no brewery has coordinates');
  return { session, row };
}

/** What a printer gets when the page prints: the text and the number of pages. */
async function printed(page: Page, press: () => Promise<void>, name: string) {
  await page.evaluate(() => {
    delete document.documentElement.dataset.printed;
  });
  await press();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await expect(
    page.locator('[data-report] .recharts-bar-rectangle path').first(),
    'charts are drawn',
  ).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const words = await page.locator('body').innerText();
  await page.emulateMedia({ media: null });
  const pdf = await page.pdf({ format: 'Letter' });
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined && folder !== '') {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.pdf`), pdf);
  }
  return { words, pages: pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0 };
}

test('ACC-14: a row with every field prints as a report of few pages, from a dark screen too', async ({
  page,
  api,
}) => {
  const { session, row } = await brewery(api, 'Bend');
  await serveRow(page, session, { ...(await fullRow(api, row)), name: HOSTILE });
  await api.post('/api/crm-data', {
    data: { sessionKey: session, rowIdx: row.row_idx, crmData: { notes: NOTE, mainPOC: 'Ada' } },
  });
  await page.addInitScript(() => {
    // Nobody is there to close a dialog.
    window.print = () => {
      document.documentElement.dataset.printed = '';
    };
  });
  await page.goto(`/account/${session}/${row.row_idx}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
  await screenshots(page, 'account-actions');
  await page.emulateMedia({ colorScheme: 'dark' });

  const plain = await printed(
    page,
    () => page.getByRole('button', { name: 'Print / PDF' }).click(),
    'report',
  );
  expect(plain.pages).toBeLessThanOrEqual(MOST_PAGES);
  for (const text of [HOSTILE, 'Tourism & Visitor Economy', 'Market Intelligence Scoring', 'Sources']) {
    expect(plain.words).toContain(text);
  }
  expect(plain.words).toContain('National average');
  expect(plain.words, 'the listing is named').toContain('open-brewery-db');
  for (const text of ['My Companies', 'Account Details', NOTE, 'Show as table', 'Print / PDF']) {
    expect(plain.words).not.toContain(text);
  }
  await expect(page.locator('html'), 'the screen is as it was').toHaveAttribute(
    'data-mantine-color-scheme',
    'dark',
  );
  await expect(page.locator('[data-report]')).toHaveCount(0);

  const withNotes = await printed(
    page,
    async () => {
      await page.getByRole('button', { name: 'More ways to print' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Include my notes' }).press('Enter');
    },
    'report-with-notes',
  );
  expect(withNotes.words).toContain(NOTE);
  expect(withNotes.words).toContain('Ada');
  expect(withNotes.pages).toBeLessThanOrEqual(MOST_PAGES + 1);
});

test('ACC-14: the report as CSV has the facts with their sources', async ({ page, api }) => {
  const { session, row } = await brewery(api, 'Bend');
  await page.goto(`/account/${session}/${row.row_idx}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('immersion-brewing-report.csv');
  const lines = readCsv(await readFile(await file.path(), 'utf8'));
  expect(lines[0]).toEqual([
    'Section',
    'Label',
    'Value',
    'Unit',
    'National average',
    'Source',
    'Vintage',
    'Level',
    'Publisher',
    'License',
  ]);
  expect(lines).toContainEqual(expect.arrayContaining(['Company', 'Name', row.name]));
  const income = lines.find(
    ([section, label]) => section === 'County Demographics' && label?.includes('Income') === true,
  );
  expect(income?.slice(2, 5)).toEqual([String(row.median_income_county), '$', '']);
  expect(income?.[5]).toMatch(/American Community Survey/);
  expect(income?.[7]).toBe('County');
  expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([10]));
});

test('ACC-10, MYCO-08: a follow-up date that is set on the page is due in My Companies', async ({
  page,
  api,
}) => {
  const { session, row } = await brewery(api, 'Bend');
  await page.goto(`/account/${session}/${row.row_idx}`);
  const details = page.getByRole('region', { name: 'Account Details' });
  const date = details.getByLabel('Follow-up date');
  await expect(details.getByText('Save to My Companies to set a date.')).toBeVisible();
  await expect(date).toBeDisabled();
  await page.getByRole('button', { name: 'Save to My Companies' }).click();
  await expect(date).toBeEnabled();
  const today = await page.evaluate(() => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  });
  await date.fill(today);
  await expect(details.getByText('Due today.')).toBeVisible();
  await details.getByLabel('Main Point of Contact').fill('Ada');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText(/^Saved \d/)).toBeVisible();
  await expect(details.getByRole('list', { name: 'Timeline' })).toContainText(
    /Follow-up date: empty → \w{3} \d+, \d{4}/,
  );
  const stored = await api.get(`/api/crm-data?sessionKey=${session}&rowIdx=${row.row_idx}`);
  expect(await stored.json()).toMatchObject({ followUpDate: today, crmData: { mainPOC: 'Ada' } });
  await details.scrollIntoViewIfNeeded();
  await screenshots(page, 'account-follow-up');
  await expectSoundInEveryLook(page, 'the account page with a follow-up date');

  await page.goto('/my-companies');
  await page.getByRole('button', { name: 'Due today 1' }).click();
  await expect(page.getByRole('row').filter({ hasText: row.name })).toHaveCount(1);
  await page.goto(`/account/${session}/${row.row_idx}`);
  await expect(date).toHaveValue(today);
  await expect(date).toBeEnabled();
  await date.fill('');
  await details.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(details.getByText(/^Saved \d/)).toBeVisible();
  const companies = await api.get('/api/saved-companies?page=1');
  expect(((await companies.json()) as { companies: unknown[] }).companies).toMatchObject([
    { follow_up_date: null },
  ]);
});

/** Cells by line; quoted ones may contain anything. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') lines.push([]);
  }
  return lines.slice(0, -1);
}
