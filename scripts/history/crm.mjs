// Notes about businesses: every note of a run differs from the others, and the timeline read at the end is their order.
// A form that is read shows the note of the last write, or of a later one.
import { grouped, isShown, linesOf, linesOfCall, outcome } from './commands.mjs';
import { readingKey } from './record.mjs';
import { Ceiling, Floor } from './windows.mjs';

/** A row of a session, as a key. */
export function rowKey({ session, row }) {
  return `${session}/${row}`;
}

/**
 * Which business each row is, by what answers said of it; rows that nobody ever saved or wrote about are none. A row
 * that was two businesses is reported.
 */
export function businessesOf({ user, calls, report }) {
  const known = new Map();
  for (const call of calls.filter(({ name, answer }) => ['read', 'write'].includes(name) && answer?.business_id)) {
    const row = rowKey(call.request);
    const before = known.get(row);
    if (before === undefined) known.set(row, call);
    else if (before.answer.business_id !== call.answer.business_id) {
      const those = `${before.answer.business_id} and ${call.answer.business_id}`;
      report('identity', `${user}: row ${row} was two businesses: ${those}`, [before, call].flatMap(linesOfCall));
    }
  }
  return new Map([...known].map(([row, { answer }]) => [row, answer.business_id]));
}

/** Holds what was answered about a user's notes against their timelines. */
export function checkNotes({ user, calls, commands, businesses, history, report }) {
  const businessOf = (request) => businesses.get(rowKey(request)) ?? `row ${rowKey(request)}`;
  const writes = grouped(
    commands.filter(({ name }) => name === 'write'),
    ({ request }) => businessOf(request),
  );
  const forms = calls.filter((call) => ['read', 'write'].includes(call.name) && outcome(call) !== 'unknown');
  const reads = grouped(forms, ({ request }) => businessOf(request));
  const listed = grouped(calls.filter(isList).flatMap(companiesIn), ({ company }) => company.company_id);
  for (const business of new Set([...writes.keys(), ...reads.keys()])) {
    const reading = history.readings.get(readingKey(user, 'timeline', business));
    const ofOne = { writes: writes.get(business) ?? [], reads: reads.get(business) ?? [] };
    checkBusiness({ user, business, reading, listed: listed.get(business) ?? [], ...ofOne, report });
  }
}

function isList(call) {
  return call.name === 'list' && outcome(call) === 'done';
}

function companiesIn(call) {
  return call.answer.companies.map((company) => ({ call, company }));
}

function checkBusiness({ user, business, reading, writes, reads, listed, report }) {
  const about = `${user}, business ${business}`;
  const versions = reading?.answer.filter(({ field }) => field === 'notes').reverse() ?? [];
  versions.forEach(({ from }, at) => {
    const before = versions[at - 1]?.to ?? null;
    if (from !== before)
      report('ledger', `${about}: note ${at + 1} follows "${from}", not "${before}"`, [], reading.line);
  });
  const texts = versions.map(({ to }) => to);
  /** The place of a note, from 1; 0 for none. One that was written twice is told of once, so its last place counts. */
  const placeOf = (note) => (note === '' ? 0 : texts.lastIndexOf(note) + 1 || undefined);
  const [logged, shown, ceiling] = [new Floor(), new Floor(), new Ceiling()];
  for (const command of writes) {
    const place = texts.indexOf(command.request.notes) + 1 || undefined;
    const times = texts.filter((text) => text === command.request.notes).length;
    const lines = linesOf(command);
    const note = `note "${command.request.notes}"`;
    if (times > 1) report('twice', `${about}: ${note} was written ${times} times`, lines, reading?.line);
    if (command.fate === 'done' && times === 0) {
      report('lost', `${about}: ${note} was saved, but the timeline does not have it`, lines, reading?.line);
    }
    if (command.fate === 'not' && times > 0) {
      report('refusal', `${about}: ${note} was written, but each call was refused`, lines, reading?.line);
    }
    if (place === undefined || command.fate === 'not') continue;
    logged.raise(command.done, place, lines);
    shown.raise(command.shown, place, lines);
    ceiling.lower(command.first, place, lines);
    checkBasis(command, place);
  }
  const asked = new Set(writes.map(({ request }) => request.notes));
  for (const text of texts.filter((one) => !asked.has(one))) {
    report('origin', `${about}: nobody wrote "${text}"`, [], reading.line);
  }
  const ordered = [...reads].sort((a, b) => a.end - b.end);
  for (const call of ordered) {
    if (outcome(call) === 'done') checkForm(call, call.answer.notes, logged, ownPlace(call));
    else if (call.answer?.code === 'stale') checkStale(call);
  }
  for (const { call, company } of listed.sort((a, b) => a.call.end - b.call.end)) {
    checkForm(call, company.notes, shown, 0);
  }

  /** The note that a call wrote itself is the least that its answer shows. */
  function ownPlace(call) {
    return call.name === 'write' ? (placeOf(call.request.notes) ?? 0) : 0;
  }

  function checkForm(call, note, floor, least) {
    const place = placeOf(note);
    const lines = linesOfCall(call);
    if (place === undefined)
      return report('origin', `${about}: "${note}" was shown, which the timeline does not have`, lines);
    const known = floor.at(call.line);
    const most = ceiling.at(call.end);
    const said = note === '' ? 'an empty form' : `"${note}"`;
    if (place < least) {
      report(
        'stale',
        `${about}: the answer to the write of "${call.request.notes}" shows ${said}`,
        lines,
        reading?.line,
      );
    } else if (place < known.place) {
      const what = `${said} was shown, though "${texts[known.place - 1]}" was known`;
      report('stale', `${about}: ${what}`, [...known.because, ...lines], reading?.line);
    } else if (place >= most.place) {
      const what = `${said} was shown, before "${texts[most.place - 1]}" was asked for`;
      report('future', `${about}: ${what}`, [...lines, ...most.because], reading?.line);
    } else if (floor === logged || isShown(call)) {
      floor.raise(call.end, place, lines);
    }
  }

  /** A form that names the version it was filled from replaces that version and no later one. */
  function checkBasis(command, place) {
    const basis = command.request.based_on;
    const seen = basis === undefined ? undefined : placeOf(basis.notes);
    if (seen === undefined || seen === place - 1) return;
    const what = `"${command.request.notes}" replaced "${texts[place - 2] ?? ''}", but was based on "${basis.notes}"`;
    report('overwritten', `${about}: ${what}`, linesOf(command), reading.line);
  }

  function checkStale(call) {
    const { notes } = call.answer.stored;
    const stored = placeOf(notes);
    const seen = placeOf(call.request.based_on?.notes ?? '');
    const known = logged.at(call.line);
    const most = ceiling.at(call.end);
    const lines = linesOfCall(call);
    if (stored === undefined || seen === undefined) {
      report('origin', `${about}: a refusal shows "${notes}", which the timeline does not have`, lines, reading?.line);
    } else if (call.request.based_on === undefined || stored <= seen) {
      const what = `a form based on "${call.request.based_on?.notes}" was refused as old, though "${notes}" stood`;
      report('refusal', `${about}: ${what}`, lines, reading?.line);
    } else if (stored < known.place || stored >= most.place) {
      report('stale', `${about}: a refusal shows "${notes}", which did not stand then`, lines, reading?.line);
    }
  }
}
