/** Listings contain whatever somebody wrote: it stays text, and breaks no page. */
import { expectNoSidewaysScroll } from './support/checks';
import { expectNothingRan, HOSTILE_CITY, HOSTILE_NAMES, hostileBusinesses } from './support/hostile';
import { listingCsv } from './support/listing';
import { inEveryLook } from './support/looks';
import { screenshots } from './support/screenshots';
import { expectResults, openSearch, startSearch } from './support/search';
import { expect, test } from './support/test';

test('RES-01: hostile names and websites stay text in the results', async ({ page, server }) => {
  const businesses = hostileBusinesses();
  await server.importListing(listingCsv(businesses), { name: 'hostile' });
  await openSearch(page);
  await startSearch(page, { term: 'brewery', state: HOSTILE_CITY.state, cities: HOSTILE_CITY.city });
  await expectResults(page, businesses.length);
  const table = page.getByRole('table', { name: 'Result rows' });
  for (const name of Object.values(HOSTILE_NAMES)) {
    await expect(table.getByRole('cell', { name, exact: true })).toHaveText(name);
  }
  await expect(table.getByRole('link', { name: /javascript/ })).toHaveCount(0);
  await expectNothingRan(page);
  await screenshots(page, 'hostile-results');
  await inEveryLook(page, ({ name }) => expectNoSidewaysScroll(page, `hostile results, ${name}`));
});
