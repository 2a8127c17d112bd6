// Searches: each command starts one session, which is paid as it was delivered, ends once, and stays as it ended.
import { isOver } from './account.mjs';
import { contradictions, grouped, isShown, linesOf, linesOfCall, outcome } from './commands.mjs';
import { readingKey } from './record.mjs';

/** The cities of a search that a history shows. */
const SHOWN_CITIES = 5;

/** Every search of a run differs from the others in what a history shows of it. */
export function signature({ search_term: term, state, cities }) {
  return [term, state, ...cities.slice(0, SHOWN_CITIES)].join('|');
}

/**
 * The sessions of a user as they were read at the end: `id`, `row` (of the history), `job`, and the command that
 * `started` it.
 */
export function sessionsOf({ user, commands, history }) {
  const rows = history.readings.get(readingKey(user, 'history'))?.answer ?? [];
  const starts = commands.filter(({ name }) => name === 'start');
  return rows.map((row) => {
    const { term, state, cities } = row.search;
    const search = signature({ search_term: term, state, cities });
    const job = history.readings.get(readingKey(user, 'job', row.session_id))?.answer;
    const started = starts.find(({ request }) => signature(request) === search);
    return { id: row.session_id, row, job, search, started };
  });
}

/** Holds what was answered about a user's searches against history and ledger. */
export function checkSessions({ user, calls, commands, history, sessions, report }) {
  const reading = history.readings.get(readingKey(user, 'history'));
  if (reading === undefined) return report('unread', `nobody read the history of ${user} at the end`, []);
  const ledger = history.readings.get(readingKey(user, 'ledger'));
  const byId = new Map(sessions.map((session) => [session.id, session]));
  for (const command of commands.filter(({ name }) => name === 'start')) checkStart(command);
  for (const session of sessions) checkSession(session);
  const looks = calls.filter((call) => call.name === 'job' && outcome(call) === 'done');
  for (const [id, ofOne] of grouped(looks, ({ request }) => request.job)) checkLooks(ofOne, byId.get(id));
  const cancels = commands.filter(({ name }) => name === 'cancel');
  for (const [id, ofOne] of grouped(cancels, ({ request }) => request.job)) checkCancels(ofOne, byId.get(id));

  function checkStart(command) {
    const lines = linesOf(command);
    const ids = new Set(command.answers.map(({ answer }) => answer.job_id));
    const own = sessions.filter(({ started }) => started === command);
    if (ids.size > 1) report('twice', `${user}: one key started ${ids.size} searches: ${[...ids].join(', ')}`, lines);
    if (own.length > 1) {
      const those = own.map(({ id }) => id).join(', ');
      report('twice', `${user}: one command has ${own.length} sessions: ${those}`, lines, reading.line);
    }
    for (const id of ids) {
      if (!byId.has(id))
        report('lost', `${user}: search ${id} was started, but is not in the history`, lines, reading.line);
      else if (byId.get(id).started !== command) {
        report('answers', `${user}: search ${id} is another one than was asked for`, lines, reading.line);
      }
    }
    if (own.length > 0 && command.fate === 'not') {
      report('refusal', `${user}: search ${own[0].id} was started, but each call was refused`, lines, reading.line);
    }
    if (contradictions(command).length > 0) {
      report('answers', `${user}: one key was told that a search is started, and that it is refused`, lines);
    }
  }

  function checkSession({ id, row, job, started }) {
    if (started === undefined) report('origin', `${user}: nobody asked for search ${id}`, [], reading.line);
    const debits = ledger?.answer.filter((entry) => entry.session_id === id && entry.event === 'CreditsDebited') ?? [];
    const paid = (kind) => sum(debits.filter(({ note }) => note.includes(`(${kind})`)).map(({ credits }) => -credits));
    const lines = [reading.line, ledger?.line];
    if (paid('standard') !== row.results_count) {
      const what = `${row.results_count} rows were delivered and ${paid('standard')} paid`;
      report('money', `${user}, search ${id}: ${what}`, [], ...lines);
    }
    const all = sum(debits.map(({ credits }) => -credits));
    if (all !== row.credits_consumed) {
      const what = `the history says ${row.credits_consumed} credits and the ledger ${all}`;
      report('money', `${user}, search ${id}: ${what}`, [], ...lines);
    }
    if (job === undefined) return report('unread', `${user}: nobody read search ${id} at the end`, []);
    if (paid('enrichment') > job.enrichment.enriched) {
      const what = `${job.enrichment.enriched} rows were enriched and ${paid('enrichment')} paid`;
      report('money', `${user}, search ${id}: ${what}`, [], ...lines);
    }
    if (!job.ended || job.enrichment.status === 'processing') {
      report('stuck', `${user}: search ${id} has not ended at the end (${job.status})`, [], reading.line);
    }
    if (job.status !== row.status || job.results_count !== row.results_count) {
      const said = `${row.status} with ${row.results_count} rows, the job ${job.status} with ${job.results_count}`;
      report('money', `${user}, search ${id}: the history says ${said}`, [], reading.line);
    }
  }

  /** What was seen of a search never goes back, and is over once it was over. */
  function checkLooks(ofOne, session) {
    const counts = ['results_count', 'credits_charged'];
    const ordered = [...ofOne].sort((a, b) => a.end - b.end);
    for (const [at, look] of ordered.entries()) {
      const before = ordered.slice(0, at).filter(({ end }) => end < look.line);
      for (const count of counts) {
        const earlier = before.find(({ answer }) => answer[count] > look.answer[count]);
        if (earlier === undefined) continue;
        const what = `${count} went from ${earlier.answer[count]} back to ${look.answer[count]}`;
        report('stale', `${user}, search ${look.request.job}: ${what}`, [earlier, look].flatMap(linesOfCall));
      }
      const ended = before.find(({ answer }) => answer.ended && answer.status !== look.answer.status);
      if (ended !== undefined) {
        const what = `it had ended (${ended.answer.status}) and was then ${look.answer.status}`;
        report('stale', `${user}, search ${look.request.job}: ${what}`, [ended, look].flatMap(linesOfCall));
      }
      if (isOver(look) && isShown(look)) checkEnd(look, session);
    }
  }

  function checkEnd(look, session) {
    if (session?.job === undefined) return;
    const said = ({ status, results_count: rows, credits_charged: paid }) => `${status}, ${rows} rows, ${paid} credits`;
    if (said(look.answer) === said(session.job)) return;
    const what = `it was over with ${said(look.answer)}, and at the end it is ${said(session.job)}`;
    report('lost', `${user}, search ${session.id}: ${what}`, linesOfCall(look), reading.line);
  }

  function checkCancels(ofOne, session) {
    const told = ofOne.filter(({ fate }) => fate === 'done');
    const lines = told.flatMap(linesOf);
    if (told.length > 1) report('twice', `${user}: ${told.length} commands cancelled search ${session?.id}`, lines);
    if (session?.job === undefined) return;
    const isCancelled = session.job.status === 'cancelled' || session.job.enrichment.status === 'cancelled';
    if (told.length > 0 && !isCancelled) {
      report('lost', `${user}: search ${session.id} was cancelled, and is ${session.job.status}`, lines, reading.line);
    }
    if (isCancelled && ofOne.every(({ fate }) => fate === 'not')) {
      const what = `search ${session.id} was cancelled, but each call was refused`;
      report('refusal', `${user}: ${what}`, ofOne.flatMap(linesOf), reading.line);
    }
    for (const command of ofOne) {
      for (const call of command.refusals.filter(({ answer }) => answer.code === 'wrong_state')) {
        const later = told.find(({ attempts }) => attempts.every(({ line }) => line > call.end));
        if (later === undefined) continue;
        const what = `search ${session.id} had ended, and was cancelled afterwards`;
        report('refusal', `${user}: ${what}`, [...linesOfCall(call), ...linesOf(later)]);
      }
    }
  }
}

function sum(numbers) {
  return numbers.reduce((all, number) => all + number, 0);
}
