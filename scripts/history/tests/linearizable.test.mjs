import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from '../chance.mjs';
import { unexplained } from '../linearizable.mjs';
import { Ceiling, firstFrom, Floor } from '../windows.mjs';

const write = (value, line, end) => ({ line, end, next: () => value });
const read = (value, line, end) => ({ line, end, next: (state) => (state === value ? state : undefined) });

test('reads beside a write see either, reads after it the new value', () => {
  assert.equal(unexplained(0, [write(1, 1, 6), read(0, 2, 3), read(1, 4, 5), read(1, 7, 8)]), undefined);
  const stale = read(0, 7, 8);
  assert.deepEqual(unexplained(0, [write(1, 1, 6), stale]), { culprit: stale, states: [1] });
  const back = read(0, 4, 5);
  assert.equal(unexplained(0, [write(1, 1, 6), read(1, 2, 3), back])?.culprit, back);
});

test('what was not answered may happen at any time, or never', () => {
  const lost = write(1, 1, Infinity);
  assert.equal(unexplained(0, [lost, read(0, 2, 3)]), undefined);
  assert.equal(unexplained(0, [lost, read(0, 2, 3), read(1, 4, 5)]), undefined);
  assert.notEqual(unexplained(0, [lost, read(1, 2, 3), read(0, 4, 5)]), undefined);
});

test('too many possibilities are not decided', () => {
  const lost = Array.from({ length: 20 }, (_, at) => ({ line: at, end: Infinity, next: (state) => state + 2 ** at }));
  assert.deepEqual(unexplained(0, [...lost, read(-1, 50, 51)]), { undecided: true });
});

/** All orders that real time allows, one after the other. */
function existsAnOrder(state, operations) {
  const must = operations.filter(({ end }) => end !== Infinity);
  if (must.length === 0) return true;
  const earliest = Math.min(...must.map(({ end }) => end));
  return operations.some((operation) => {
    if (operation.line > earliest) return false;
    const next = operation.next(state);
    const others = operations.filter((other) => other !== operation);
    return next !== undefined && existsAnOrder(next, others);
  });
}

test('random histories are judged as by trying all orders', () => {
  const chance = new Chance(7);
  const verdicts = [0, 0];
  for (let round = 0; round < 2_000; round += 1) {
    const lines = chance.shuffled(Array.from({ length: 12 }, (_, line) => line));
    const operations = Array.from({ length: 6 }, (_, at) => {
      const [line, end] = lines.slice(2 * at, 2 * at + 2).sort((a, b) => a - b);
      const make = chance.happens(0.5) ? write : read;
      return make(chance.between(0, 2), line, make === write && chance.happens(0.2) ? Infinity : end);
    });
    const exists = existsAnOrder(0, operations);
    assert.equal(unexplained(0, operations) === undefined, exists, JSON.stringify(operations));
    verdicts[Number(exists)] += 1;
  }
  assert.ok(Math.min(...verdicts) > 200, `${verdicts}`);
});

test('what a call may have read is bounded by what was answered before and asked for after', () => {
  const [floor, ceiling] = [new Floor(), new Ceiling()];
  floor.raise(10, 3, [9, 10]);
  floor.raise(20, 2, [19, 20]);
  floor.raise(Infinity, 9, []);
  assert.deepEqual([floor.at(10).place, floor.at(11).place, floor.at(30).place], [0, 3, 3]);
  ceiling.lower(12, 5, [12]);
  ceiling.lower(25, 4, [25]);
  assert.deepEqual([ceiling.at(11).place, ceiling.at(12).place, ceiling.at(25).place], [4, 4, Infinity]);
  assert.deepEqual([firstFrom([1, 4, 6], 2), firstFrom([1, 4, 6], 6), firstFrom([1, 4, 6], 7)], [4, 6, undefined]);
});
