/** The browser for a test, and what a person does in it. CHROMIUM names another binary. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
}

/** A page in a browser of its own, that fails its test on script errors and refused content. */
export async function openPage(browser, { viewport = DESKTOP, colorScheme = 'light' } = {}) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  return {
    page,
    close: async () => {
      await context.close();
      assert.deepEqual(problems, [], 'the browser complained');
    },
  };
}

/** Clicks through the login page and the development identity provider, as one of its people. */
export async function signIn(page, person = 'Enya Enterprise') {
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  await page.getByRole('button', { name: new RegExp(person) }).click();
  await page.getByRole('banner').getByText(person).waitFor({ state: 'attached' });
}

export async function fillSearch(page, { term, state, cities }) {
  await page.getByLabel('Search Term').fill(term);
  await page.getByLabel('State').fill(state);
  await page.getByLabel('Cities').fill(cities);
}

export async function startSearch(page, search) {
  await fillSearch(page, search);
  await page.getByRole('button', { name: 'Start Scraping' }).click();
}

export const statusLog = (page) => page.getByRole('log');

/** The number of results that the page says it shows, once it shows any. */
export async function resultCount(page) {
  const heading = page.getByRole('heading', { name: /^Results \([\d,]+\)$/ });
  await heading.waitFor({ timeout: 60_000 });
  return Number((await heading.textContent()).replace(/\D/g, ''));
}

/** What the credits counter says is left. */
export async function creditsLeft(page) {
  const counter = page.getByRole('region', { name: 'Credits', exact: true });
  const text = await counter.getByText(/^[\d,]+ of [\d,]+$/).textContent();
  return Number(text.split(' of ')[0].replaceAll(',', ''));
}

/** Fails on what axe calls serious or critical. */
export async function assertAccessible(page, where) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run());
  const bad = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  assert.deepEqual(bad, [], `axe on ${where}`);
}

/** Fails where a page is wider than its window. */
export async function assertNoSidewaysScroll(page, where) {
  const { inner, content } = await page.evaluate(() => ({
    inner: window.innerWidth,
    content: document.documentElement.scrollWidth,
  }));
  assert.ok(content <= inner, `${where} is ${content} px wide in a window of ${inner} px`);
}
