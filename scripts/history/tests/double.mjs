// A product in memory, as far as the workload knows it: right, or with a planted mistake.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '../chance.mjs';
import { Person } from '../person.mjs';

const ROWS_OF_A_CITY = 3;
const TEXTS = { 402: 'insufficient_credits', 403: 'not_in_plan', 404: 'not_found', 422: 'key_reused' };

class Refused extends Error {
  constructor(status, code = TEXTS[status], more = {}) {
    super(code);
    Object.assign(this, { status, code, more });
  }
}

/** A user's account, searches and companies. */
class User {
  ledger = [];
  jobs = new Map();
  businesses = new Map();
  answers = new Map();

  constructor(sub, tier, credits) {
    Object.assign(this, { sub, tier });
    this.record('AccountOpened');
    this.record('AllowanceGranted', { credits });
  }

  get last() {
    return this.ledger.at(-1) ?? { available: 0, held: 0, monthly: 0, bought: 0, total: 0, used: 0 };
  }

  record(event, { credits = 0, reserved = 0, note = '', job } = {}) {
    const { last, tier } = this;
    const isBought = event === 'CouponCredited' || (credits < 0 && last.monthly === 0);
    const granted = credits > 0 ? credits : 0;
    this.ledger.push({
      sequence: this.ledger.length + 1,
      event,
      credits,
      reserved,
      note,
      tier,
      session_id: job,
      available: last.available + credits - reserved,
      held: last.held + reserved,
      monthly: last.monthly + (isBought ? 0 : credits),
      bought: last.bought + (isBought ? credits : 0),
      total: last.total + granted,
      used: last.used + (event === 'CreditsDebited' ? -credits : 0),
    });
  }

  balance({ available, total, used } = this.last) {
    return { available_credits: available, total_credits: total, used_credits: used, tier: this.tier };
  }

  business(session, row) {
    const job = this.jobs.get(session);
    if (job === undefined || row >= job.results_count) throw new Refused(404);
    const key = `${job.cities[Math.floor(row / ROWS_OF_A_CITY)]} ${row % ROWS_OF_A_CITY}`;
    if (!this.businesses.has(key)) {
      const one = { id: `${this.sub} ${key}`, session, row, state: 'unknown', tags: new Set(), notes: [] };
      this.businesses.set(key, one);
    }
    return this.businesses.get(key);
  }

  company(id) {
    return [...this.businesses.values()].find((one) => one.id === id && one.state !== 'unknown');
  }
}

/** A server. `mistake` names what it does wrong. */
export class Double {
  #users = new Map();
  #coupons = new Map();
  #chance = new Chance(1);
  #count = 0;

  constructor(mistake) {
    this.mistake = mistake;
    this.server = createServer((request, answer) => void this.#serve(request, answer));
  }

  async start() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  async stop() {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /** Users and coupons, as an operator makes them. */
  operator() {
    const tiers = [
      ['pro', 100_000],
      ['basic', 60],
    ];
    const newPeople = ({ users }) =>
      Array.from({ length: users }, (_, at) => {
        const [tier, credits] = tiers[at % tiers.length];
        const name = `u${at}`;
        this.#users.set(name, new User(name, tier, credits));
        return new Person({ name, sub: name, tier, tokens: [name] });
      });
    const newCoupons = ({ count }) => {
      const all = Array.from({ length: count }, (_, at) => ({ label: `c${at}`, code: `C${at}`, credits: 7, most: 1 }));
      for (const coupon of all) this.#coupons.set(coupon.code, { ...coupon, users: new Set() });
      return all;
    };
    return { newPeople, newCoupons, ready: () => {} };
  }

  async #serve(request, answer) {
    let body = '';
    for await (const part of request) body += part;
    await sleep(this.#chance.between(0, 8));
    const [status, said, isReplayed] = this.#once(request, body);
    await sleep(this.#chance.between(0, 8));
    const more = isReplayed ? { 'idempotent-replayed': 'true' } : {};
    answer.writeHead(status, { 'content-type': 'application/json', ...more });
    answer.end(JSON.stringify(said));
  }

  #once(request, body) {
    const url = new URL(request.url, this.url);
    const user = this.#users.get(request.headers.authorization?.slice('Bearer '.length));
    const key = request.headers['idempotency-key'];
    const call = () => {
      try {
        const answered = this.#answer(user, request.method, url, body === '' ? {} : JSON.parse(body));
        return [url.pathname === '/api/jobs/scrape' ? 202 : 200, answered];
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return [error.status, { error: { code: error.code, message: error.message }, ...error.more }];
      }
    };
    if (key === undefined || this.mistake === 'forgets keys') return call();
    const scoped = `${url.pathname} ${key}`;
    const kept = user.answers.get(scoped);
    if (kept !== undefined && kept.body !== body) return [422, { error: { code: 'key_reused' } }];
    if (kept !== undefined) return kept.form?.() ?? [...kept.told, true];
    const told = call();
    const { sessionKey, rowIdx } = JSON.parse(body);
    // What users wrote is not kept, and what is refused may be accepted another time.
    const form =
      told[0] === 200 && sessionKey ? () => [200, this.#form(user, 'GET', {}, { sessionKey, rowIdx })] : undefined;
    if (told[0] < 400 || sessionKey === undefined) user.answers.set(scoped, { body, told, form });
    return told;
  }

  #answer(user, method, url, body) {
    const [, , first, second, third] = url.pathname.split('/').map(decodeURIComponent);
    const query = Object.fromEntries(url.searchParams);
    if (first === 'health') return { status: 'ok' };
    if (first === 'credits') return this.#credits(user, second, query, body);
    if (first === 'jobs') return this.#jobs(user, second, third, method, query, body);
    if (first === 'timeline') {
      const { notes } = user.business(second, Number(third));
      return { timeline: notes.map((to, at) => ({ field: 'notes', from: notes[at - 1] ?? null, to })).reverse() };
    }
    if (first === 'crm-data') return this.#form(user, method, query, body);
    return this.#companies(user, first, second, body);
  }

  #credits(user, what, query, body) {
    if (what === 'status') return this.#balance(user);
    if (what === 'ledger') {
      const rest = user.ledger.slice(Number(query.after));
      const entries = rest.slice(0, Number(query.limit));
      return { entries, ...(entries.length < rest.length ? { next_after: entries.at(-1).sequence } : {}) };
    }
    if (what === 'history') return { data: [...user.jobs.values()].map(({ row }) => row()) };
    const coupon = this.#coupons.get(body.coupon_code);
    if (coupon?.users.has(user.sub)) return { success: false, message: 'You have already redeemed this coupon' };
    const isOpen = coupon !== undefined && (coupon.users.size < coupon.most || this.mistake === 'gives too often');
    if (!isOpen || this.#errs('refuses for nothing', 0.5)) return { success: false, message: 'Invalid coupon code' };
    coupon.users.add(user.sub);
    user.record('CouponCredited', { credits: coupon.credits, note: `coupon ${coupon.label}` });
    return { success: true, message: 'Redeemed', balance: user.balance() };
  }

  #balance(user) {
    const isOld = this.#errs('shows old balances', 0.5);
    return user.balance(isOld ? user.ledger.at(Math.max(1, user.ledger.length - 8)) : user.last);
  }

  #errs(mistake, part) {
    return this.mistake === mistake && this.#chance.happens(part);
  }

  #jobs(user, what, action, method, query, body) {
    if (what === undefined) return { jobs: [...user.jobs.values()].map(({ body }) => body()) };
    if (what === 'scrape') return this.#start(user, body);
    const job = user.jobs.get(what);
    if (job === undefined) throw new Refused(404);
    if (action === undefined) return job.body();
    if (job.isOver()) throw new Refused(409, 'wrong_state');
    if (job.ended) job.enrichment.status = 'cancelled';
    else Object.assign(job, { ended: true, status: 'cancelled' });
    return { status: 'cancelled' };
  }

  #start(user, { search_term: term, state, cities, enrich }) {
    if (enrich && user.tier === 'basic') throw new Refused(403);
    if (user.last.available < 1) throw new Refused(402);
    this.#count += 1;
    const id = `s${this.#count}`;
    const job = {
      cities,
      status: 'processing',
      ended: false,
      results_count: 0,
      credits_charged: 0,
      enrichment: { status: 'not_requested', enriched: 0 },
      body: () => ({ ...job, job_id: id }),
      isOver: () => job.ended && job.enrichment.status !== 'processing',
      row: () => ({
        session_id: id,
        results_count: job.results_count,
        credits_consumed: job.credits_charged,
        status: job.status,
        search: { term, state, cities: cities.slice(0, 5) },
      }),
    };
    if (!this.#errs('loses searches', 0.5)) user.jobs.set(id, job);
    void this.#work(user, id, job, enrich);
    return { job_id: id };
  }

  async #work(user, id, job, enrich) {
    const pay = (kind) => {
      user.record('CreditsHeld', { reserved: 1, job: id });
      user.record('CreditsDebited', { credits: -1, reserved: -1, note: `1 result (${kind})`, job: id });
      job.credits_charged += 1;
    };
    while (!job.ended) {
      await sleep(8);
      const isFull = job.results_count >= job.cities.length * ROWS_OF_A_CITY || user.last.available < 1;
      if (job.ended) return;
      if (isFull) Object.assign(job, { ended: true, status: 'completed' });
      else {
        job.results_count += 1;
        pay('standard');
        if (this.#errs('charges twice', 0.1) && user.last.available > 0) pay('standard');
      }
    }
    if (!enrich) return;
    job.enrichment.status = 'processing';
    while (job.enrichment.status === 'processing') {
      await sleep(4);
      const isFull = job.enrichment.enriched >= job.results_count || user.last.available < 1;
      if (job.enrichment.status !== 'processing') return;
      if (isFull) job.enrichment.status = 'completed';
      else {
        job.enrichment.enriched += 1;
        pay('enrichment');
      }
    }
  }

  #form(user, method, query, { sessionKey = query.sessionKey, rowIdx = query.rowIdx, crmData, lastSaved }) {
    const business = user.business(sessionKey, Number(rowIdx));
    const form = () => ({
      crmData: { notes: business.notes.at(-1) ?? '' },
      lastSaved: business.notes.length || null,
      companyId: null,
      businessId: business.notes.length > 0 || business.state !== 'unknown' ? business.id : null,
    });
    if (method === 'GET') return form();
    const isOld = lastSaved !== undefined && lastSaved !== (business.notes.length || null);
    if (isOld && this.mistake !== 'overwrites') throw new Refused(409, 'stale', { stored: form() });
    if (!this.#errs('loses notes', 0.5)) business.notes.push(crmData.notes);
    return form();
  }

  #companies(user, what, action, body) {
    if (what === 'save-company') {
      if (user.tier === 'basic') throw new Refused(403);
      const business = user.business(body.session_id, body.business_data.row_idx);
      const already = business.state === 'saved';
      business.state = 'saved';
      return { already_exists: already };
    }
    if (action === undefined) {
      const saved = [...user.businesses.values()].filter(({ state }) => state === 'saved');
      const companies = saved.map(({ id, session, row, tags, notes }) => ({
        company_id: id,
        session_id: session,
        business_row_idx: row,
        tags: [...tags],
        crm_data: { notes: notes.at(-1) ?? '' },
      }));
      return { companies, total_count: companies.length };
    }
    const [id] = body.company_ids;
    const company = user.company(id);
    const change = { remove: () => this.#move(company, 'removed'), restore: () => this.#move(company, 'saved') };
    const outcome = company === undefined ? 'failed' : (change[action] ?? (() => this.#tag(company, body)))();
    const failed = outcome === 'failed' ? [{ company_id: id, message: 'There is no such company.' }] : [];
    return { changed: outcome === 'changed' ? [id] : [], unchanged: outcome === 'unchanged' ? 1 : 0, failed };
  }

  #move(company, state) {
    if (company.state === state) return 'unchanged';
    if (!this.#errs('does not remove', 0.7)) company.state = state;
    return 'changed';
  }

  #tag(company, { add, remove }) {
    if (company.state !== 'saved') return 'failed';
    const change = add.length > 0 ? !company.tags.has(add[0]) : company.tags.has(remove[0]);
    if (add.length > 0) company.tags.add(add[0]);
    else if (!this.#errs('does not remove', 0.5)) company.tags.delete(remove[0]);
    return change ? 'changed' : 'unchanged';
  }
}
