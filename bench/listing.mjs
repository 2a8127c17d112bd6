// A made-up listing of a size that is asked for: florists around the cities of Texas, whose facts are those of the
// starter pack.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCities, run, startServer } from './product.mjs';

export const TERM = 'florist';
export const STATE = 'TX';

/** Cities of Texas whose names mean one place each. */
export function citiesOfTexas(count) {
  const names = new Set();
  return readCities()
    .filter(({ name, state }) => state === STATE && /^[A-Z][a-z]{4,}$/.test(name) && !names.has(name) && names.add(name))
    .slice(0, count);
}

/** A listing of `rows` florists in `cities`, as CSV, with or without the websites of its rows. */
function listing(rows, cities, website) {
  const lines = ['name,category,address,city,state,lat,lon,website'];
  for (let row = 0; row < rows; row += 1) {
    const { name, latitude, longitude } = cities[row % cities.length];
    const lat = (latitude + ((row % 397) - 198) / 8_000).toFixed(5);
    const lon = (longitude + ((row % 211) - 105) / 6_000).toFixed(5);
    const place = `${row} Example Street,${name},${STATE},${lat},${lon}`;
    lines.push(`Made Up Florist ${row},florist,${place},${website?.(row) ?? ''}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A server that knows them, on a data folder that goes with it; perhaps with settings and the rows' websites. */
export async function withListing(binary, rows, cities, measure, { environment, website } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'demandatlas-bench-'));
  const product = { binary, environment: { ...process.env, ...environment, DEMANDATLAS_DATA_DIR: join(folder, 'data') } };
  try {
    const florists = join(folder, 'florists.csv');
    await writeFile(florists, listing(rows, cities, website));
    await run(product, 'places', 'import', florists, '--name', 'florists', '--format', 'csv');
    const server = await startServer(product);
    try {
      await measure({ product, server, folder });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A search for them in these cities, to its end. */
export async function searched(user, where) {
  const { job_id: job } = await user.post('/api/jobs/scrape', {
    search_term: TERM,
    state: STATE,
    cities: where.map(({ name }) => name),
  });
  return { job, ...(await user.ended(job)) };
}
