/** A fact of a row, under the canonical name that the server gives it. */

/** A row as the server has it. */
export type FactRow = Readonly<Record<string, unknown>>;

/** What the server does not have is absent; 0 and false say something. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Undefined where the row does not have it. */
export function readFact(row: FactRow, key: string): unknown {
  const value = row[key];
  return isAbsent(value) ? undefined : value;
}
