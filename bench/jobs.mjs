// B13: the main job through the server, from the call that starts it until its rows are paid and readable, beside the
// catalogue's search alone in a process of its own, in one run.
//
//   make bench-jobs
//   node bench/jobs.mjs --rows 2000 --rounds 5
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { citiesOfTexas, searched, STATE, TERM, withListing } from './listing.mjs';
import { median, newUser, printTable, ratioTo, rounded, spread, writeRatios } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '8000' },
    rounds: { type: 'string', default: '3' },
    binary: { type: 'string', default: 'target/release/demandatlas' },
    catalogue: { type: 'string', default: 'target/release/catalogue' },
    ratios: { type: 'string' },
  },
});
const ROWS = Number(options.rows);
const ROUNDS = Number(options.rounds);
const USERS = 16;

const cities = citiesOfTexas(20);

const execute = promisify(execFile);

await withListing(options.binary, ROWS, cities, measure);

async function measure({ product, server, folder }) {
  const list = join(folder, 'cities.txt');
  await writeFile(list, cities.map(({ name }) => `${name}\n`).join(''));
  const users = [];
  for (let number = 0; number < USERS; number += 1) {
    users.push(await newUser(product, server, { email: `bench-${number}@example.com` }));
  }
  const one = [];
  const many = [];
  const alone = [];
  const reads = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    one.push(await delivered(users.slice(0, 1)));
    const readsMeanwhile = creditStatusUntil(users[0]);
    many.push(await delivered(users));
    reads.push(await readsMeanwhile());
    alone.push(await searchedAlone(product.environment.DEMANDATLAS_DATA_DIR, list));
  }
  for (const figures of [one, many, alone, reads]) figures.shift();
  printTable(`${rounded(ROWS)} rows of ${cities.length} cities, ${ROUNDS} rounds`, [
    ['one job', `${spread(one)} rows/s`],
    [`${USERS} users at once, a job each`, `${spread(many)} rows/s`],
    ['credit status meanwhile, 99th percentile', `${spread(reads, (ms) => ms.toFixed(1))} ms`],
    ['the catalogue alone', `${spread(alone)} rows/s`],
    ['one job beside the catalogue alone', ratioTo(one, alone)],
    [`${USERS} users beside the catalogue alone`, ratioTo(many, alone)],
    ['memory of the server, at most', `${rounded(server.peak() / (1 << 20))} MiB`],
  ]);
  await writeRatios(options.ratios, {
    'B13: one job, beside the catalogue alone': median(one.map((rate, round) => rate / alone[round])),
    [`B13: ${USERS} users at once, beside the catalogue alone`]: median(many.map((rate, round) => rate / alone[round])),
  });
}

/** Rows per second that these users have together. */
async function delivered(users) {
  const begun = performance.now();
  const jobs = await Promise.all(users.map((user) => searched(user, cities)));
  const seconds = (performance.now() - begun) / 1_000;
  for (const { results_count: rows } of jobs) {
    if (rows !== ROWS) throw new Error(`a job has ${rows} rows instead of ${ROWS}`);
  }
  return (ROWS * users.length) / seconds;
}

/** Reads a balance again and again; the answer ends it and tells the 99th percentile, in milliseconds. */
function creditStatusUntil(user) {
  const times = [];
  let ended = false;
  const reading = (async () => {
    while (!ended) {
      const begun = performance.now();
      await (await user.get(`/api/credits/status/${encodeURIComponent(user.sub)}`)).arrayBuffer();
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  // A failure is thrown where the figures are asked for, so that the server is stopped.
  reading.catch(() => {});
  return async () => {
    ended = true;
    await reading;
    times.sort((a, b) => a - b);
    return times[Math.floor((times.length - 1) * 0.99)];
  };
}

/** The rows per second of the same search without a server. */
async function searchedAlone(folder, list) {
  const { stdout } = await execute(options.catalogue, [
    'alone', folder, '--term', TERM, '--state', STATE, '--cities', list,
  ]);
  return Number(stdout);
}
