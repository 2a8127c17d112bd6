/** How the app is delivered: compressed at build time, cached forever, and its page revalidated. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

test.use({ signedIn: false });

const FOR_EVER = 'public, max-age=31536000, immutable';

test('a first visit loads everything compressed; the next asks for the page alone', async ({
  page,
  server,
}) => {
  // Other flows have left parts of the app in the browser's cache.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  const first = await loadedParts(page);
  expect(Object.keys(first).filter((path) => path.endsWith('.js')).length).toBeGreaterThan(2);
  expect(Object.keys(first).filter((path) => path.endsWith('.css')).length).toBeGreaterThan(0);
  for (const [path, { sent, whole }] of Object.entries(first).filter(compressed)) {
    const [brotli, gzip, plain] = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) => ask(server.url + path, { 'accept-encoding': encoding })),
    );
    expect([brotli?.kept, gzip?.kept, plain?.kept], path).toEqual([FOR_EVER, FOR_EVER, FOR_EVER]);
    expect([brotli?.encoding, gzip?.encoding, plain?.encoding], path).toEqual(['br', 'gzip', null]);
    // Compressed ahead, so that their lengths are known.
    expect([brotli?.bytes, plain?.bytes], path).toEqual([sent, whole]);
    expect(sent, path).toBeLessThan(gzip?.bytes ?? 0);
    expect(gzip?.bytes, path).toBeLessThan(whole);
  }

  await page.goto('/plans');
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  const parts = async () => Object.keys(await loadedParts(page));
  await expect.poll(parts).toEqual(expect.arrayContaining(Object.keys(first)));
  const again = await loadedParts(page);
  const asked = Object.entries(again).filter(([path, { overNetwork }]) => path in first && overNetwork > 0);
  expect(asked, 'all of it was kept').toEqual([]);
});

test('the page itself is asked for anew, and comes only when it has changed', async ({ server }) => {
  const first = await ask(server.url, { accept: 'text/html' });
  expect(first).toMatchObject({ status: 200, kept: 'no-cache' });
  const again = await ask(`${server.url}/plans`, { accept: 'text/html', 'if-none-match': first.etag ?? '' });
  expect(again.status, 'unchanged').toBe(304);
  const changed = await ask(server.url, { accept: 'text/html', 'if-none-match': '"of another build"' });
  expect(changed.status).toBe(200);
});

test('while script and styles are on their way, words are painted instead of a blank page', async ({
  page,
}) => {
  const release = await hold(page, '**/assets/*.{js,css}');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading...');
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  release();
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('AUTH-01: a visitor has the login page while what signs in is still on its way, and can ask for it', async ({
  page,
}) => {
  const release = await hold(page, '**/assets/Auth0SignIn-*.js');
  await page.goto('/logs');
  await expect(page.getByRole('heading', { level: 1, name: 'Web Scraper Dashboard' })).toBeVisible();
  const signIn = page.getByRole('button', { name: 'Sign In / Sign Up' });
  await signIn.click();
  await expect(signIn).toHaveAttribute('data-loading', 'true');
  await expect(page).toHaveURL('/logs');
  release();
  await expect(page).toHaveURL(/\/dev-idp\/authorize/);
});

test('AUTH-01: a visitor reads the login page while the settings are still on their way', async ({
  page,
}) => {
  const release = await hold(page, '**/api/config');
  await page.goto('/logs');
  await expect(page.getByRole('heading', { level: 1, name: 'Web Scraper Dashboard' })).toBeVisible();
  const card = page.getByRole('region', { name: 'Welcome to DemandAtlas' });
  await expect(card.getByRole('status')).toHaveText('Loading...');
  await expect(card.getByRole('button')).toHaveCount(0);
  release();
  await expect(card.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(card.getByRole('status')).toHaveCount(0);
});

/** Holds such files back until the returned function is called. */
async function hold(page: Page, files: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

interface Part {
  /** The bytes transferred in total, and those this visit had to wait for. */
  sent: number;
  whole: number;
  overNetwork: number;
}

/** The build leaves smaller files as they are. */
function compressed([, { whole }]: [string, Part]): boolean {
  return whole >= 1024;
}

/** The scripts and style sheets the page has loaded, by path. */
async function loadedParts(page: Page): Promise<Record<string, Part>> {
  return page.evaluate(() =>
    Object.fromEntries(
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .map((entry) => ({ entry, path: new URL(entry.name).pathname }))
        .filter(({ path }) => /^\/assets\/.*\.(js|css)$/.test(path))
        .map(({ path, entry: { encodedBodySize, decodedBodySize, transferSize } }) => [
          path,
          { sent: encodedBodySize, whole: decodedBodySize, overNetwork: transferSize },
        ]),
    ),
  );
}

async function ask(url: string, headers: Record<string, string>) {
  const { status, headers: answered } = await fetch(url, { headers });
  return {
    status,
    encoding: answered.get('content-encoding'),
    kept: answered.get('cache-control'),
    etag: answered.get('etag'),
    bytes: Number(answered.get('content-length')),
  };
}
