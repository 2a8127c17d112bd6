// B9: what screens read all day, asked as many users, beside a bare axum handler that answers the same bytes; and
// searches in a list of 25,000 companies. The same load, in the same rounds. Everything is made up.
//
//   make bench-reads
//   DEMANDATLAS_DATABASE_URL=postgres://… node bench/reads.mjs --users 200 --rounds 3
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, promisify } from 'node:util';
import { newUser, printTable, ratioTo, rounded, spread, startServer } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    users: { type: 'string', default: '1000' },
    companies: { type: 'string', default: '25000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    binary: { type: 'string', default: 'target/release/demandatlas' },
    reads: { type: 'string', default: 'target/release/reads' },
  },
});
const USERS = Number(options.users);
const COMPANIES = Number(options.companies);
const ROUNDS = Number(options.rounds);
const AT_ONCE = 8;
const SEARCHES = ['bloom', 'oregon 1200', 'floirst', 'testville 31', 'nothing of it', 'o', ''];

const execute = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'demandatlas-reads-'));
const product = {
  binary: options.binary,
  environment: {
    ...process.env,
    DEMANDATLAS_DATA_DIR: join(folder, 'data'),
    // Nobody asks so often in earnest: what is measured is the server, not its limits.
    DEMANDATLAS_CALLS_PER_SECOND: '100000',
  },
};
try {
  await measure();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  const server = await startServer(product);
  try {
    const users = await inTurns(Array.from({ length: USERS }, (_, number) => number), (number) =>
      userWithCompanies(server, `bench-${number}@example.com`),
    );
    const credits = users.map(({ sub, token }) => [`/api/credits/status/${encodeURIComponent(sub)}`, token]);
    const page = users.map(({ token }) => ['/api/saved-companies?page=1&limit=50', token]);
    const figures = [];
    for (const [what, calls] of [
      ['credit status', credits],
      ['My Companies, page 1', page],
    ]) {
      figures.push(...(await besideBare(server, what, calls)));
    }
    const user = await userWithMany(server);
    const searches = SEARCHES.map((search) => [
      `/api/saved-companies?page=1&limit=50&sort=company_name&search=${encodeURIComponent(search)}`,
      user.token,
    ]);
    const alone = [];
    for (let round = 0; round <= ROUNDS; round += 1) alone.push(await load(server.url, searches, 1));
    figures.push([
      `a search in ${rounded(COMPANIES)} companies, one at a time: median`,
      spread(alone.slice(1).map(({ p50_ms: ms }) => ms), (ms) => `${ms.toFixed(1)} ms`),
    ]);
    figures.push([
      `a search in ${rounded(COMPANIES)} companies, one at a time: 99th percentile`,
      spread(alone.slice(1).map(({ p99_ms: ms }) => ms), (ms) => `${ms.toFixed(1)} ms`),
    ]);
    figures.push(['memory of the server, at most', `${rounded(server.peak() / (1 << 20))} MiB`]);
    const engine = product.environment.DEMANDATLAS_DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL';
    printTable(`${rounded(USERS)} users, ${ROUNDS} rounds, ${engine}`, figures);
  } finally {
    await server.stop();
  }
}

/** The product's rate, the bare handler's, which answers as many bytes, and their ratio. */
async function besideBare(server, what, calls) {
  const [path, token] = calls[0];
  const body = join(folder, 'body.json');
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  await writeFile(body, Buffer.from(await answer.arrayBuffer()));
  const bare = spawn(options.reads, ['bare', body], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(createInterface({ input: bare.stdout }), 'line');
  const ours = [];
  const theirs = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    ours.push(await load(server.url, calls, 16));
    theirs.push(await load(url, calls, 16));
  }
  bare.kill();
  ours.shift();
  theirs.shift();
  const rate = ({ calls: count, seconds }) => count / seconds;
  return [
    [`${what}: product`, `${spread(ours.map(rate), rounded)}/s`],
    [`${what}: bare axum`, `${spread(theirs.map(rate), rounded)}/s`],
    [`${what}: ratio`, ratioTo(ours.map(rate), theirs.map(rate))],
    [`${what}: 99th percentile`, spread(ours.map(({ p99_ms: ms }) => ms), (ms) => `${ms.toFixed(1)} ms`)],
  ];
}

async function load(url, calls, connections) {
  const file = join(folder, 'calls.tsv');
  await writeFile(file, calls.map((call) => call.join('\t')).join('\n'));
  const { stdout } = await execute(options.reads, [
    'load', url, '--calls', file, '--seconds', options.seconds, '--connections', String(connections),
  ]);
  return JSON.parse(stdout);
}

/** Ten florists saved, as somebody has who has just begun. */
async function userWithCompanies(server, email) {
  const user = await newUser(product, server, { email, credits: 0 });
  await saveAll(user, ['Bend'], 10);
  return user;
}

/** As many as a plan allows. */
async function userWithMany(server) {
  const user = await newUser(product, server, { email: 'many@example.com', tier: 'pro', credits: 100_000 });
  for (let begun = 0; (await saved(user)) < COMPANIES; begun += 500) {
    const cities = Array.from({ length: 500 }, (_, number) => `Testville ${begun + number}`);
    await saveAll(user, cities, undefined);
  }
  return user;
}

async function saved(user) {
  return (await (await user.get('/api/saved-companies?page=1&limit=1')).json()).saved_total;
}

async function saveAll(user, cities, most) {
  const search = { search_term: 'florist', state: 'OR', cities, source: 'sample', max_results: most };
  const { job_id: job } = await user.post('/api/jobs/scrape', search);
  await user.ended(job);
  await user.post('/api/save-companies', { session_id: job });
}

/** Some at a time. */
async function inTurns(all, work) {
  const done = [];
  for (let next = 0; next < all.length; next += AT_ONCE) {
    done.push(...(await Promise.all(all.slice(next, next + AT_ONCE).map(work))));
  }
  return done;
}
