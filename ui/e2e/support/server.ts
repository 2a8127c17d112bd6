/**
 * The real server for the flows: its own data folder, a free port, everything cleaned up afterwards.
 * DEMANDATLAS_BIN names the binary (`make build` leaves target/release/demandatlas).
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const HEALTH_POLL_MS = 20;
const OUTPUT_LINES = 200;

const execute = promisify(execFile);

/** Settings of the server, as `DEMANDATLAS_*` variables. */
export type ServerSettings = Readonly<Record<string, string>>;

export interface ListingOptions {
  /** A later import under the same name replaces this one. */
  name?: string;
  category?: string;
}

function binary(): string {
  const path = process.env.DEMANDATLAS_BIN;
  if (path === undefined || path === '') {
    throw new Error(
      'Set DEMANDATLAS_BIN to the demandatlas binary (scripts/e2e does): the flows run against the real server.',
    );
  }
  return path;
}

/** What a person's own environment says of the server is not for the flows. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DEMANDATLAS_')));
}

export class Server {
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  #port = 0;
  #process: ChildProcess | null = null;
  #output: string[] = [];

  private constructor(folder: string, settings: ServerSettings) {
    this.#folder = folder;
    this.#environment = {
      ...cleanEnvironment(),
      DEMANDATLAS_DATA_DIR: join(folder, 'data'),
      // Flows bring the listings and tables that they need.
      DEMANDATLAS_STARTER: 'none',
      ...settings,
    };
  }

  /** Starts a server on a fresh data folder; with a listing (CSV text), that is imported first. */
  static async start(listing: string | null, settings: ServerSettings = {}): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'demandatlas-e2e-')), settings);
    try {
      if (listing !== null) await server.importListing(listing);
      await server.resume();
    } catch (failure) {
      await server.close();
      throw failure;
    }
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What the server wrote to its log, last lines. */
  get log(): string {
    return this.#output.join('\n');
  }

  /**
   * Runs `demandatlas` on the same data folder and answers what it printed, once a running server shows what it did:
   * answers that it keeps may be a second old where another process changed what they say.
   */
  async command(...args: string[]): Promise<string> {
    const printed = await this.#run(args);
    if (this.#process !== null) await new Promise((shown) => setTimeout(shown, 1_100));
    return printed;
  }

  /** Imports a listing (CSV text); a running server's next search finds it. */
  async importListing(csv: string, options: ListingOptions = {}): Promise<void> {
    const { name = 'house', category = 'brewery' } = options;
    const file = join(this.#folder, `${name}.csv`);
    await writeFile(file, csv);
    await this.#run(['places', 'import', file, '--name', name, '--format', 'csv', '--category', category]);
  }

  /** Reads publishers' files (names and texts) into the reference data; a running server finds it. */
  async importReference(files: Readonly<Record<string, string>>): Promise<void> {
    const folder = await mkdtemp(join(this.#folder, 'reference-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await this.command('reference', 'import', folder);
  }

  /** Asks the server to stop, as an operator does. Its data folder stays. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Kills the server in the middle of whatever it does. Its data folder stays. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Starts it again after `stop` or `kill`, at the same address. */
  async resume(): Promise<void> {
    const child = spawn(binary(), ['serve', '--addr', `127.0.0.1:${this.#port}`], {
      cwd: this.#folder,
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    this.#output = [];
    this.#port = await this.#servedPort(child);
    await this.#healthy();
  }

  /** Stops it and removes its data. */
  async close(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #run(args: string[]): Promise<string> {
    const { stdout } = await execute(binary(), args, { cwd: this.#folder, env: this.#environment });
    return stdout;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(killer);
  }

  /** The port that the server says it serves. */
  #servedPort(child: ChildProcess): Promise<number> {
    const { stderr } = child;
    if (stderr === null) throw new Error('the server has no standard error');
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        reject(new Error(`the server did not start (${why}):\n${this.log}`));
      };
      const timer = setTimeout(fail, START_TIMEOUT_MS, 'it took too long');
      child.once('error', (error) => {
        fail(error.message);
      });
      child.once('exit', (code) => {
        clearTimeout(timer);
        fail(`exit ${code ?? 'by a signal'}`);
      });
      createInterface({ input: stderr }).on('line', (line) => {
        this.#output = [...this.#output.slice(1 - OUTPUT_LINES), line];
        const port = /serves http:\/\/\S+:(\d+)/.exec(line)?.[1];
        if (port === undefined) return;
        clearTimeout(timer);
        resolve(Number(port));
      });
    });
  }

  async #healthy(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const answer = await fetch(`${this.url}/api/health`).catch(() => null);
      if (answer?.ok === true) return;
      if (Date.now() > deadline) throw new Error(`the server is not healthy:\n${this.log}`);
      await new Promise((resolve) => setTimeout(resolve, HEALTH_POLL_MS));
    }
  }
}
