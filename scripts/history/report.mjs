// A check's findings, for people.
import { KINDS } from './check.mjs';

/** Most characters of a line of the history that are shown. */
const WIDTH = 300;
/** Most lines that are shown of one violation's proof. */
const LINES = 12;

/** What was checked, as a table. */
export function summaryText({ users, clients, seconds, faults, commands, repeated, undecided, calls }) {
  const rows = [['call', 'made', 'done', 'refused', 'try again', 'no answer']];
  for (const { name, all, done, refused, again, unknown } of calls)
    rows.push([name, all, done, refused, again, unknown]);
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  const lines = rows.map((row) =>
    row.map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at]))).join('  '),
  );
  return [
    `${users} users, ${clients} clients, ${seconds} s, ${faults} faults`,
    `${commands} commands, ${repeated} of them called more than once, ${undecided} with an unknown end`,
    ...lines,
  ].join('\n');
}

/** Each violation with its lines. */
export function violationsText(violations, entries, most) {
  const shown = violations.slice(0, most).map(({ kind, what, lines }) => {
    const proof = lines.slice(0, LINES).map((line) => `    ${line}: ${shortened(entries[line - 1])}`);
    if (lines.length > LINES)
      proof.push(`    and ${lines.length - LINES} more lines: ${lines.slice(LINES).join(', ')}`);
    return [`${kind.toUpperCase()} (${KINDS[kind]})`, `  ${what}`, ...proof].join('\n');
  });
  if (violations.length > most) shown.push(`${violations.length - most} more violations: see --all`);
  return shown.join('\n\n');
}

function shortened(entry) {
  const text = JSON.stringify(entry);
  return text.length <= WIDTH ? text : `${text.slice(0, WIDTH)} …`;
}

/** How many violations there are of each kind. */
export function countsText(violations) {
  const counts = new Map();
  for (const { kind } of violations) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}
