// What clients asked for: a command is all calls with one key, of which at most one may have an effect.

/** How long a server waits for its views before it answers about what it has written. */
const PATIENCE_MS = 2_000;
/** Calls that change nothing. */
const READS = new Set(['balance', 'ledger', 'job', 'list', 'read']);
/** Refusals that may be another the next time, and had no effect. */
const PASSING = new Set([429]);

/**
 * What is known of a call: `done`, `refused` for good, `nothing` happened but may the next time, or `unknown`.
 */
export function outcome(call) {
  if (call.unknown !== undefined || call.status === undefined) return call.unsent ? 'nothing' : 'unknown';
  if (call.status >= 500) return 'unknown';
  if (PASSING.has(call.status) || call.answer?.code === 'conflict') return 'nothing';
  if (call.status >= 400 || call.answer?.success === false) return 'refused';
  return 'done';
}

/** Is this call sure to have waited for all views, so that whoever reads one afterwards must see what it did? */
export function isShown(call) {
  return call.took < PATIENCE_MS;
}

/**
 * All commands. `first`: the line of its first call. `done`: the first line from which on it is known to be done,
 * infinite if it never was. `fate`: it is `done`, or `maybe`, or did `not` happen. `others`: calls with the same key for
 * something else, which must be refused.
 */
export function commandsOf(calls) {
  const commands = new Map();
  for (const call of calls.filter(({ name }) => !READS.has(name))) {
    const id = call.key === undefined ? `call ${call.number}` : `${call.user} ${call.name} ${call.key}`;
    if (!commands.has(id)) commands.set(id, begun(call));
    const command = commands.get(id);
    const isSame = JSON.stringify(call.request) === JSON.stringify(command.request);
    (isSame ? command.attempts : command.others).push(call);
  }
  return [...commands.values()].map(judged);
}

function begun({ user, name, key, request, line }) {
  return { user, name, key, request, first: line, attempts: [], others: [] };
}

function judged(command) {
  const outcomes = command.attempts.map(outcome);
  const done = command.attempts.filter((_, at) => outcomes[at] === 'done');
  const shown = done.filter(isShown);
  const earliest = (calls) => Math.min(Infinity, ...calls.map(({ end }) => end));
  let fate = 'not';
  if (done.length > 0) fate = 'done';
  else if (outcomes.includes('unknown')) fate = 'maybe';
  return {
    ...command,
    fate,
    done: earliest(done),
    shown: earliest(shown),
    answers: done,
    refusals: command.attempts.filter((_, at) => outcomes[at] === 'refused'),
  };
}

/**
 * The refusals of a command that contradict its effect. Of calls at the same moment one may be refused and a later one
 * take effect. But nobody is refused after being told that it is done; and what was refused while no other call was
 * under way stays refused.
 */
export function contradictions({ attempts, refusals, done }) {
  const overlaps = (refusal) => (call) =>
    call !== refusal && call.line < refusal.end && (outcome(call) === 'unknown' || call.end > refusal.line);
  return refusals.filter((refusal) => refusal.line > done || (done < Infinity && !attempts.some(overlaps(refusal))));
}

/** The lines that prove something about a command: of its calls and their answers. */
export function linesOf(command) {
  return command.attempts.flatMap(({ line, end }) => (end === Infinity ? [line] : [line, end]));
}

/** The lines of a call. */
export function linesOfCall({ line, end }) {
  return end === Infinity ? [line] : [line, end];
}

/** The command of each call that is one of its attempts. */
export function commandsByCall(commands) {
  return new Map(commands.flatMap((command) => command.attempts.map((call) => [call, command])));
}

/** Values by key, each a list. */
export function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
