// B14: the enrichment of a session through the server, beside `demandatlas enrich` on the same rows, in one run.
//
//   make bench-enrichment
//   node bench/enrichment.mjs --rows 2000 --rounds 5
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cities, listing, STATE, TERM } from './listing.mjs';
import { newUser, printTable, rounded, run, spread, startServer } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    binary: { type: 'string', default: 'target/release/demandatlas' },
  },
});
const ROWS = Number(options.rows);
const ROUNDS = Number(options.rounds);

const folder = await mkdtemp(join(tmpdir(), 'demandatlas-enrichment-'));
const product = {
  binary: options.binary,
  environment: { ...process.env, DEMANDATLAS_DATA_DIR: join(folder, 'data') },
};
try {
  await measure();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  const florists = join(folder, 'florists.csv');
  await writeFile(florists, listing(ROWS));
  await run(product, 'places', 'import', florists, '--name', 'florists', '--format', 'csv');
  const server = await startServer(product);
  const through = [];
  const alone = [];
  let rows = 0;
  try {
    const user = await newUser(product, server);
    // The pack is read once, and not counted.
    await session(user, cities.slice(0, 1));
    for (let round = 0; round < ROUNDS; round += 1) {
      const { job, seconds, enriched } = await session(user, cities);
      rows = enriched;
      through.push(enriched / seconds);
      const file = join(folder, `${round}.csv`);
      await writeFile(file, await (await user.get(`/export?sessionKey=${job}&format=csv`)).text());
      const command = await run(product, 'enrich', file, '--category', TERM, '--output', `${file}.out.csv`);
      alone.push(enriched / command.seconds);
    }
  } finally {
    await server.stop();
  }
  printTable(`${rounded(rows)} rows of ${cities.length} cities, ${ROUNDS} rounds`, [
    ['a session through the server (POST /enrich)', `${spread(through)} rows/s`],
    ['`demandatlas enrich`, reading the pack included', `${spread(alone)} rows/s`],
    ['ratio', `${spread(through.map((rate, round) => rate / alone[round]), (ratio) => ratio.toFixed(2))}x`],
    ['memory of the server, at most', `${rounded(server.peak() / (1 << 20))} MiB`],
  ]);
}

/** A search whose rows are then enriched; how long that took. */
async function session(user, where) {
  const { job_id: job } = await user.post('/api/jobs/scrape', {
    search_term: TERM,
    state: STATE,
    cities: where.map(({ name }) => name),
  });
  const { results_count: found } = await user.ended(job);
  const begun = performance.now();
  const answer = await user.post('/enrich?form=packed&limit=200', { sessionKey: job, format: 'json' });
  const seconds = (performance.now() - begun) / 1_000;
  if (answer.enrichment.enriched !== found || found === 0) throw new Error(JSON.stringify(answer.enrichment));
  return { job, seconds, enriched: found };
}
