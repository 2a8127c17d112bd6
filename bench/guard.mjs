// The guard of speed: the short form of B1, B2, B3, B6, B10, B13 and B14, each a ratio against its peer in the same run,
// compared with the ratios in bench/guard.json.
//
//   make bench-guard
//   node bench/guard.mjs --record 10               measures ten times and writes bench/guard.json
//   node bench/guard.mjs --record 10 --only B13    the same of one benchmark; the others stay as they are
//
// A figure fails below min(0.7 × median, 0.8 × least) of the recorded runs, and only if a second run of it fails too.
// One whose least run is below 0.7 × its median is too noisy to guard: it is printed only. A ratio that is meant to fall
// is recorded again, with the reason in the commit.
//
// While B1 is measured, an idler of the least priority keeps each core awake. One client and its server take turns: on an
// idle machine what is measured is how long a core takes to wake, which halves the peer's rate on some machines only.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './product.mjs';

const RECORDED = new URL('guard.json', import.meta.url);

const { values: options } = parseArgs({
  options: { record: { type: 'string' }, python: { type: 'string', default: 'python3' }, only: { type: 'string' } },
});

/** What measures what: the command writes its ratios to the file that it is given last. */
const PARTS = {
  B1: bench('b1'),
  B2: bench('b2'),
  B3: bench('b3'),
  B6: bench('b6'),
  B10: bench('b10'),
  B13: ['node', 'bench/jobs.mjs', '--rows', '2000', '--rounds', '3', '--ratios'],
  B14: ['node', 'bench/enrichment.mjs', '--rows', '2000', '--rounds', '3', '--ratios'],
};

function bench(benchmark) {
  const binary = 'target/release/bench';
  return [binary, benchmark, '--short', '--no-sqlite', '--seconds', '1', '--rounds', '3', '--python', options.python, '--ratios'];
}

const folder = await mkdtemp(join(tmpdir(), 'demandatlas-guard-'));
try {
  await (options.record === undefined ? guard() : record(Number(options.record)));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function guard() {
  const recorded = JSON.parse(await readFile(RECORDED, 'utf8'));
  const measured = await measure(Object.keys(PARTS));
  const slow = judge(recorded, measured).filter(({ verdict }) => verdict === 'slow');
  const parts = new Set(slow.map(({ name }) => partOf(name)));
  const again = parts.size === 0 ? {} : await measure([...parts]);
  const rows = judge(recorded, measured).map((row) => {
    const second = again[row.name];
    return row.verdict === 'slow' && second >= row.floor ? { ...row, verdict: `ok in a second run (${ratio(second)})` } : row;
  });
  print(rows);
  if (rows.some(({ verdict }) => verdict === 'slow' || verdict === 'not recorded' || verdict === 'not measured')) {
    console.error(
      'bench-guard: a figure is slower than it was. If it is meant to be, record it with `node bench/guard.mjs --record 10` and say why in the commit.',
    );
    process.exitCode = 1;
  }
}

async function record(runs) {
  const parts = options.only?.split(',') ?? Object.keys(PARTS);
  const kept = options.only === undefined ? {} : JSON.parse(await readFile(RECORDED, 'utf8'));
  const ratios = {};
  for (let number = 1; number <= runs; number += 1) {
    console.error(`bench-guard: run ${number} of ${runs}`);
    for (const [name, value] of Object.entries(await measure(parts))) {
      (ratios[name] ??= []).push(Number(value.toPrecision(3)));
    }
  }
  const figures = Object.entries(ratios).map(([name, all]) => [name, { median: median(all), least: Math.min(...all), runs: all }]);
  await writeFile(RECORDED, `${JSON.stringify({ ...kept, ...Object.fromEntries(figures) }, null, 1)}\n`);
}

/** Runs these parts one after the other; their ratios by name. */
async function measure(parts) {
  const all = {};
  for (const part of parts) {
    const file = join(folder, part);
    const idlers = part === 'B1' ? keepCoresAwake() : [];
    const [command, ...args] = PARTS[part];
    console.error(`bench-guard: ${part}`);
    const begun = performance.now();
    const child = spawn(command, [...args, file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    const [code] = await once(child, 'close');
    for (const idler of idlers) idler.kill();
    if (code !== 0) throw new Error(`${part} ended with ${code}: ${said.slice(-2_000)}`);
    Object.assign(all, JSON.parse(await readFile(file, 'utf8')));
    console.error(`bench-guard: ${part} took ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  }
  return all;
}

function keepCoresAwake() {
  const idle = () => spawn('nice', ['-n', '19', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' });
  return Array.from({ length: availableParallelism() }, idle);
}

/** Each figure beside what was recorded. */
function judge(recorded, measured) {
  const names = new Set([...Object.keys(recorded), ...Object.keys(measured)]);
  return [...names].map((name) => {
    const [was, is] = [recorded[name], measured[name]];
    if (was === undefined) return { name, is, verdict: 'not recorded' };
    const floor = Math.min(0.7 * was.median, 0.8 * was.least);
    const row = { name, is, floor, median: was.median };
    if (is === undefined) return { ...row, verdict: 'not measured' };
    if (was.least < 0.7 * was.median) return { ...row, verdict: 'too noisy to guard' };
    return { ...row, verdict: is < floor ? 'slow' : 'ok' };
  });
}

function partOf(name) {
  return /^B\d+/.exec(name)[0];
}

function print(rows) {
  console.log('| figure | ratio | median recorded | fails below | |\n|---|---|---|---|---|');
  for (const { name, is, median: was, floor, verdict } of rows) {
    console.log(`| ${name} | ${ratio(is)} | ${ratio(was)} | ${ratio(floor)} | ${verdict} |`);
  }
}

function ratio(value) {
  return value === undefined ? '–' : `${value.toPrecision(3)}x`;
}
