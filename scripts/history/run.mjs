// A run: users and coupons are made, clients act, faults happen, and at the end everything is read.
import { Chance } from './chance.mjs';
import { Client } from './client.mjs';
import { faults } from './faults.mjs';
import { quiet, readAll } from './finals.mjs';
import * as operator from './operator.mjs';
import { Recorder } from './record.mjs';

/** What clients share. */
class World {
  isOver = false;
  #keys = 0;
  #resting = new Map();
  #begun = performance.now();

  constructor(values) {
    Object.assign(this, values);
  }

  /** A key that no other command has. */
  newKey() {
    this.#keys += 1;
    return `h${this.seed}-${this.#keys}`;
  }

  /** A node that lets in; any, if none does. */
  node(chance) {
    const now = performance.now();
    const all = [...this.nodes.keys()];
    const open = all.filter((node) => (this.#resting.get(node) ?? 0) <= now);
    return chance.oneOf(open.length > 0 ? open : all);
  }

  rest(node, milliseconds) {
    this.#resting.set(node, performance.now() + milliseconds);
  }

  /** The coupon of the hour, or one of those before it: everybody tries the same ones. */
  hotCoupon(chance) {
    const part = (performance.now() - this.#begun) / (this.seconds * 1_000);
    const at = Math.floor(part * this.coupons.length) - chance.oneOf([0, 0, 0, 1, 2]);
    return this.coupons[at];
  }
}

/** Runs a workload and writes its history. Tests have operators of their own. */
export async function run(options, say, { newPeople, newCoupons, ready } = operator) {
  const { nodes, seed, seconds, users, clients, out } = options;
  const chance = new Chance(seed);
  say(`Seed ${seed}: ${users} users with ${clients} clients each, for ${seconds} s.`);
  const people = await newPeople(options);
  await ready({ ...options, people });
  const coupons = await newCoupons({ ...options, count: options.coupons, chance });
  const recorder = new Recorder(out, {
    started: new Date().toISOString(),
    seed,
    nodes: nodes.map(({ url }) => url),
    clients: users * clients,
    users: people.map(({ name, sub, tier }) => ({ name, sub, tier })),
    coupons,
  });
  const world = new World({ ...options, people, coupons, recorder });
  // What they have before anything happens, so that nothing older is taken for it.
  await Promise.all(
    people.map((person) => new Client({ name: `${person.name} begin`, person, world, chance }).balance()),
  );
  const living = people.flatMap((person) =>
    Array.from({ length: clients }, (_, number) => {
      const draws = new Chance(seed + 7_919 * (Number(person.name.slice(1)) * clients + number + 1));
      return new Client({ name: `${person.name}.${number}`, person, world, chance: draws }).live();
    }),
  );
  const isOver = () => world.isOver;
  const harm =
    options.fault === undefined
      ? Promise.resolve(0)
      : faults({ command: options.fault, seconds: options.faultEvery, recorder, isOver });
  const timer = setTimeout(() => (world.isOver = true), seconds * 1_000);
  let happened;
  try {
    [happened] = await Promise.all([harm, ...living]);
  } finally {
    clearTimeout(timer);
    world.isOver = true;
  }
  if (!(await quiet(world))) say('Searches are still under way: the check will name them.');
  await readAll(world);
  await recorder.close();
  say(`${happened} faults. The history is in ${out}.`);
}
