// My Companies: each company is on the list or not, and has each tag or not, in an order that real time allows.
import { commandsByCall, grouped, isShown, linesOf, linesOfCall, outcome } from './commands.mjs';
import { rowKey } from './crm.mjs';
import { unexplained } from './linearizable.mjs';

/** A plan that saves companies has at least as much room. */
const LEAST_ROOM = 1_000;

/** Holds what was answered about a user's companies and their tags against each other. */
export function checkCompanies(context) {
  const { user, calls, commands, businesses, report, note } = context;
  const lists = calls.filter((call) => call.name === 'list' && outcome(call) === 'done');
  lists.forEach((list) => checkList(list, context));
  const names = ['save', 'remove', 'restore'];
  const changes = commands.filter(({ name }) => names.includes(name));
  const companyOf = ({ request }) => request.company ?? businesses.get(rowKey(request));
  for (const [company, ofOne] of grouped(changes, companyOf)) {
    if (company === undefined) checkUnknown(ofOne, context);
    else
      explain(`${user}, company ${company}`, 'never saved', [...ofOne.flatMap(standings(context)), ...looks(company)]);
  }
  const tags = commands.filter(({ name }) => name === 'tag');
  for (const [, ofOne] of grouped(tags, ({ request }) => `${request.company} ${tagOf(request)}`)) {
    const { company } = ofOne[0].request;
    const tag = tagOf(ofOne[0].request);
    const operations = [...ofOne.flatMap(taggings(context)), ...tagLooks(company, tag)];
    explain(`${user}, tag "${tag}" of company ${company}`, 'without it', operations);
  }
  checkOrigins(lists, context);

  function explain(what, initial, operations) {
    const found = unexplained(initial, operations);
    if (found === undefined) return;
    if (found.undecided) return note(`${what}: too many calls without an answer to decide`);
    const { culprit, states } = found;
    const lines = [...new Set([...lastBefore(operations, culprit), ...culprit.proof])];
    report('order', `${what}: no order explains "${culprit.said}": it was ${states.join(' or ')}`, lines);
  }

  function looks(company) {
    return lists.map((list) => {
      const isThere = list.answer.companies.some(({ company_id: id }) => id === company);
      return {
        ...window(list),
        said: isThere ? 'listed' : 'not listed',
        next: (state) => ((state === 'saved') === isThere ? state : undefined),
      };
    });
  }

  function tagLooks(company, tag) {
    const rows = lists.map((list) => [list, list.answer.companies.find(({ company_id: id }) => id === company)]);
    return rows
      .filter(([, row]) => row !== undefined)
      .map(([list, { tags: shown }]) => ({
        ...window(list),
        said: shown.includes(tag) ? 'listed with it' : 'listed without it',
        next: (state) => ((state === 'with it') === shown.includes(tag) ? state : undefined),
      }));
  }
}

/** The last operations that were over before a culprit began: what it contradicts. */
function lastBefore(operations, culprit) {
  const before = operations.filter(({ end, changes }) => changes && end < culprit.line);
  before.sort((a, b) => a.end - b.end);
  return before.slice(-2).flatMap(({ proof }) => proof);
}

function window(call) {
  return { line: call.line, end: call.end, proof: linesOfCall(call) };
}

function tagOf({ add, remove }) {
  return add ?? remove;
}

/**
 * When a command took effect. An answer that came so late that its server may have stopped waiting for its views was
 * certainly shown when all was quiet.
 */
function effect(command, { history }) {
  const late = command.fate === 'done' ? Math.min(history.quiet, Infinity) : Infinity;
  const end = command.shown === Infinity ? late : command.shown;
  return { line: command.first, end, proof: linesOf(command), changes: true };
}

/** What was answered of the company of a command about one: `changed`, `unchanged` or `failed`. */
function told({ name, answer }, company) {
  if (name === 'save') return answer.already_exists ? 'unchanged' : 'changed';
  if (answer.changed.includes(company)) return 'changed';
  return answer.unchanged > 0 ? 'unchanged' : 'failed';
}

/** A command as operations: its effect, or what each answer without one said of the state. */
function operationsOf(command, context, { said, changed, unchanged, failed }) {
  const { report, user } = context;
  const answers = command.answers.map((call) => [call, told(call, command.request.company)]);
  const kinds = new Set(answers.map(([, kind]) => kind));
  if (command.fate === 'not') return [];
  if (command.fate === 'maybe') return [{ ...effect(command, context), said: `${said}?`, next: changed.later }];
  if (kinds.size > 1) {
    const what = `${user}: one key of "${said}" was answered ${[...kinds].join(' and ')}`;
    report('answers', what, linesOf(command));
  }
  if (kinds.has('changed')) return [{ ...effect(command, context), said, next: changed.now }];
  // Later answers are those to a repetition: they say the same, or it is told above.
  const [[call, kind]] = answers.sort(([one], [other]) => one.end - other.end);
  if (!isShown(call)) return [];
  const next = kind === 'unchanged' ? unchanged : failed;
  return [{ ...window(call), line: command.first, said: `${said}: ${kind}`, next }];
}

/** The state, if it is one of these. */
function among(...states) {
  return (state) => (states.includes(state) ? state : undefined);
}

/** From these states to another. */
function moves(from, to) {
  return {
    now: (state) => (from.includes(state) ? to : undefined),
    later: (state) => (from.includes(state) ? to : state),
  };
}

function standings(context) {
  const kinds = {
    save: {
      said: 'saved',
      changed: moves(['never saved', 'removed'], 'saved'),
      unchanged: among('saved'),
      failed: among(),
    },
    remove: {
      said: 'removed',
      changed: moves(['saved'], 'removed'),
      unchanged: among('removed'),
      failed: among('never saved'),
    },
    restore: {
      said: 'restored',
      changed: moves(['removed'], 'saved'),
      unchanged: among('saved'),
      failed: among('never saved'),
    },
  };
  return (command) => operationsOf(command, context, kinds[command.name]);
}

function taggings(context) {
  const anyway = (state) => state;
  const kinds = {
    add: {
      said: 'tagged',
      changed: moves(['without it'], 'with it'),
      unchanged: among('with it'),
      // The company was not on the list then, or had as many tags as it may.
      failed: anyway,
    },
    remove: {
      said: 'untagged',
      changed: moves(['with it'], 'without it'),
      unchanged: anyway,
      failed: anyway,
    },
  };
  return (command) => operationsOf(command, context, kinds[command.request.add === undefined ? 'remove' : 'add']);
}

function checkList(list, { user, report }) {
  const ids = list.answer.companies.map(({ company_id: id }) => id);
  const lines = linesOfCall(list);
  if (new Set(ids).size < ids.length) report('twice', `${user}: a company is listed twice`, lines);
  if (list.answer.total_count !== ids.length) {
    report('answers', `${user}: ${ids.length} companies are listed and ${list.answer.total_count} counted`, lines);
  }
}

/** Companies and tags that nobody saved or set. */
function checkOrigins(lists, { user, commands, businesses, report }) {
  const ofName = (wanted) => commands.filter(({ name, fate }) => name === wanted && fate !== 'not');
  const saved = new Set(ofName('save').map(({ request }) => businesses.get(rowKey(request))));
  const tagged = new Set(ofName('tag').map(({ request }) => `${request.company} ${request.add}`));
  const told = new Set();
  for (const list of lists) {
    for (const { company_id: id, tags } of list.answer.companies) {
      const stray = tags.find((tag) => !tagged.has(`${id} ${tag}`));
      const what = saved.has(id) ? stray && `nobody tagged company ${id} "${stray}"` : `nobody saved company ${id}`;
      if (!what || told.has(what)) continue;
      told.add(what);
      report('origin', `${user}: ${what}`, linesOfCall(list));
    }
  }
}

/** Rows that are no business at the end, though somebody saved them. */
function checkUnknown(ofOne, { user, report }) {
  for (const command of ofOne.filter(({ fate }) => fate === 'done')) {
    const what = `row ${rowKey(command.request)} was saved, but is no company at the end`;
    report('lost', `${user}: ${what}`, linesOf(command));
  }
}

/** Refusals for want of room. */
export function checkRoom({ user, calls, commands, report }) {
  const commandOf = commandsByCall(commands);
  const saves = new Set(
    commands.filter(({ name, fate }) => name === 'save' && fate !== 'not').map(({ request }) => rowKey(request)),
  );
  for (const call of calls.filter(({ answer }) => answer?.code === 'full')) {
    if (saves.size >= LEAST_ROOM) continue;
    const what = `${user} was told that there is no room for a company, with ${saves.size} saved in the whole run`;
    report('refusal', what, commandOf.has(call) ? linesOf(commandOf.get(call)) : linesOfCall(call));
  }
}
