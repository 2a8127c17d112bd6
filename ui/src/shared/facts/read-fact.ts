/** A fact of a row, whatever spelling the row has it under. */
import { folded, spellingsOf, type FieldBook } from './field-book';

/** A row as the server or an older stored session has it. */
export type FactRow = Readonly<Record<string, unknown>>;

/** Does it say nothing? 0 and false say something. */
export function isAbsent(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'string') return false;
  const text = value.trim();
  return text === '' || text.toUpperCase() === 'N/A';
}

/** Undefined where the row does not have it. Without a book only the key itself is looked for. */
export function readFact(row: FactRow, key: string, book: FieldBook | null): unknown {
  const field = book?.find(key);
  const spellings = field === undefined ? [key] : [key, ...spellingsOf(field)];
  for (const spelling of spellings) {
    if (!isAbsent(row[spelling])) return row[spelling];
  }
  const names = namesOf(row);
  for (const spelling of spellings) {
    const name = names.get(folded(spelling));
    if (name !== undefined && !isAbsent(row[name])) return row[name];
  }
  return undefined;
}

/** The fact where it is a number. */
export function readNumber(row: FactRow, key: string, book: FieldBook | null): number | undefined {
  const value = readFact(row, key, book);
  return typeof value === 'number' ? value : undefined;
}

/** A row's own names by their folded spelling; kept, since most facts of most rows are absent. */
const rowNames = new WeakMap<FactRow, Map<string, string>>();

function namesOf(row: FactRow): Map<string, string> {
  let names = rowNames.get(row);
  if (names === undefined) {
    names = new Map(Object.keys(row).map((name) => [folded(name), name]));
    rowNames.set(row, names);
  }
  return names;
}
