// Is there an order of operations, each at a moment between its call and its answer, that explains all answers?
//
// All states that the object may be in are followed through the history: at each answer, those are kept in which that
// operation has happened by then (Lowe, "Testing for linearizability", 2017: just-in-time linearization).

/** More possibilities than this are not followed. */
const MOST = 20_000;

/**
 * `operations`: each has `line`, `end` (infinite where there is no answer) and `next(state)`, the state afterwards, or
 * undefined where it cannot have happened in this one. States are numbers or texts.
 *
 * Returns nothing where an order exists. Else `culprit`, the first operation whose answer no order explains, and
 * `states`, those that were possible just before; or `undecided`.
 */
export function unexplained(initial, operations) {
  const moments = operations.flatMap((operation) => [
    { line: operation.line, operation, isCall: true },
    { line: operation.end, operation, isCall: false },
  ]);
  moments.sort((a, b) => a.line - b.line || Number(b.isCall) - Number(a.isCall));
  let possible = configurations([{ state: initial, done: [] }]);
  const pending = new Set();
  for (const { line, operation, isCall } of moments) {
    if (line === Infinity) break;
    if (isCall) {
      pending.add(operation);
      continue;
    }
    const before = possible;
    possible = linearized(possible, pending, operation);
    if (possible === undefined) return { undecided: true };
    if (possible.size === 0) {
      return { culprit: operation, states: [...new Set([...before.values()].map(({ state }) => state))] };
    }
    pending.delete(operation);
  }
  return undefined;
}

function configurations(all, numbers = new Map()) {
  return new Map(all.map((one) => [keyOf(one, numbers), one]));
}

function keyOf({ state, done }, numbers) {
  const named = done.map((operation) => {
    if (!numbers.has(operation)) numbers.set(operation, numbers.size);
    return numbers.get(operation);
  });
  return `${state}:${named.sort((a, b) => a - b)}`;
}

/** The possibilities in which `target` has happened, after any of the others that were under way. */
function linearized(possible, pending, target) {
  const numbers = new Map();
  const seen = configurations([...possible.values()], numbers);
  const reached = new Map();
  const open = [...possible.values()];
  while (open.length > 0) {
    const one = open.pop();
    if (one.done.includes(target)) {
      const without = { state: one.state, done: one.done.filter((operation) => operation !== target) };
      reached.set(keyOf(without, numbers), without);
      continue;
    }
    for (const operation of pending) {
      if (one.done.includes(operation)) continue;
      const state = operation.next(one.state);
      if (state === undefined) continue;
      const next = { state, done: [...one.done, operation] };
      const key = keyOf(next, numbers);
      if (seen.has(key)) continue;
      if (seen.size >= MOST) return undefined;
      seen.set(key, next);
      open.push(next);
    }
  }
  return reached;
}
