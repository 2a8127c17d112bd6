/** Searches: as a person fills the form, and by the API where a flow only needs their rows. */
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import type { User } from './session';

const JOB_TIMEOUT_MS = 60_000;
const POLL_PAUSE_MS = 5_000;
/** How long a poll's answer may take to show. */
const POLL_ANSWER_MS = 1_000;

export interface Search {
  term: string;
  state: string;
  cities: string;
}

/** Finds `IN_PORTLAND + IN_BEND` rows in the house listing. */
export const BREWERIES: Search = { term: 'brewery', state: 'or', cities: 'Portland, Bend' };

export async function fillSearch(page: Page, { term, state, cities }: Search): Promise<void> {
  await page.getByLabel('Search Term').fill(term);
  await page.getByLabel('State').fill(state);
  const field = page.getByRole('combobox', { name: 'Cities' });
  await field.fill(cities);
  // What is offered for the last one closes, and covers nothing.
  await field.press('Tab');
}

export async function startSearch(page: Page, search: Search): Promise<void> {
  await fillSearch(page, search);
  await page.getByRole('button', { name: 'Start Scraping' }).click();
}

/** A search that asks for facts; its session. */
export async function startEnriched(page: Page, search: Search): Promise<string> {
  await fillSearch(page, search);
  await page.getByRole('checkbox', { name: 'Comprehensive Enrichment' }).check();
  const [started] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/jobs/scrape')),
    page.getByRole('button', { name: 'Start Scraping' }).click(),
  ]);
  return ((await started.json()) as { job_id: string }).job_id;
}

/** Made-up businesses are returned only on request. */
export async function chooseSampleData(page: Page): Promise<void> {
  await page.getByLabel('Source').selectOption({ label: 'Sample data (made up)' });
}

export function statusLog(page: Page): Locator {
  return page.getByRole('log');
}

/** The form, which gives way to rows. */
export async function newSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New search' }).click();
}

/** The whole log: above rows only its newest entry shows. */
export async function showWholeLog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Show all \d+$/ }).click();
}

/** Opens the search page with a clock that `expectResults` can move. */
export async function openSearch(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/googlemaps');
}

/** Waits until the page (see `openSearch`) shows this many results, skipping its delays between polls. */
export async function expectResults(page: Page, count: number): Promise<void> {
  await withoutPauses(page, () =>
    expect(resultsHeading(page)).toHaveText(`Results (${count.toLocaleString('en-US')})`, {
      timeout: POLL_ANSWER_MS,
    }),
  );
}

/** Repeats an expectation, and each time lets the page's clock jump over its pause between polls. */
export async function withoutPauses(page: Page, expectation: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(POLL_PAUSE_MS);
    await expectation();
  }).toPass({ timeout: JOB_TIMEOUT_MS });
}

/** Waits until the log says this. */
export function logged(page: Page, text: string | RegExp): Promise<void> {
  return withoutPauses(page, () => expect(statusLog(page)).toContainText(text, { timeout: POLL_ANSWER_MS }));
}

/** The heading of the results, once there are any. */
export function resultsHeading(page: Page): Locator {
  return page.getByRole('heading', { name: /^Results \([\d,]+\)$/ });
}

/** What the credits counter says is left. */
export async function creditsLeft(page: Page): Promise<number> {
  const counter = page.getByRole('region', { name: 'Credits', exact: true });
  const text = await counter.getByText(/^[\d,]+ of [\d,]+$/).innerText();
  return Number(text.split(' of ')[0]?.replaceAll(',', ''));
}

/** What the server says is left. */
export async function creditsByApi(api: APIRequestContext, { sub }: Pick<User, 'sub'>): Promise<number> {
  const answer = await api.get(`/api/credits/status/${encodeURIComponent(sub)}`);
  return ((await answer.json()) as { available_credits: number }).available_credits;
}

/** Starts a search without the browser, as another device does, and answers its session key. */
export async function startByApi(api: APIRequestContext, search: Search, source?: string): Promise<string> {
  const started = await api.post('/api/jobs/scrape', {
    data: {
      search_term: search.term,
      state: search.state.toUpperCase(),
      cities: search.cities.split(',').map((city) => city.trim()),
      ...(source === undefined ? {} : { source }),
    },
  });
  expect(started.status(), await started.text()).toBe(202);
  return ((await started.json()) as { job_id: string }).job_id;
}

/** A job's state on the server. */
export async function statusByApi(api: APIRequestContext, sessionKey: string): Promise<string> {
  return ((await (await api.get(`/api/jobs/${sessionKey}`)).json()) as { status: string }).status;
}

/** Runs a search to its end without the browser, and answers its session key. */
export async function searchByApi(api: APIRequestContext, search: Search, source?: string): Promise<string> {
  const sessionKey = await startByApi(api, search, source);
  await expect
    .poll(() => statusByApi(api, sessionKey), { timeout: JOB_TIMEOUT_MS, intervals: [20, 50, 100, 250] })
    .toBe('completed');
  return sessionKey;
}
