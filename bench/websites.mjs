// B19: the websites of a session read through the server, with the pauses of its manners off, beside the same pages read
// on one thread without a server; and another user's searches meanwhile.
//
//   make bench-websites
//   node bench/websites.mjs --sites 500 --rounds 5
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { citiesOfTexas, searched, STATE, TERM, withListing } from './listing.mjs';
import { newUser, printTable, ratioTo, rounded, spread } from './product.mjs';
import { hostOf, servedSites } from './sites.mjs';

const { values: options } = parseArgs({
  options: {
    sites: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    binary: { type: 'string', default: 'target/release/demandatlas' },
    pages: { type: 'string', default: 'target/release/pages' },
  },
});
const SITES = Number(options.sites);
const ROUNDS = Number(options.rounds);
const WANTS = ['email', 'phone', 'social', 'hours', 'technology'];

const execute = promisify(execFile);

// A city for each round, since what was read is kept for a day; the first round warms up, and the last city is searched
// meanwhile.
const cities = citiesOfTexas(ROUNDS + 2);
const rows = SITES * cities.length;
const served = await servedSites();
try {
  const environment = {
    DEMANDATLAS_WEBSITES_HOSTS: `*.example=${served.address}`,
    DEMANDATLAS_WEBSITES_CONTACT: 'ops@example.com',
  };
  // Rows take turns in the cities: each city has all fixtures.
  const website = (row) => `http://${hostOf(Math.floor(row / cities.length), row)}/`;
  await withListing(options.binary, rows, cities, measure, { environment, website });
} finally {
  served.stop();
}

async function measure({ product, server }) {
  const reader = await newUser(product, server);
  const other = await newUser(product, server, { email: 'other@example.com' });
  const sessions = [];
  for (const city of cities.slice(0, ROUNDS + 1)) sessions.push((await searched(reader, [city])).job);
  await searching(other, async () => {});
  const idle = server.memory();
  server.forgetPeak();
  const figures = { sites: [], pages: [], alone: [], worst: [], median: [] };
  for (const session of sessions) {
    const { result: seconds, times } = await searching(other, () => readWebsites(reader, session));
    figures.sites.push(SITES / seconds);
    figures.pages.push((await served.asked()) / seconds);
    figures.worst.push(percentile(times, 0.99));
    figures.median.push(percentile(times, 0.5));
    figures.alone.push(await readAlone());
  }
  for (const list of Object.values(figures)) list.shift();
  const memory = server.peak() - idle;
  const milliseconds = (ms) => ms.toFixed(0);
  printTable(`${rounded(SITES)} websites a round, ${ROUNDS} rounds`, [
    ['websites read', `${spread(figures.sites)} sites/s`],
    ['their pages', `${spread(figures.pages)} pages/s`],
    ['pages read without a server, one thread', `${spread(figures.alone)} pages/s`],
    ['ratio of pages', ratioTo(figures.pages, figures.alone)],
    ["another user's searches of 20 rows meanwhile, median", `${spread(figures.median, milliseconds)} ms`],
    ['the same, 99th percentile', `${spread(figures.worst, milliseconds)} ms`],
    ['memory of the idle server', `${rounded(idle / (1 << 20))} MiB`],
    ['memory beyond it, at most', `${rounded(memory / (1 << 20))} MiB`],
  ]);
}

/** Reads the websites of a session; how long that took. */
async function readWebsites(user, session) {
  const begun = performance.now();
  const { job_id: job } = await user.post('/api/websites/read', { session_key: session, wants: WANTS });
  const told = await user.ended(job);
  const seconds = (performance.now() - begun) / 1_000;
  if (told.results_count !== SITES || told.credits_charged < SITES / 2) throw new Error(JSON.stringify(told));
  return seconds;
}

/** The times of somebody's searches, one after the other, while something is done; at least ten. */
async function searching(user, work) {
  const times = [];
  let ended = false;
  const [city] = cities.slice(-1);
  const loop = async () => {
    while (!ended || times.length < 10) {
      const begun = performance.now();
      const { job_id: job } = await user.post('/api/jobs/scrape', {
        search_term: TERM,
        state: STATE,
        cities: [city.name],
        max_results: 20,
      });
      await user.ended(job);
      times.push(performance.now() - begun);
    }
  };
  const working = work().finally(() => (ended = true));
  const [result] = await Promise.all([working, loop()]);
  return { result, times };
}

function percentile(times, part) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)];
}

/** Pages per second of one thread without a server. */
async function readAlone() {
  const { stdout } = await execute(options.pages, ['websites/tests/sites']);
  return Number(stdout.split(' ')[0]);
}
