// One client of a user: does one thing after the other, repeats what was not answered with its key, sometimes calls
// several times at once, sometimes goes away before the answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { made } from './calls.mjs';
import { outcome } from './commands.mjs';

/** How often each thing is done, relative to the others. */
const ACTIONS = {
  balance: 16,
  ledger: 6,
  redeem: 9,
  start: 10,
  cancel: 3,
  job: 14,
  save: 6,
  remove: 4,
  restore: 3,
  tag: 5,
  list: 7,
  write: 9,
  read: 10,
  again: 4,
  reuse: 1,
};
/** Calls whose key is bound to what was asked for, whatever came of it. */
const BOUND = ['redeem', 'start', 'write', 'save'];
/** Milliseconds between two things. */
const THINK = [20, 120];
/** How often a command without an answer is tried again. */
const TRIES = 6;
/** How long a node is left alone that did not let anybody in. */
const REST_MS = 300;

export class Client {
  constructor({ name, person, world, chance }) {
    Object.assign(this, { name, person, world, chance });
  }

  /** Acts until the world is over. */
  async live() {
    while (!this.world.isOver) {
      const action = this.chance.weighted(this.world.actions ?? ACTIONS);
      await this[action]();
      await sleep(this.chance.between(...(this.world.think ?? THINK)));
    }
  }

  balance() {
    return this.call('balance', {});
  }

  ledger() {
    return this.call('ledger', { after: Math.max(0, this.person.ledgerEnd - 3), limit: 50 });
  }

  async redeem() {
    const { chance, world, person } = this;
    if (chance.happens(0.04)) return this.command('redeem', { code: `NONE-${chance.between(10_000, 99_999)}` });
    const coupon = world.hotCoupon(chance);
    if (coupon === undefined || person.tries(coupon.code) >= 2) return;
    await this.command('redeem', { code: coupon.code, label: coupon.label });
  }

  async start() {
    const { chance, person, world } = this;
    const search = person.search(chance, world.search);
    if (search === undefined) return;
    const job = (await this.command('start', search))?.answer.job_id;
    if (job === undefined || !chance.happens(0.4)) return;
    await sleep(chance.between(0, 400));
    const cancels = chance.happens(0.3) ? 2 : 1;
    await Promise.all(Array.from({ length: cancels }, () => this.command('cancel', { job })));
  }

  async cancel() {
    const job = this.chance.oneOf(this.person.jobs);
    if (job !== undefined) await this.command('cancel', { job: job.id });
  }

  async job() {
    const job = this.chance.oneOf(this.person.jobs);
    if (job !== undefined) await this.call('job', { job: job.id });
  }

  async save() {
    const row = this.chance.oneOf(this.person.rows);
    if (row === undefined) return;
    this.person.touch(row);
    await this.command('save', row);
  }

  async remove() {
    const company = this.chance.oneOf([...this.person.companies]);
    if (company === undefined) return;
    await this.command('remove', { company });
    if (this.chance.happens(0.5)) await this.command('restore', { company });
  }

  async restore() {
    const removed = this.person.past.filter(({ name }) => name === 'remove');
    const one = this.chance.oneOf(removed);
    if (one !== undefined) await this.command('restore', one.request);
  }

  async tag() {
    const { chance, person } = this;
    if (chance.happens(0.4) && person.tags.length > 0) {
      const { company, tag } = chance.oneOf(person.tags);
      return this.command('tag', { company, remove: tag });
    }
    const company = chance.oneOf([...person.companies]);
    if (company !== undefined) await this.command('tag', { company, add: this.world.newKey().slice(-40) });
  }

  list() {
    return this.call('list', { limit: this.chance.oneOf([100, 200]) });
  }

  async write() {
    const { chance, person } = this;
    const row = chance.oneOf(person.rows);
    if (row === undefined) return;
    person.touch(row);
    const seen = person.seen.get(`${row.session}/${row.row}`);
    const basis = seen !== undefined && chance.happens(0.5) ? { based_on: seen } : {};
    await this.command('write', { ...row, notes: person.note(this.name), ...basis });
  }

  async read() {
    const row = this.chance.oneOf(this.person.rows);
    if (row === undefined) return;
    this.person.touch(row);
    await this.call('read', row);
  }

  /** Long afterwards, the same once more. */
  async again() {
    const past = this.chance.oneOf(this.person.past);
    if (past !== undefined) await this.call(past.name, past.request, { key: past.key });
  }

  /** A key of something else. */
  async reuse() {
    const { chance, person } = this;
    const ofKind = chance.oneOf(BOUND);
    const [one, ...others] = chance.shuffled(person.past.filter(({ name }) => name === ofKind));
    const other = others.find(({ request }) => JSON.stringify(request) !== JSON.stringify(one.request));
    if (other === undefined) return;
    await this.call(ofKind, other.request, { key: one.key, reuses: true });
  }

  /** A command, until it is decided or the client gives up. The answer that decided it. */
  async command(name, request) {
    const { chance, world } = this;
    const key = chance.happens(0.92) ? world.newKey() : undefined;
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const times = key !== undefined && chance.happens(world.parallel) ? chance.between(2, 3) : 1;
      const calls = Array.from({ length: times }, () => this.call(name, request, { key, mayLeave: true }));
      const answers = await Promise.all(calls);
      const done = answers.find((answer) => outcome(answer) === 'done');
      // Of calls at the same moment, one may be refused and another take effect.
      if (done !== undefined || answers.some((answer) => outcome(answer) === 'refused')) return done;
      if (key === undefined || world.isOver || chance.happens(0.03)) return undefined;
      await sleep(chance.between(20, 200) * tries);
    }
    return undefined;
  }

  async call(name, request, { key, reuses, mayLeave = false } = {}) {
    const { chance, person, world } = this;
    const node = world.node(chance);
    const leaves = mayLeave && chance.happens(world.lost) ? { patience: chance.between(1, 40) } : {};
    const call = { client: this.name, user: person.name, node, name, key, request, reuses };
    const number = world.recorder.called(call);
    const { url } = world.nodes[node];
    const answer = await made({ url, token: person.tokens[node], user: person, name, request, key, ...leaves });
    world.recorder.answered(number, answer);
    if (answer.unsent) world.rest(node, REST_MS);
    if (reuses === undefined) person.learn(call, answer);
    return answer;
  }
}
