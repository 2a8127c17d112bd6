// The part of scripts/soak-metrics that runs a server, traffic and Prometheus.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [prometheus, ...options] = process.argv.slice(2);
const seconds = Number(options[options.indexOf('--seconds') + 1] ?? 60) || 60;
const binary = process.env.DEMANDATLAS_BIN ?? resolve('target/release/demandatlas');
if (!existsSync(binary)) throw new Error(`there is no ${binary}: build it, or name one in DEMANDATLAS_BIN`);
const folder = mkdtempSync(join(tmpdir(), 'soak-metrics.'));
const started = [];

/** A port that is free now. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

function start(name, command, args, env = {}) {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', log, log] });
  started.push(child);
  return child;
}

/** What `look` finds, as soon as it finds something. */
async function eventually(what, patience, look) {
  const end = Date.now() + patience * 1000;
  let last;
  while (Date.now() < end) {
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    await sleep(250);
  }
  throw new Error(`${what}: not within ${patience} s${last ? ` (${last.message})` : ''}`);
}

/** A maps service that finds nothing, and fails for every third caller. */
async function overpass() {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.writeHead(asked % 3 === 0 ? 400 : 200, { 'content-type': 'application/json' });
    response.end('{"elements":[]}');
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  server.unref();
  return `http://127.0.0.1:${server.address().port}/api/interpreter`;
}

/** Each has 2,000 credits, and spends some fifty a round. */
const USERS = 12;

/** Calls of several users in turn, none of whom runs out of credits, until `isOver`. */
async function traffic(base, users, isOver) {
  const call = ({ token }, method, path, body) =>
    fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    }).then(async (answer) => ({ status: answer.status, body: await answer.text() }));
  const seen = new Map();
  for (let round = 0; !isOver(); round += 1) {
    const user = users[round % users.length];
    const search = { search_term: 'brewery', state: 'OR', cities: ['Portland', 'Bend'], max_results: 20 };
    const answers = await Promise.all([
      call(user, 'POST', '/api/jobs/scrape', { ...search, enrich: true }),
      call(user, 'POST', '/api/jobs/scrape', { ...search, source: 'osm' }),
      call(user, 'GET', `/api/credits/status/${encodeURIComponent(user.sub)}`),
      call(user, 'GET', '/api/saved-companies'),
      call(user, 'GET', '/api/sources'),
      call(user, 'GET', '/nothing-here'),
      call(user, 'POST', `/api/credits/redeem/${encodeURIComponent(user.sub)}`, { coupon_code: 'NO-SUCH-CODE-AT-ALL' }),
    ]);
    for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1);
    await sleep(300);
  }
  return seen;
}

async function check() {
  const [port, metricsPort, prometheusPort] = [await freePort(), await freePort(), await freePort()];
  const data = join(folder, 'data');
  const settings = {
    DEMANDATLAS_DATA_DIR: data,
    DEMANDATLAS_DATABASE_URL: 'sqlite:',
    DEMANDATLAS_METRICS_ADDR: `127.0.0.1:${metricsPort}`,
    DEMANDATLAS_SOURCES: 'catalogue,osm',
    DEMANDATLAS_OVERPASS_URL: await overpass(),
    DEMANDATLAS_LOG: 'warn',
  };
  const base = `http://127.0.0.1:${port}`;
  const server = start('server', binary, ['serve', '--addr', `127.0.0.1:${port}`], settings);
  await eventually('the server is well', 60, async () => (await fetch(`${base}/api/health`)).ok);
  const users = Array.from({ length: USERS }, (_, number) => {
    const token = execFileSync(binary, ['token', '--email', `soak-${number}@example.com`, '--tier', 'enterprise'], {
      cwd: folder,
      env: { ...process.env, ...settings },
      encoding: 'utf8',
    }).trim();
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    return { token, sub };
  });

  const config = readFileSync('deploy/prometheus/prometheus.yml', 'utf8')
    .replaceAll(': 15s', ': 1s')
    .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`);
  mkdirSync(join(folder, 'prometheus'));
  writeFileSync(join(folder, 'prometheus', 'prometheus.yml'), config);
  writeFileSync(join(folder, 'prometheus', 'alerts.yml'), readFileSync('deploy/prometheus/alerts.yml'));
  start('prometheus', join(prometheus, 'prometheus'), [
    `--config.file=${folder}/prometheus/prometheus.yml`,
    `--storage.tsdb.path=${folder}/tsdb`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
  ]);
  const api = async (path) => {
    const answer = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/${path}`);
    const { status, data: told, error } = await answer.json();
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return told;
  };
  const query = async (expr) => (await api(`query?query=${encodeURIComponent(expr)}`)).result;
  await eventually('Prometheus scrapes the server', 60, async () => (await query('up == 1')).length > 0);
  // It goes on while the panels are looked at, which show what has happened lately.
  let isOver = false;
  const calling = traffic(base, users, () => isOver);
  await sleep(seconds * 1000);

  const problems = [];
  const { panels } = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8'));
  let queries = 0;
  for (const { title, targets = [] } of panels) {
    for (const { expr } of targets) {
      queries += 1;
      // What no part of this version feeds yet is NaN. A scrape of a busy machine may miss a gauge.
      const hasData = ({ value }) => expr.includes('_chain_') || value[1] !== 'NaN';
      const asked = expr.replaceAll('$__rate_interval', '30s');
      await eventually(title, 20, async () => (await query(asked)).some(hasData)).catch(() =>
        problems.push(`the panel '${title}' has no data: ${expr}`),
      );
    }
  }
  isOver = true;
  const seen = await calling;
  console.log(`traffic: ${[...seen].sort().map(([status, calls]) => `${calls} answers ${status}`).join(', ')}`);
  const groups = (await api('rules?type=alert')).groups.flatMap(({ rules }) => rules);
  for (const { name, health, lastError, state } of groups) {
    if (health !== 'ok') problems.push(`the alert ${name} is not evaluated: ${lastError ?? health}`);
    if (state === 'firing') problems.push(`the alert ${name} fires without a cause`);
  }
  const exposition = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const linted = execFileSync(join(prometheus, 'promtool'), ['check', 'metrics'], { input: exposition, encoding: 'utf8' });
  if (linted.trim() !== '') problems.push(`promtool check metrics: ${linted}`);
  const [{ value: [, series] }] = await query('scrape_samples_scraped');
  const [{ value: [, slowest] }] = await query('max_over_time(scrape_duration_seconds[1m])');
  console.log(`${panels.filter(({ targets }) => targets).length} panels with ${queries} queries, ${groups.length} alerts`);
  console.log(`a scrape: ${series} samples, ${(exposition.length / 1024).toFixed(0)} kB, ${(slowest * 1000).toFixed(0)} ms at most`);

  server.kill('SIGKILL');
  await eventually('DemandAtlasDown fires', 120, async () => {
    const firing = (await api('alerts')).alerts.filter(({ state }) => state === 'firing');
    return firing.some(({ labels }) => labels.alertname === 'DemandAtlasDown');
  });
  console.log('DemandAtlasDown fires once the server is killed');
  return problems;
}

let problems;
try {
  problems = await check();
} catch (error) {
  problems = [error.message];
  for (const name of ['server', 'prometheus'].filter((part) => existsSync(join(folder, `${part}.log`)))) {
    console.error(`the end of the log of ${name}:\n${readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2000)}`);
  }
}
for (const child of started) child.kill('SIGKILL');
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
for (const problem of problems) console.error(`soak-metrics: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
