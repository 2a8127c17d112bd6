// What an operator does before a run, with the product's command line: tokens, credits, coupons.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { insisted } from './calls.mjs';
import { Person } from './person.mjs';

const execute = promisify(execFile);

/** Users of a run. Some have credits for all they ask for; the others run out of them, and one has no plan. */
const TIERS = [
  { tier: 'business', credits: 1_000_000 },
  { tier: 'enterprise', credits: 1_000_000 },
  { tier: 'pro', credits: 0 },
  { tier: 'business', credits: 1_000_000 },
  { tier: 'basic', credits: 0 },
  { tier: 'business', credits: 0 },
];

/** A command of the product about the node with this address and data folder. */
async function commanded(binary, { url, folder }, ...args) {
  const env = { ...process.env, DEMANDATLAS_ADDR: new URL(url).host };
  if (folder !== undefined) env.DEMANDATLAS_DATA_DIR = folder;
  return (await execute(binary, args, { env })).stdout.trim();
}

/** Users with accounts, who are signed in at every node. */
export async function newPeople({ binary, nodes, users, seed }) {
  return Promise.all(
    Array.from({ length: users }, async (_, number) => {
      const { tier, credits } = TIERS[number % TIERS.length];
      const email = `history-${seed}-${number}@example.com`;
      const tokens = await Promise.all(
        nodes.map((node) => commanded(binary, node, 'token', '--email', email, '--tier', tier)),
      );
      const { sub } = JSON.parse(Buffer.from(tokens[0].split('.')[1], 'base64url').toString());
      await insisted(nodes[0].url, tokens[0], `/api/credits/status/${encodeURIComponent(sub)}`);
      if (credits > 0) {
        await commanded(binary, nodes[0], 'accounts', 'adjust', sub, String(credits), '--reason', 'a history');
      }
      return new Person({ name: `u${number}`, sub, tier, tokens });
    }),
  );
}

/** Waits until the nodes can answer the search: a listing may still be unpacked. */
export async function ready({ nodes, search: { term: search_term, state, cities }, people: [person] }) {
  for (const [node, { url }] of nodes.entries()) {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(`${url}/api/jobs/estimate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.tokens[node]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ search_term, state, cities }),
      });
      const said = await answer.json();
      if (answer.ok && said.answers.length > 0) break;
      if (tries >= 300) throw new Error(`${url} cannot search for ${search_term} in ${state}: ${JSON.stringify(said)}`);
      await sleep(200);
    }
  }
}

/** Coupons, each for some of the users. */
export async function newCoupons({ binary, nodes, count, users, seed, chance }) {
  const coupons = [];
  for (let number = 0; number < count; number += 1) {
    const coupon = {
      label: `H${seed} no ${number}`,
      code: `HC${seed}-${number}`,
      credits: chance.between(5, 60),
      most: chance.oneOf([1, 1, 2, 3, users]),
    };
    const { code, label, credits, most } = coupon;
    const amounts = ['--credits', String(credits), '--max-redemptions', String(most)];
    await commanded(binary, nodes[0], 'coupons', 'issue', '--code', code, '--label', label, ...amounts);
    coupons.push(coupon);
  }
  return coupons;
}
