/**
 * The real server for a test: its own data folder, its own port, stopped and cleaned up afterwards.
 * DEMANDATLAS_BIN names the binary (`make build` leaves target/release/demandatlas).
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

const run = promisify(execFile);

function binary() {
  const path = process.env.DEMANDATLAS_BIN;
  if (!path)
    throw new Error('Set DEMANDATLAS_BIN to the demandatlas binary: the flows run against the real server.');
  return path;
}

/** Starts a server; with a listing (CSV text), that is imported first. */
export async function startServer({ listing, category = 'brewery' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'demandatlas-e2e-'));
  const dataDir = join(folder, 'data');
  const environment = { ...process.env, DEMANDATLAS_DATA_DIR: dataDir };
  if (listing !== undefined) {
    const file = join(folder, 'listing.csv');
    await writeFile(file, listing);
    await run(binary(), ['places', 'import', file, '--format', 'csv', '--category', category], {
      cwd: folder,
      env: environment,
    });
  }
  const child = spawn(binary(), ['serve', '--addr', '127.0.0.1:0'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = [];
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(killer);
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await address(child, output);
    return { url, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

/** The address that the server says it serves. */
function address(child, output) {
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`the server did not start (${why}):\n${output.join('\n')}`));
    const timer = setTimeout(() => fail('time-out'), START_TIMEOUT_MS);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`exit ${code}`));
    createInterface({ input: child.stderr }).on('line', (line) => {
      output.push(line);
      const match = /serves (http:\/\/\S+)/.exec(line);
      if (match === null) return;
      clearTimeout(timer);
      resolve(match[1].replace(/\/$/, ''));
    });
  });
}
