// Whole runs against a product in memory: a right one has no violation, and each planted mistake is found.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { check } from '../check.mjs';
import { readHistory } from '../record.mjs';
import { run } from '../run.mjs';
import { Double } from './double.mjs';

const CITIES = 'Bend,Salem,Astoria,Newport,Albany,Eugene,Sandy,Ashland'.split(',');

/** The kinds of violations of a run. */
async function violations(mistake, { fault, actions, seed = 1 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'history-'));
  const double = await new Double(mistake).start();
  try {
    const out = join(folder, 'history.jsonl');
    const options = {
      nodes: [{ url: double.url }],
      out,
      seconds: 1,
      users: 2,
      clients: 4,
      coupons: 8,
      lost: 0.1,
      parallel: 0.3,
      seed,
      think: [0, 15],
      settling: 40,
      fault,
      actions,
      // The first one happens however busy the machine is.
      faultEvery: 0.1,
      search: { term: 'brewery', state: 'OR', cities: CITIES },
    };
    await run(options, () => {}, double.operator());
    return check(await readHistory(out));
  } finally {
    await double.stop();
    await rm(folder, { recursive: true });
  }
}

const ABOUT_ROWS = { start: 1, job: 4, read: 4 };
/** What each mistake is found as, and what clients do to find it soon. */
const MISTAKES = {
  'forgets keys': { kinds: ['twice', 'answers'] },
  'gives too often': { kinds: ['twice'], actions: { redeem: 10, balance: 2 } },
  'refuses for nothing': { kinds: ['refusal'] },
  'shows old balances': { kinds: ['stale'], actions: { balance: 10, start: 2, redeem: 2 } },
  'loses searches': { kinds: ['lost', 'refusal'] },
  'charges twice': { kinds: ['money'] },
  overwrites: { kinds: ['overwritten'], actions: { ...ABOUT_ROWS, write: 20 } },
  'loses notes': { kinds: ['lost'], actions: { ...ABOUT_ROWS, write: 10 } },
  'does not remove': { kinds: ['order'], actions: { ...ABOUT_ROWS, save: 6, list: 8, remove: 8 } },
};
/** A short run may miss a mistake, more so on a busy machine; so many do not. */
const ROUNDS = 60;

async function isFound(mistake, { kinds, actions }) {
  const told = new Set();
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const { violations: found } = await violations(mistake, { actions, seed });
    for (const { kind } of found) told.add(kind);
    if (kinds.every((kind) => told.has(kind))) return;
  }
  assert.fail(`${mistake}: ${[...told].join(', ')}`);
}

async function isRight() {
  const { violations: found, checked } = await violations(undefined, { fault: 'exit 0' });
  assert.deepEqual(found, []);
  assert.ok(checked.faults > 0 && checked.commands > 0, JSON.stringify(checked));
}

test('runs', { concurrency: true }, async (t) => {
  const planted = Object.entries(MISTAKES).map(([mistake, how]) =>
    t.test(`of a product that ${mistake} are found wrong`, () => isFound(mistake, how)),
  );
  await Promise.all([t.test('of a right product have no violation', isRight), ...planted]);
});
