/** Pictures of pages, for people to look at: `SCREENSHOTS=folder npx playwright test …`. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { inEveryLook } from './looks';

/** Takes `name-1440-light.png` and so on; does nothing where no folder is named. */
export async function screenshots(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined || folder === '') return;
  await inEveryLook(page, async (look) => {
    await page.screenshot({ path: join(folder, `${name}-${look.name}.png`) });
  });
}
