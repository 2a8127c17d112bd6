// Refusals that need no history: which statuses each call may have at all.
import { linesOf, linesOfCall, outcome } from './commands.mjs';

/** Codes that a call may be refused with; whether rightly, others judge. */
const ALLOWED = {
  redeem: [],
  start: ['insufficient_credits', 'not_in_plan'],
  cancel: ['wrong_state'],
  save: ['not_in_plan', 'full'],
  restore: ['not_in_plan'],
  write: ['stale'],
};
/** The limit of open searches, as its refusal names it. */
const OPEN = /^You have (\d+) open jobs/;

/** Holds each refusal against what its call may be refused with. */
export function checkRefusals({ user, calls, commands, sessions, report }) {
  for (const call of calls.filter((one) => one.status !== undefined)) {
    const code = call.answer?.code;
    if (call.status >= 500 && call.status !== 503) {
      report('failure', `${user}: ${call.name} was answered ${call.status}`, linesOfCall(call));
    } else if (call.reuses !== undefined) {
      checkReuse(call);
    } else if (outcome(call) === 'refused' && call.status !== 200 && !ALLOWED[call.name]?.includes(code)) {
      report('refusal', `${user}: ${call.name} was answered ${call.status} (${code})`, linesOfCall(call));
    } else if (call.name === 'start' && OPEN.test(call.answer?.message ?? '')) {
      checkOpen(call);
    }
  }

  /** A key that was used for something else. */
  function checkReuse(call) {
    const isSame = commands.some(({ attempts }) => attempts.includes(call));
    if (isSame || call.status === 422 || ['nothing', 'unknown'].includes(outcome(call))) return;
    const what = `${user}: a key was used for another ${call.name} and answered ${call.status}, not 422`;
    report('answers', what, linesOfCall(call));
  }

  /** Could that many searches have been open? */
  function checkOpen(call) {
    const most = Number(OPEN.exec(call.answer.message)[1]);
    const ended = new Set(
      calls.filter((one) => one.end < call.line && hasEnded(one)).map(({ request }) => request.job),
    );
    const begun = commands.filter((one) => one.name === 'start' && one.fate !== 'not' && one.first < call.end);
    const idOf = (command) => sessions.find(({ started }) => started === command)?.id;
    const open = begun.filter((command) => !ended.has(idOf(command)));
    if (open.length >= most) return;
    const what = `${user} was told of ${most} open searches, with at most ${open.length}`;
    report('refusal', what, [...linesOfCall(call), ...open.flatMap(linesOf)]);
  }
}

/** Does this call say that its search has ended, with its enrichment? */
function hasEnded(call) {
  if (outcome(call) !== 'done') return false;
  if (call.name === 'cancel') return true;
  return call.name === 'job' && call.answer.ended && call.answer.enrichment.status !== 'processing';
}
