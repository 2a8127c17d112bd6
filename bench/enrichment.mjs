// B14: the enrichment of a session through the server, beside `demandatlas enrich` on the same rows, in one run.
//
//   make bench-enrichment
//   node bench/enrichment.mjs --rows 2000 --rounds 5
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { citiesOfTexas, searched, TERM, withListing } from './listing.mjs';
import { median, newUser, printTable, ratioTo, rounded, run, spread, writeRatios } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    binary: { type: 'string', default: 'target/release/demandatlas' },
    ratios: { type: 'string' },
  },
});
const ROWS = Number(options.rows);
const ROUNDS = Number(options.rounds);

const cities = citiesOfTexas(400);

await withListing(options.binary, ROWS, cities, measure);

async function measure({ product, server, folder }) {
  const user = await newUser(product, server);
  // The pack is read once, and not counted.
  await session(user, cities.slice(0, 1));
  const through = [];
  const alone = [];
  let rows = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { job, seconds, enriched } = await session(user, cities);
    rows = enriched;
    through.push(enriched / seconds);
    const file = join(folder, `${round}.csv`);
    await writeFile(file, await (await user.get(`/export?sessionKey=${job}&format=csv`)).text());
    const command = await run(product, 'enrich', file, '--category', TERM, '--output', `${file}.out.csv`);
    alone.push(enriched / command.seconds);
  }
  printTable(`${rounded(rows)} rows of ${cities.length} cities, ${ROUNDS} rounds`, [
    ['a session through the server (POST /enrich)', `${spread(through)} rows/s`],
    ['`demandatlas enrich`, reading the pack included', `${spread(alone)} rows/s`],
    ['ratio', ratioTo(through, alone)],
    ['memory of the server, at most', `${rounded(server.peak() / (1 << 20))} MiB`],
  ]);
  await writeRatios(options.ratios, {
    'B14: a session, beside `demandatlas enrich`': median(through.map((rate, round) => rate / alone[round])),
  });
}

/** A search whose rows are then enriched; how long that took. */
async function session(user, where) {
  const { job, results_count: found } = await searched(user, where);
  const begun = performance.now();
  const answer = await user.post('/enrich?form=packed&limit=200', { sessionKey: job, format: 'json' });
  const seconds = (performance.now() - begun) / 1_000;
  if (answer.enrichment.enriched !== found || found === 0) throw new Error(JSON.stringify(answer.enrichment));
  return { job, seconds, enriched: found };
}
