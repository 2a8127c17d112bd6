// The catalogue at the size of a country, seen from outside: a made-up listing of 13 million places is imported by
// the product's own command, then searched, delivered and paid through its server. Prints Markdown (docs/benchmarks.md).
//
//   make bench-country
//   node bench/country.mjs --rows 1000000 --folder /var/tmp
//
// Needs Linux (memory is read from /proc) and some 8 GB of disk where --folder is.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newUser, printTable, readCities, rounded, run, startServer } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '13000000' },
    binary: { type: 'string', default: 'target/release/demandatlas' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const ROWS = Number(options.rows);
const LARGE_CITIES = 30;
const SMALL_CITIES = 3_000;
const KINDS = ['brewery', 'bakery', 'dentist', 'florist', 'plumber', 'restaurant', 'hotel', 'gym', 'hardware store', 'car repair'];
// Businesses of one kind in one large city: 20,800 of 13 million.
const LARGE_CITY_ROWS = Math.round((ROWS * 208_000) / 13_000_000);
const CALLS = 50;
const MB = 1 << 20;

const cities = plainCities();
const folder = await mkdtemp(join(options.folder, 'demandatlas-country-'));
const product = {
  binary: options.binary,
  environment: { ...process.env, DEMANDATLAS_DATA_DIR: join(folder, 'data'), DEMANDATLAS_STARTER: 'none' },
};
try {
  await measure();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  const listing = join(folder, 'country.csv');
  await writeListing(listing);
  say(`importing ${ROWS.toLocaleString('en')} places`);
  const imported = await run(product, 'places', 'import', listing, '--name', 'country', '--format', 'csv');
  await rm(listing);
  const index = await size(join(folder, 'data'));
  say('starting the server');
  const server = await startServer(product);
  try {
    const user = await newUser(product, server);
    const estimates = await times(CALLS, (call) =>
      user.post('/api/jobs/estimate', { ...search(smallCity(call)), enrich: false }),
    );
    const starts = await times(CALLS, async (call) => {
      const begun = performance.now();
      const { job_id } = await user.post('/api/jobs/scrape', search(smallCity(CALLS + call)));
      const took = performance.now() - begun;
      await user.ended(job_id);
      return took;
    });
    say('one job of a large city');
    const begun = performance.now();
    const { job_id } = await user.post('/api/jobs/scrape', search(cities[0]));
    const job = await user.ended(job_id);
    const delivered = (performance.now() - begun) / 1_000;
    const expected = LARGE_CITY_ROWS / KINDS.length;
    if (job.results_count !== expected) throw new Error(`${job.results_count} rows instead of ${expected}`);
    printTable(`${rounded(ROWS)} places in ${rounded(cities.length)} cities`, [
      ['import', `${rounded(ROWS / imported.seconds)} rows/s (${imported.seconds.toFixed(0)} s)`],
      ['memory of the import, at most', `${rounded(imported.peak / MB)} MiB`],
      ['data folder', `${(index / 1e9).toFixed(2)} GB`],
      ['server ready after', `${server.ready.toFixed(2)} s`],
      ['estimate, median and longest', spread(estimates)],
      ['start of a job with its count, median and longest', spread(starts)],
      [`${rounded(expected)} rows of one city delivered and paid`, `${delivered.toFixed(1)} s`],
      ['memory of the server, at most', `${rounded(server.peak() / MB)} MiB`],
    ]);
  } finally {
    await server.stop();
  }
}

function plainCities() {
  const found = new Map();
  for (const city of readCities()) {
    // Names that mean one place each, so that every city has as many rows as it was given.
    if (/^[A-Z][a-z]{4,}$/.test(city.name ?? '') && !found.has(city.name)) found.set(city.name, city);
  }
  const islands = ['-', 'AS', 'GU', 'MP', 'PR', 'VI', 'UM'];
  const usable = [...found.values()].filter(({ state }) => !islands.includes(state));
  return usable.slice(0, LARGE_CITIES + SMALL_CITIES);
}

async function writeListing(path) {
  say('writing the listing');
  const file = createWriteStream(path, { highWaterMark: MB });
  file.write('name,category,address,city,state,zip,phone,website,lat,lon,confidence\n');
  const small = cities.length - LARGE_CITIES;
  for (let row = 0; row < ROWS; row += 1) {
    const large = Math.floor(row / LARGE_CITY_ROWS);
    const city = large < LARGE_CITIES ? cities[large] : cities[LARGE_CITIES + (row % small)];
    const kind = KINDS[Math.floor(row / (large < LARGE_CITIES ? 1 : small)) % KINDS.length];
    const lat = (city.latitude + ((row % 397) - 198) / 4_000).toFixed(5);
    const lon = (city.longitude + ((row % 211) - 105) / 3_000).toFixed(5);
    const line = `Made Up ${kind} ${row},${kind},${row % 9_973} Example Street,${city.name},${city.state},,`
      + `(555) 5${String(row % 100_000).padStart(5, '0')},https://shop-${row}.example,${lat},${lon},0.${10 + (row % 89)}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

function search({ name, state }) {
  return { search_term: KINDS[0], state, cities: [name] };
}

function smallCity(call) {
  return cities[LARGE_CITIES + ((call * 29) % (cities.length - LARGE_CITIES))];
}

/** How long calls take, in milliseconds; one that answers a number has measured itself. */
async function times(count, call) {
  const all = [];
  for (let number = 0; number < count; number += 1) {
    const begun = performance.now();
    const told = await call(number);
    all.push(typeof told === 'number' ? told : performance.now() - begun);
  }
  return all.sort((a, b) => a - b);
}

function spread(sorted) {
  return `${sorted[Math.floor(sorted.length / 2)].toFixed(0)} ms, ${sorted.at(-1).toFixed(0)} ms`;
}

async function size(path) {
  const about = await stat(path);
  if (!about.isDirectory()) return about.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => size(join(path, name))));
  return sizes.reduce((sum, one) => sum + one, 0);
}

function say(what) {
  console.error(`bench-country: ${what}`);
}
