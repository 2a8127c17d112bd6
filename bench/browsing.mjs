// A real Chromium that is signed in, for benchmarks of pages.
import { createRequire } from 'node:module';
import { userOf } from './product.mjs';

const { chromium } = createRequire(new URL('../ui/package.json', import.meta.url))('@playwright/test');

const SIGNED_IN_AS = /Enya Enterprise/;

export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** By hand, so that the page has its own token; the calls of the script use it, too. */
export async function signIn(page, product, server) {
  await page.goto(`${server.url}/logs`);
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  const call = page.waitForRequest((request) => request.url().includes('/api/credits/status/'));
  await page.getByRole('button', { name: SIGNED_IN_AS }).click();
  const { authorization } = await (await call).allHeaders();
  return userOf(product, server, authorization.replace(/^Bearer /, ''));
}
