// The product as its users have it: its binary, its commands, its HTTP interface. For benchmarks from outside.
//
// Needs Linux: memory is read from /proc.
import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The cities that the product knows: name, state, latitude, longitude (degrees). */
export function readCities() {
  const lines = readFileSync(new URL('../data/derived/cities.tsv', import.meta.url), 'utf8').split('\n');
  return lines.map((line) => {
    const [name, state, , latitude, longitude] = line.split('\t');
    return { name, state, latitude: Number(latitude), longitude: Number(longitude) };
  });
}

/** Runs a command of the product to its end: how long it took, and the most memory it had. */
export async function run({ binary, environment }, ...args) {
  const begun = performance.now();
  const child = spawn(binary, args, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const peak = watchMemory(child);
  let errors = '';
  child.stderr.on('data', (text) => (errors = (errors + text).slice(-2_000)));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`);
  return { seconds: (performance.now() - begun) / 1_000, peak: peak() };
}

/** The most memory that a process had at once, in bytes. */
function watchMemory(child) {
  let peak = 0;
  const look = () => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024);
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 100);
  child.once('exit', () => clearInterval(timer));
  return () => {
    look();
    return peak;
  };
}

/** The memory of a process: what it has now, and the most it had at once since that was forgotten, in bytes. */
function memoryOf(child, sinceStart) {
  let peak = sinceStart;
  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const bytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status())?.[1] ?? 0) * 1_024;
  return {
    memory: () => bytes('VmRSS'),
    peak: () => peak(),
    forgetPeak: () => {
      writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
      peak = () => bytes('VmHWM');
    },
  };
}

/** A server that is ready, on a free port. */
export async function startServer({ binary, environment }) {
  const begun = performance.now();
  const child = spawn(binary, ['serve', '--addr', '127.0.0.1:0'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const peak = watchMemory(child);
  const url = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const address = /serves (http:\/\/\S+:\d+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const ready = (performance.now() - begun) / 1_000;
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, ready, stop, ...memoryOf(child, peak) };
}

/** Somebody signed in, with more credits than the plan gives. */
export async function newUser(product, server, { email, tier, credits } = {}) {
  const command = serverCommand(product, server);
  const token = await command('token', '--email', email ?? 'bench@example.com', '--tier', tier ?? 'enterprise');
  return userOf(product, server, token, credits);
}

/** Commands of the product about a running server: its tokens are of the server's own address. */
function serverCommand({ binary, environment }, { url }) {
  const env = { ...environment, DEMANDATLAS_ADDR: new URL(url).host };
  return async (...args) => (await execute(binary, args, { env })).stdout.trim();
}

/** Who has this token. */
export async function userOf(product, server, token, credits) {
  const { url } = server;
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  await call('GET', `/api/credits/status/${encodeURIComponent(sub)}`);
  const more = credits ?? 1_000_000;
  if (more > 0) await serverCommand(product, server)('accounts', 'adjust', sub, String(more), '--reason', 'a benchmark');
  return {
    sub,
    token,
    get: (path) => call('GET', path),
    post: async (path, body) => (await call('POST', path, body)).json(),
    patch: async (path, body) => (await call('PATCH', path, body)).json(),
    /** A completed job, as the server tells it. */
    ended: async (job) => {
      for (;;) {
        const told = await (await call('GET', `/api/jobs/${job}`)).json();
        if (told.ended && told.status !== 'completed') throw new Error(told.message);
        if (told.ended) return told;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

export function rounded(number) {
  return Math.round(number).toLocaleString('en');
}

export function median(figures) {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)];
}

/** The median, and the least and the greatest. */
export function spread(figures, text = rounded) {
  return `${text(median(figures))} (${text(Math.min(...figures))} to ${text(Math.max(...figures))})`;
}

/** How many times the peer, round by round. */
export function ratioTo(ours, theirs) {
  return `${spread(ours.map((rate, round) => rate / theirs[round]), (ratio) => ratio.toFixed(2))}x`;
}

/** For `make bench-guard`, where a file is named. */
export async function writeRatios(file, ratios) {
  if (file !== undefined) await writeFile(file, JSON.stringify(ratios));
}

/** Prints a table in Markdown. */
export function printTable(title, rows) {
  console.log(`${title}\n\n| what | figure |\n|---|---|`);
  for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`);
}
