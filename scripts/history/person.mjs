// A user whose clients act at the same time, and what they have learned of each other's calls.
import { outcome } from './commands.mjs';
import { rowKey } from './crm.mjs';
import { signature } from './sessions.mjs';

/** Rows that are written about and saved: few, so that clients meet at them. */
const ROWS = 12;
/** Rows of one search among them. */
const ROWS_OF_ONE = 3;
/** Searches that are still looked at. */
const RECENT = 8;
/** Commands that may be repeated long afterwards. */
const PAST = 40;

export class Person {
  jobs = [];
  rows = [];
  touched = new Set();
  companies = new Set();
  tags = [];
  past = [];
  seen = new Map();
  ledgerEnd = 0;
  #signatures = new Set();
  #redeemed = new Map();
  #notes = 0;

  constructor({ name, sub, tier, tokens }) {
    Object.assign(this, { name, sub, tier, tokens });
  }

  /** A search that differs from all others of this user in what the history shows. */
  search(chance, { term, state, cities }) {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const some = chance.shuffled(cities).slice(0, chance.happens(0.5) ? chance.between(2, 3) : cities.length);
      const search = { search_term: term, state, cities: some };
      if (this.#signatures.has(signature(search))) continue;
      this.#signatures.add(signature(search));
      return { ...search, enrich: chance.happens(0.4) };
    }
    return undefined;
  }

  /** A note that nobody else writes. */
  note(client) {
    this.#notes += 1;
    return `note ${this.#notes} by ${client}`;
  }

  /** How often this user has tried a code. */
  tries(code) {
    const tries = this.#redeemed.get(code) ?? 0;
    this.#redeemed.set(code, tries + 1);
    return tries;
  }

  /** Takes in what a call said. */
  learn(call, answer) {
    if (outcome(answer) !== 'done') return;
    const { name, request } = call;
    if (name === 'start' && !this.jobs.some(({ id }) => id === answer.answer.job_id)) {
      this.jobs.push({ id: answer.answer.job_id, rows: 0 });
      this.jobs.splice(0, this.jobs.length - RECENT);
    }
    if (name === 'job') this.#learnRows(request.job, answer.answer.results_count);
    if (name === 'list') this.companies = new Set(answer.answer.companies.map(({ company_id: id }) => id));
    if (name === 'ledger' && answer.answer.entries.length > 0) {
      this.ledgerEnd = Math.max(this.ledgerEnd, answer.answer.entries.at(-1)[0]);
    }
    if (name === 'read' || name === 'write') {
      const { notes, last_saved } = answer.answer;
      this.seen.set(rowKey(request), { notes, last_saved });
    }
    if (name === 'tag' && request.add) this.tags.push({ company: request.company, tag: request.add });
    const isKnown = this.past.some(({ key }) => key === call.key);
    if (call.key === undefined || isKnown) return;
    this.past.push({ name, request, key: call.key });
    this.past.splice(0, this.past.length - PAST);
  }

  /** Notes that a call is about a row, which is read at the end. */
  touch(request) {
    this.touched.add(rowKey(request));
  }

  #learnRows(id, rows) {
    for (let row = 0; row < Math.min(rows, ROWS_OF_ONE) && this.rows.length < ROWS; row += 1) {
      const isKnown = this.rows.some((one) => one.session === id && one.row === row);
      if (!isKnown) this.rows.push({ session: id, row });
    }
  }
}
