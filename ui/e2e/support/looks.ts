/** The looks of a page: both schemes on a desktop and on a phone. */
import { expect, type Page } from '@playwright/test';

export interface Viewport {
  width: number;
  height: number;
}

export const DESKTOP: Viewport = { width: 1440, height: 900 };
export const PHONE: Viewport = { width: 390, height: 844 };
export const VIEWPORTS: readonly Viewport[] = [DESKTOP, PHONE];
const SCHEMES = ['light', 'dark'] as const;

export interface Look {
  /** `1440-light` and so on. */
  name: string;
  colorScheme: 'light' | 'dark';
}

/** Shows the page in each look without reloading it, and ends in the desktop's light one. */
export async function inEveryLook(
  page: Page,
  act: (look: Look) => Promise<void>,
  viewports: readonly Viewport[] = VIEWPORTS,
): Promise<void> {
  for (const viewport of viewports) {
    for (const colorScheme of SCHEMES) {
      await show(page, viewport, colorScheme);
      await act({ name: `${viewport.width}-${colorScheme}`, colorScheme });
    }
  }
  await show(page, DESKTOP, 'light');
}

async function show(page: Page, viewport: Viewport, colorScheme: Look['colorScheme']): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  // Two frames: one to resize, one to paint.
  await page.evaluate(
    () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn));
      }),
  );
}
