import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandsOf, outcome } from '../commands.mjs';
import { historyOf, readHistory, Recorder } from '../record.mjs';

const execute = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../history.mjs', import.meta.url));

async function inFolder(test) {
  const folder = await mkdtemp(join(tmpdir(), 'history-'));
  try {
    await test(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What the script says, and how it ends. */
async function script(...args) {
  const ended = await execute(process.execPath, [SCRIPT, ...args]).catch((error) => error);
  return { code: ended.code ?? 0, stdout: ended.stdout, stderr: ended.stderr };
}

const HEADER = { clients: 1, users: [{ name: 'ann', sub: 'dev|ann', tier: 'pro' }], coupons: [] };

/** A history of one balance, with what is read at its end. */
async function recorded(path, said) {
  const recorder = new Recorder(path, HEADER);
  const call = recorder.called({ client: 'ann.0', user: 'ann', node: 0, name: 'balance', request: {} });
  recorder.answered(call, { status: 200, answer: said });
  recorder.note({ quiet: true });
  const sums = { held: 0, reserved: 0, bought: 0, tier: 'pro', note: '' };
  recorder.note({
    reading: 'ledger',
    user: 'ann',
    answer: [
      { ...sums, sequence: 1, event: 'AccountOpened', credits: 0, available: 0, monthly: 0 },
      { ...sums, sequence: 2, event: 'AllowanceGranted', credits: 9, available: 9, monthly: 9 },
    ],
  });
  recorder.note({ reading: 'history', user: 'ann', answer: [] });
  await recorder.close();
}

test('a recorded history is read as it was told, and checked by the script', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.jsonl');
    const balance = { available_credits: 9, total_credits: 9, used_credits: 0, tier: 'pro' };
    await recorded(path, balance);
    const { calls, quiet } = await readHistory(path);
    assert.deepEqual([calls.length, calls[0].line, calls[0].end, quiet], [1, 2, 3, 4]);
    assert.deepEqual(calls[0].answer, balance);
    const right = await script('check', path);
    assert.equal(right.code, 0);
    assert.match(right.stdout, /1 users, 1 clients[^]*balance +1 +1 +0[^]*No violation\./);
    await recorded(path, { ...balance, available_credits: 10 });
    const wrong = await script('check', path);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /BALANCE[^]*\n {4}2: \{"call":1[^]*\n {4}3: \{"of":1[^]*1 violations: 1 balance\./);
  }));

test('what is no history is refused', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.jsonl');
    for (const [text, words] of [
      ['{"half', /line 1 is not JSON/],
      ['{"other":1}\n', /this is no history/],
    ]) {
      await writeFile(path, text);
      const { code, stderr } = await script('check', path);
      assert.equal(code, 2);
      assert.match(stderr, words);
    }
    assert.match((await script('check', join(folder, 'none'))).stderr, /ENOENT/);
    assert.equal(await readFile(path, 'utf8'), '{"other":1}\n');
  }));

test('the script tells how it is used', async () => {
  assert.match((await script('--help')).stdout, /run --node URL=DATA_DIR/);
  assert.match((await script('run', '--help')).stdout, /--fault COMMAND/);
  assert.match((await script('check', '--help')).stdout, /with the lines that prove it/);
  for (const [args, words] of [
    [['run'], /name at least one --node/],
    [['run', '--node', 'here', '--out', 'x'], /URL=DATA_DIR is expected/],
    [['run', '--node', 'http://127.0.0.1:1', '--out', 'x', '--users', 'many'], /--users must be a number/],
    [['check'], /name one history/],
    [['check', '--other'], /Unknown option/],
  ]) {
    const { code, stderr } = await script(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, words);
  }
});

test('a call without an answer is unknown, unless it was never sent', () => {
  const judged = [
    [{}, 'unknown'],
    [{ unknown: 'TimeoutError' }, 'unknown'],
    [{ unknown: 'ECONNREFUSED', unsent: true }, 'nothing'],
    [{ status: 503, answer: {} }, 'unknown'],
    [{ status: 429, answer: {} }, 'nothing'],
    [{ status: 409, answer: { code: 'conflict' } }, 'nothing'],
    [{ status: 409, answer: { code: 'stale' } }, 'refused'],
    [{ status: 200, answer: { success: false } }, 'refused'],
    [{ status: 202, answer: {} }, 'done'],
  ];
  for (const [call, wanted] of judged) assert.equal(outcome(call), wanted, JSON.stringify(call));
});

test('calls with one key are one command, whatever became of each', () => {
  const call = (number, request, key) => ({ call: number, user: 'ann', name: 'save', request, key });
  const { calls } = historyOf([
    { history: 1, ...HEADER },
    call(1, { row: 1 }, 'k1'),
    call(2, { row: 1 }, 'k1'),
    { of: 1, unknown: 'TimeoutError' },
    { of: 2, status: 200, answer: {} },
    call(3, { row: 2 }, 'k1'),
    call(4, { row: 1 }),
    call(5, { row: 1 }),
  ]);
  const commands = commandsOf(calls);
  assert.deepEqual(
    commands.map(({ fate, first, done, attempts, others }) => [fate, first, done, attempts.length, others.length]),
    [
      ['done', 2, 5, 2, 1],
      ['maybe', 7, Infinity, 1, 0],
      ['maybe', 8, Infinity, 1, 0],
    ],
  );
});
