/** How the app comes to a browser: compressed when it was built, kept for ever, and its page asked for anew. */
import { expect, test } from './support/test';

test.use({ signedIn: false });

test('a first visit loads everything compressed; the next asks for the page alone', async ({
  page,
  server,
}) => {
  const answers: { path: string; encoding: string | undefined; kept: string | undefined }[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css)$/.test(pathname)) return;
    const headers = await response.allHeaders();
    answers.push({
      path: pathname,
      encoding: headers['content-encoding'],
      kept: headers['cache-control'],
    });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  const hashed = () => answers.filter(({ path }) => path.startsWith('/assets/'));
  expect(hashed().length).toBeGreaterThan(2);
  const kept = 'public, max-age=31536000, immutable';
  expect(hashed().filter((answer) => answer.kept !== kept)).toEqual([]);
  const script = hashed().find(({ path }) => /\/index-[\w-]+\.js$/.test(path));
  expect(script, 'the largest of all').toMatchObject({ encoding: 'br', kept });

  // Compressed beforehand, so that its length is known.
  const ask = async (encoding: string) => {
    const answer = await fetch(`${server.url}${script?.path ?? ''}`, {
      headers: { 'accept-encoding': encoding },
    });
    return answer.headers;
  };
  const [brotli, gzip, plain] = await Promise.all([ask('br'), ask('gzip'), ask('identity')]);
  expect([brotli, gzip, plain].map((headers) => headers.get('content-encoding'))).toEqual([
    'br',
    'gzip',
    null,
  ]);
  const [small, medium, large] = [brotli, gzip, plain].map((headers) =>
    Number(headers.get('content-length')),
  );
  expect(small).toBeLessThan(medium ?? 0);
  expect(medium).toBeLessThan((large ?? 0) / 2);

  const first = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } });
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const again = await fetch(`${server.url}/plans`, {
    headers: { accept: 'text/html', 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect(again.status, 'unchanged').toBe(304);
});

test('while the script is on its way, words stand there instead of a blank page', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading...');
  release();
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});
