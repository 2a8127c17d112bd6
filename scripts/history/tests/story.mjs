// Made-up histories, told call by call.
import assert from 'node:assert/strict';
import { check } from '../check.mjs';
import { historyOf } from '../record.mjs';

const OPENED = [
  { event: 'AccountOpened', credits: 0 },
  { event: 'AllowanceGranted', credits: 100, note: 'period 0 from 2026-05-04 12:00:00' },
];

/** What an account shows after its ledger's first two events. */
export const NEW = { available_credits: 100, total_credits: 100, used_credits: 0, tier: 'pro' };

export class Story {
  #entries;
  #calls = 0;
  #at = 0;
  #ledgers = new Map();
  #readings = [];

  constructor({ users = ['ann'], coupons = [], tier = 'pro' } = {}) {
    const all = users.map((name) => ({ name, sub: `dev|${name}`, tier }));
    this.#entries = [{ history: 1, users: all, coupons }];
    this.tier = tier;
    for (const name of users) this.#ledgers.set(name, []);
    for (const name of users) OPENED.forEach((entry) => this.ledger(name, entry));
    this.histories = new Map(users.map((name) => [name, []]));
  }

  /** A call begins. */
  calls(name, request, { user = 'ann', ...rest } = {}) {
    this.#calls += 1;
    this.#tell({ call: this.#calls, client: user, user, node: 0, name, request, ...rest });
    return this.#calls;
  }

  /** It is answered after so many milliseconds. */
  answers(call, answer, { status = 200, took = 1, ...rest } = {}) {
    this.#at += took;
    this.#tell({ of: call, status, answer, ...rest });
  }

  /** Its answer is lost. */
  loses(call) {
    this.#tell({ of: call, unknown: 'TimeoutError' });
  }

  /** A call and its answer, with nothing in between. */
  does(name, request, answer, { status, took, replayed, ...rest } = {}) {
    const call = this.calls(name, request, rest);
    this.answers(call, answer, { status, took, ...(replayed ? { replayed } : {}) });
  }

  /** The next event of a user's ledger; sums are made here. */
  ledger(user, entry) {
    const own = this.#ledgers.get(user);
    const before = own.at(-1) ?? { available: 0, held: 0, monthly: 0, bought: 0, tier: this.tier };
    const { credits = 0, reserved = 0, event } = entry;
    const isBought = ['CouponCredited', 'CreditsAdjusted'].includes(event);
    own.push({
      sequence: own.length + 1,
      note: '',
      tier: before.tier,
      available: before.available + credits - reserved,
      held: before.held + reserved,
      monthly: before.monthly + (isBought ? 0 : credits),
      bought: before.bought + (isBought ? credits : 0),
      ...entry,
      credits,
      reserved,
    });
    return this;
  }

  /** A search that was found at the end, paid row by row. */
  session(id, cities, { rows = 2, status = 'completed', paid = rows, user = 'ann', facts = 0 } = {}) {
    if (paid > 0) {
      this.ledger(user, { event: 'CreditsHeld', reserved: paid, session_id: id });
      const note = `${paid} results (standard)`;
      this.ledger(user, { event: 'CreditsDebited', credits: -paid, reserved: -paid, session_id: id, note });
    }
    if (facts > 0) {
      this.ledger(user, { event: 'CreditsHeld', reserved: facts, session_id: id });
      const note = `${facts} results (enrichment)`;
      this.ledger(user, { event: 'CreditsDebited', credits: -facts, reserved: -facts, session_id: id, note });
    }
    const search = { term: 'brewery', state: 'OR', cities: cities.slice(0, 5), city_count: cities.length };
    this.histories
      .get(user)
      .push({ session_id: id, results_count: rows, credits_consumed: paid + facts, status, search });
    this.reads('job', user, id, job(status, rows, paid + facts, facts));
    return this;
  }

  /** Something else that is read at the end. */
  reads(reading, user, about, answer) {
    this.#readings.push({ reading, user, about, answer });
    return this;
  }

  /** The last reads come; calls after this are the checker's own. */
  quiet() {
    this.#tell({ quiet: true });
    this.isQuiet = true;
  }

  /** All violations, as `kind: what`. */
  violations() {
    return this.check().violations.map(({ kind, what }) => `${kind}: ${what}`);
  }

  check() {
    if (!this.isQuiet) this.quiet();
    for (const [user, answer] of this.#ledgers) this.#tell({ reading: 'ledger', user, answer });
    for (const [user, answer] of this.histories) this.#tell({ reading: 'history', user, answer });
    for (const reading of this.#readings) this.#tell(reading);
    return check(historyOf(this.#entries));
  }

  #tell(entry) {
    this.#at += 1;
    // As a file would give it back.
    this.#entries.push(JSON.parse(JSON.stringify({ at: this.#at, ...entry })));
  }
}

/** A job as it is answered. */
export function job(status, rows, paid, facts = 0) {
  const enrichment = { status: facts > 0 ? 'completed' : 'not_requested', enriched: facts };
  const ended = !['queued', 'processing'].includes(status);
  return { status, ended, results_count: rows, credits_charged: paid, enrichment };
}

/** A search for breweries. */
export function search(...cities) {
  return { search_term: 'brewery', state: 'OR', cities, enrich: false };
}

/** A form as it is answered. */
export function form(notes, business = 'b1') {
  const saved = notes === '' ? null : `saved ${notes}`;
  return { notes, last_saved: saved, company_id: null, business_id: notes === '' ? null : business };
}

/** A timeline of these notes, newest first. */
export function timeline(...notes) {
  return notes.map((to, at) => ({ field: 'notes', from: notes[at - 1] ?? null, to, at: `saved ${to}` })).reverse();
}

/** A list of companies as it is answered: ids with their tags and notes. */
export function list(companies) {
  const rows = Object.entries(companies).map(([company_id, { tags = [], notes = '' }]) => ({
    company_id,
    session: 's1',
    row: 0,
    tags,
    notes,
  }));
  return { total_count: rows.length, companies: rows };
}

/** A story has exactly these violations, each named by how it begins. */
export function expect(story, ...beginnings) {
  const violations = story.violations();
  assert.equal(violations.length, beginnings.length, violations.join('\n'));
  beginnings.forEach((beginning, at) => assert.ok(violations[at].startsWith(beginning), violations[at]));
}
