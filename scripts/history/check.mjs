// Holds a history against what was read at its end, and names each violation with the lines that prove it.
import { checkAccount } from './account.mjs';
import { commandsByCall, commandsOf, grouped, outcome } from './commands.mjs';
import { checkCompanies, checkRoom } from './companies.mjs';
import { checkCoupons } from './coupons.mjs';
import { businessesOf, checkNotes } from './crm.mjs';
import { checkRefusals } from './refusals.mjs';
import { checkSessions, sessionsOf } from './sessions.mjs';

/** What each kind of violation means. */
export const KINDS = {
  lost: 'something acknowledged is gone',
  twice: 'something took effect more than once',
  stale: 'an answer was older than what was known when it was asked for',
  future: 'an answer showed what was asked for only later',
  balance: 'a balance that the account never had',
  order: 'no order of the commands explains an answer',
  overwritten: 'a write replaced a version that it had not seen',
  refusal: 'a refusal without its reason, or one that took effect all the same',
  answers: 'answers that contradict each other',
  identity: 'a row that is two businesses',
  origin: 'something that nobody asked for',
  money: 'rows, debits and history do not fit together',
  ledger: 'a ledger or a timeline that does not add up',
  stuck: 'a search that has not ended',
  failure: 'a failure of the server',
  unread: 'something that was not read at the end',
};

/** All violations of a history, with what was checked. */
export function check(history) {
  const violations = [];
  const notes = [];
  const report = (kind, what, lines, ...readings) => {
    const proof = [...new Set([...lines, ...readings])].filter((line) => line !== undefined && line !== Infinity);
    violations.push({ kind, what, lines: proof });
  };
  const note = (text) => notes.push(text);
  const commands = commandsOf(history.calls);
  if (history.quiet === Infinity) report('unread', 'the run did not come to its end, so nothing was read there', []);
  const byUser = grouped(history.calls, ({ user }) => user);
  const commandsOfUser = grouped(commands, ({ user }) => user);
  for (const { name: user } of history.header.users) {
    const own = {
      user,
      calls: byUser.get(user) ?? [],
      commands: commandsOfUser.get(user) ?? [],
      history,
      report,
      note,
    };
    const commandOf = commandsByCall(own.commands);
    const sessions = sessionsOf(own);
    const businesses = businessesOf(own);
    const context = { ...own, commandOf, sessions, businesses };
    checkAccount(context);
    checkSessions(context);
    checkNotes(context);
    checkCompanies(context);
    checkRoom(context);
    checkRefusals(context);
  }
  checkCoupons({ commands, history, report });
  return { violations, notes, checked: summary(history, commands) };
}

function summary(history, commands) {
  const calls = grouped(history.calls, ({ name }) => name);
  const count = (items, wanted) => items.filter((item) => outcome(item) === wanted).length;
  return {
    users: history.header.users.length,
    clients: history.header.clients,
    seconds: Math.round((history.calls.at(-1)?.at ?? 0) / 1_000),
    faults: history.faults.length,
    commands: commands.length,
    repeated: commands.filter(({ attempts }) => attempts.length > 1).length,
    undecided: commands.filter(({ fate }) => fate === 'maybe').length,
    calls: [...calls].map(([name, all]) => ({
      name,
      all: all.length,
      done: count(all, 'done'),
      refused: count(all, 'refused'),
      again: count(all, 'nothing'),
      unknown: count(all, 'unknown'),
    })),
  };
}
