// An account: the ledger read at the end is the order of its events, and every balance that was ever answered must be
// the balance after the first `n` of them, for an `n` that real time allows.
import { grouped, isShown, linesOf, linesOfCall, outcome } from './commands.mjs';
import { readingKey } from './record.mjs';
import { Ceiling, firstFrom, Floor } from './windows.mjs';

/** The ledger of a user as states after 0, 1, 2 … events, with what is wrong in the ledger itself. */
export function replay(entries) {
  const states = [{ available: 0, total: 0, used: 0, held: 0, monthly: 0, bought: 0, tier: undefined }];
  const wrong = [];
  for (const entry of entries) {
    const before = states.at(-1);
    const number = states.length;
    const expected = before.available + entry.credits - entry.reserved;
    if (entry.sequence !== number) wrong.push(`event ${number} is missing: the next one is ${entry.sequence}`);
    if (entry.available !== expected) {
      wrong.push(`event ${number} (${entry.event}) leaves ${entry.available} available, not ${expected}`);
    }
    if (entry.held !== before.held + entry.reserved) {
      wrong.push(`event ${number} (${entry.event}) leaves ${entry.held} reserved, not ${before.held + entry.reserved}`);
    }
    if (Math.min(entry.available, entry.held, entry.monthly, entry.bought) < 0) {
      wrong.push(`event ${number} (${entry.event}) takes the account below zero`);
    }
    states.push(after(before, entry));
  }
  return { states, wrong };
}

function after(before, { event, credits, available, monthly, bought, held, tier }) {
  const state = { ...before, available, monthly, bought, held, tier };
  if (event === 'AllowanceGranted') return { ...state, total: monthly + bought, used: 0 };
  if (event === 'CreditsDebited') return { ...state, used: before.used - credits };
  if (event === 'CouponCredited' || event === 'CreditsAdjusted') return { ...state, total: before.total + credits };
  return state;
}

/** Holds a user's balances, ledgers and refusals for want of credits against the ledger. */
export function checkAccount({ user, calls, commands, commandOf, history, sessions, report }) {
  const reading = history.readings.get(readingKey(user, 'ledger'));
  if (reading === undefined) return report('unread', `nobody read the ledger of ${user} at the end`, []);
  const entries = reading.answer;
  const { states, wrong } = replay(entries);
  for (const what of wrong) report('ledger', `${user}: ${what}`, [reading.line]);
  if (states.at(-1).held !== 0) {
    report('ledger', `${user}: ${states.at(-1).held} credits are still reserved at the end`, [reading.line]);
  }
  const bounds = boundsOf({ commands, sessions, entries, calls });
  const places = placesOf(states);
  for (const call of inOrderOfAnswers(calls)) {
    if (call.name === 'balance' && outcome(call) === 'done') checkBalance(call, call.answer, 0);
    if (call.name === 'redeem' && outcome(call) === 'done') checkRedeemed(call);
    if (call.name === 'ledger' && outcome(call) === 'done') checkTail(call);
    if (outcome(call) === 'refused') checkRefusal(call);
  }

  function checkBalance(call, said, place, made = call.line) {
    const known = bounds.shown.at(made);
    const least = Math.max(known.place, place);
    const most = bounds.ceiling.at(call.end);
    const possible = places.get(textOf(said)) ?? [];
    const found = firstFrom(possible, least);
    if (found !== undefined && found < most.place) {
      if (made !== call.line) return;
      if (isShown(call)) bounds.shown.raise(call.end, found, linesOfCall(call));
      // What a view shows is in the log.
      bounds.logged.raise(call.end, found, linesOfCall(call));
      return;
    }
    const shown = `${user} was told of ${textOf(said)}`;
    if (possible.length === 0) {
      report('balance', `${shown}, which the account never had`, linesOfCall(call), reading.line);
    } else if (found === undefined) {
      report('stale', `${shown}, which was over: ${describe(least, entries)} was known`, [
        ...known.because,
        ...linesOfCall(call),
      ]);
    } else {
      report('future', `${shown}, before ${describe(most.place, entries)} was asked for`, [
        ...linesOfCall(call),
        ...most.because,
      ]);
    }
  }

  function checkRedeemed(call) {
    const command = commandOf.get(call);
    const place = bounds.placeOf.get(command);
    // One that is missing is told of as lost.
    if (place === undefined || call.answer.balance === undefined) return;
    // A kept answer is as old as the first call.
    checkBalance(call, call.answer.balance, place, call.replayed ? command.first : call.line);
  }

  function checkTail(call) {
    const rows = call.answer.entries;
    const said = (row) => row.join(' ');
    for (const row of rows) {
      const entry = entries[row[0] - 1];
      if (entry !== undefined && said(row) === said(tailRow(entry))) continue;
      const what = entry === undefined ? 'is gone' : `is now "${said(tailRow(entry))}"`;
      report('lost', `${user}: an event of the ledger, "${said(row)}", ${what}`, linesOfCall(call), reading.line);
      return;
    }
    const place = rows.length === 0 ? call.request.after : rows.at(-1)[0];
    const known = bounds.logged.at(call.line);
    const most = bounds.ceiling.at(call.end);
    if (place < known.place && rows.length < call.request.limit) {
      const what = `${user}: the ledger ends at event ${place}, though ${describe(known.place, entries)} was known`;
      report('stale', what, [...known.because, ...linesOfCall(call)]);
    } else if (place >= most.place) {
      const what = `${user}: the ledger shows ${describe(most.place, entries)}, which was asked for later`;
      report('future', what, [...linesOfCall(call), ...most.because]);
    } else {
      bounds.logged.raise(call.end, place, linesOfCall(call));
    }
  }

  /** Was there a moment within the call at which the account looked so that it had to be refused? */
  function checkRefusal(call) {
    const looks = REFUSALS[call.answer?.code];
    if (looks === undefined) return;
    const made = commandOf.get(call)?.first ?? call.line;
    const least = Math.max(1, bounds.logged.at(made).place);
    const most = Math.min(states.length, bounds.ceiling.at(call.end).place);
    if (states.slice(least, most).some(looks)) return;
    const had = states.slice(least, most).map(({ available, tier }) => `${available} (${tier})`);
    const what = `${user} was refused (${call.answer.code}), though the account had ${[...new Set(had)].join(', ')}`;
    report('refusal', what, linesOfCall(call), reading.line);
  }
}

/** Refusals that an account justifies. */
const REFUSALS = {
  insufficient_credits: ({ available }) => available < 1,
  not_in_plan: ({ tier }) => tier === 'basic',
};

/** What a call reads of an entry. */
export function tailRow({ sequence, event, credits, reserved, available }) {
  return [sequence, event, credits, reserved, available];
}

function inOrderOfAnswers(calls) {
  return calls.filter(({ end }) => end !== Infinity).sort((a, b) => a.end - b.end);
}

function textOf({ available_credits: available, total_credits: total, used_credits: used, tier }) {
  return `${available} available, ${total} in all, ${used} used, ${tier}`;
}

function placesOf(states) {
  const places = new Map();
  states.forEach(({ available, total, used, tier }, place) => {
    const text = textOf({ available_credits: available, total_credits: total, used_credits: used, tier });
    if (places.has(text)) places.get(text).push(place);
    else places.set(text, [place]);
  });
  return places;
}

function describe(place, entries) {
  const entry = entries[place - 1];
  return entry === undefined ? `event ${place}` : `event ${place} (${entry.event}, ${entry.note})`;
}

/** What was known when. `shown`: by whoever reads a view; `logged`: by whoever reads the log. */
function boundsOf({ commands, sessions, entries, calls }) {
  const [shown, logged, ceiling] = [new Floor(), new Floor(), new Ceiling()];
  const placeOf = new Map();
  const redeems = commands.filter(({ name, fate }) => name === 'redeem' && fate !== 'not');
  for (const [, ofOne] of grouped(redeems, ({ request }) => request.label)) {
    const place = entries.findIndex((entry) => isOf(entry, ofOne[0])) + 1;
    if (place === 0) continue;
    for (const command of ofOne.filter(({ fate }) => fate === 'done')) {
      placeOf.set(command, place);
      shown.raise(command.shown, place, linesOf(command));
      logged.raise(command.done, place, linesOf(command));
    }
    // Any of them may be the one that was credited.
    const [first] = [...ofOne].sort((a, b) => a.first - b.first);
    ceiling.lower(first.first, place, linesOf(first));
  }
  for (const session of sessions) {
    const own = entries.filter(({ session_id: id }) => id === session.id);
    if (own.length === 0) continue;
    const { started } = session;
    if (started !== undefined) ceiling.lower(started.first, own[0].sequence, linesOf(started));
    const debits = own.filter(({ event }) => event === 'CreditsDebited');
    if (debits.length === 0) continue;
    const last = debits.at(-1).sequence;
    const cancelled = commands.filter(({ name, request }) => name === 'cancel' && request.job === session.id);
    for (const command of cancelled) {
      shown.raise(command.shown, last, linesOf(command));
      logged.raise(command.done, last, linesOf(command));
    }
    const over = calls.filter((call) => call.name === 'job' && call.request.job === session.id && isOver(call));
    for (const call of over) {
      logged.raise(call.end, last, linesOfCall(call));
      if (isShown(call)) shown.raise(call.end, last, linesOfCall(call));
    }
  }
  return { shown, logged, ceiling, placeOf };
}

/** Does this entry credit the coupon that a command redeemed? */
export function isOf(entry, command) {
  return entry.event === 'CouponCredited' && entry.note === `coupon ${command.request.label}`;
}

/** Did this call show that a search and its enrichment have ended? */
export function isOver(call) {
  return outcome(call) === 'done' && call.answer.ended && call.answer.enrichment.status !== 'processing';
}
