// A history as a file: a line of JSON for each thing that happened, in the order in which it did. The number of a line
// is the history's clock: a call was answered before another was made if its line stands above the other's.
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The format, in the first line. */
const VERSION = 1;

/** Writes a history. */
export class Recorder {
  #file;
  #calls = 0;
  #begun = performance.now();

  constructor(path, header) {
    this.#file = createWriteStream(path);
    this.#write({ history: VERSION, ...header });
  }

  /** A call is about to be made; its number goes into `answered`. */
  called(call) {
    this.#calls += 1;
    this.#write({ call: this.#calls, at: this.#now(), ...call });
    return this.#calls;
  }

  /** What came back, or `{ unknown: 'why' }` where nobody knows whether it took effect. */
  answered(call, answer) {
    this.#write({ of: call, at: this.#now(), ...answer });
  }

  /** Anything else: a fault, a reading at the end. */
  note(entry) {
    this.#write({ at: this.#now(), ...entry });
  }

  async close() {
    this.#file.end();
    await once(this.#file, 'close');
  }

  #now() {
    return Math.round((performance.now() - this.#begun) * 10) / 10;
  }

  #write(entry) {
    this.#file.write(`${JSON.stringify(entry)}\n`);
  }
}

/** A history from its file. */
export async function readHistory(path) {
  const entries = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    try {
      entries.push(line.trim() === '' ? {} : JSON.parse(line));
    } catch {
      throw new Error(`line ${entries.length + 1} is not JSON: was the run interrupted?`);
    }
  }
  return historyOf(entries);
}

/**
 * A history from its entries, of which the first is the header.
 *
 * `calls`: each with the line of its call (`line`) and of its answer (`end`, infinite without one). `readings`: what was
 * read at the end, by user and kind. `quiet`: the line from which on nobody wrote any more.
 */
export function historyOf(entries) {
  const [header] = entries;
  if (header?.history !== VERSION) throw new Error('this is no history, or one of another version');
  const calls = new Map();
  const readings = new Map();
  const faults = [];
  let quiet = Infinity;
  entries.forEach((entry, index) => {
    const line = index + 1;
    if (entry.call !== undefined) {
      const { call: number, ...rest } = entry;
      calls.set(number, { ...rest, number, line, end: Infinity });
    } else if (entry.of !== undefined) {
      const call = calls.get(entry.of);
      if (call === undefined) throw new Error(`line ${line} answers a call that was not made`);
      const { of: _, at, ...answer } = entry;
      Object.assign(call, { ...answer, end: line, took: at - call.at });
    } else if (entry.reading !== undefined) {
      readings.set(readingKey(entry.user, entry.reading, entry.about), { ...entry, line });
    } else if (entry.fault !== undefined) {
      faults.push({ ...entry, line });
    } else if (entry.quiet === true) {
      quiet = line;
    }
  });
  return { header, calls: [...calls.values()], readings, faults, quiet, entries };
}

/** The key of what was read at the end. */
export function readingKey(user, reading, about = '') {
  return `${user} ${reading} ${about}`;
}
