/** What holds for every page: nothing serious by axe, nothing cut off, in every look. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { inEveryLook, VIEWPORTS, type Viewport } from './looks';

type Axe = typeof axe;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the dark scheme can break that the light one did not. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Both checks in both schemes, on a desktop and on a phone; `where` is said when one fails. */
export async function expectSoundInEveryLook(
  page: Page,
  where: string,
  viewports: readonly Viewport[] = VIEWPORTS,
): Promise<void> {
  await inEveryLook(
    page,
    async ({ name, colorScheme }) => {
      await expectAccessible(page, `${where}, ${name}`, colorScheme === 'dark' ? COLOUR_RULES : null);
      if (colorScheme === 'light') await expectNoSidewaysScroll(page, `${where}, ${name}`);
    },
    viewports,
  );
}

/** Fails on what axe calls serious or critical, by all of its rules or those named. */
export async function expectAccessible(
  page: Page,
  where: string,
  rules: readonly string[] | null = null,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (only) =>
      (window as unknown as { axe: Axe }).axe.run({
        resultTypes: ['violations'],
        // Nobody reads the selectors of what is well, and making them takes half of its time.
        selectors: false,
        ...(only === null ? {} : { runOnly: { type: 'rule', values: [...only] } }),
      }),
    rules,
  );
  const bad = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect(bad, `axe on ${where}`).toEqual([]);
}

/** Fails where a page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const { inner, content } = await page.evaluate(() => ({
    inner: window.innerWidth,
    content: document.documentElement.scrollWidth,
  }));
  expect(content, `width of ${where} in a window of ${inner} px`).toBeLessThanOrEqual(inner);
}
