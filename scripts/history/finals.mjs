// The end of a run: waits until nothing is under way, then reads all that the checker compares with.
import { setTimeout as sleep } from 'node:timers/promises';
import { insisted, made } from './calls.mjs';

/** Milliseconds for calls whose clients have gone away, and which may still be at work. */
const SETTLING_MS = 2_000;
/** How long searches may take to end after the last command. */
const PATIENCE_MS = 120_000;
/** Entries of a ledger that are read at once. */
const PAGE = 1_000;

/** Waits until every node answers and no search is under way; returns whether that came. */
export async function quiet(world) {
  const until = performance.now() + PATIENCE_MS;
  for (const { url } of world.nodes) {
    while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok && performance.now() < until) await sleep(100);
  }
  await sleep(world.settling ?? SETTLING_MS);
  for (const person of world.people) {
    while ((await isBusy(world, person)) && performance.now() < until) await sleep(300);
  }
  // What has just ended is shown by all views.
  await sleep((world.settling ?? SETTLING_MS) / 4);
  return performance.now() < until;
}

/** Is a search of this user under way, or its enrichment? */
async function isBusy({ nodes }, { tokens }) {
  for (let before = ''; before !== undefined;) {
    const { jobs, next } = await insisted(nodes[0].url, tokens[0], `/api/jobs?limit=50${before}`);
    if (jobs.some(({ ended, enrichment }) => !ended || enrichment.status === 'processing')) return true;
    before = next ? `&before=${encodeURIComponent(next)}` : undefined;
  }
  return false;
}

/** Reads everything of everybody into the history. */
export async function readAll(world) {
  world.recorder.note({ quiet: true });
  await Promise.all(world.people.map((person) => readPerson(world, person)));
}

async function readPerson(world, person) {
  const { recorder, nodes } = world;
  const { sub, name: user, tokens } = person;
  const read = (path) => insisted(nodes[0].url, tokens[0], path);
  const me = encodeURIComponent(sub);
  recorder.note({ reading: 'ledger', user, answer: await ledger(read, me) });
  const { data: history } = await read(`/api/credits/history/${me}`);
  recorder.note({ reading: 'history', user, answer: history });
  const call = async (node, name, request) => {
    const number = recorder.called({ client: `${user} end`, user, node, name, request });
    const answer = await made({ url: nodes[node].url, token: tokens[node], user: person, name, request });
    recorder.answered(number, answer);
    return answer;
  };
  for (const node of nodes.keys()) {
    await call(node, 'balance', {});
    await call(node, 'list', { limit: 500 });
  }
  for (const { session_id: job } of history) {
    const { answer } = await call(0, 'job', { job });
    recorder.note({ reading: 'job', user, about: job, answer });
  }
  const businesses = new Map();
  for (const touched of person.touched) {
    const [session, row] = [touched.slice(0, touched.lastIndexOf('/')), Number(touched.split('/').at(-1))];
    const { answer } = await call(0, 'read', { session, row });
    if (answer?.business_id) businesses.set(answer.business_id, touched);
  }
  for (const [business, row] of businesses) {
    recorder.note({ reading: 'timeline', user, about: business, answer: await timeline(read, row) });
  }
}

async function ledger(read, me) {
  const entries = [];
  for (let after = 0; after !== undefined;) {
    const page = await read(`/api/credits/ledger/${me}?after=${after}&limit=${PAGE}`);
    entries.push(...page.entries);
    after = page.next_after;
  }
  return entries;
}

async function timeline(read, row) {
  const entries = [];
  for (let before = ''; before !== undefined;) {
    const page = await read(`/api/timeline/${row}?limit=500${before}`);
    entries.push(...page.timeline);
    before = page.next_before ? `&before=${page.next_before}` : undefined;
  }
  return entries;
}
