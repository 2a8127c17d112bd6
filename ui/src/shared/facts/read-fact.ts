/** A fact of a row by the server's canonical name. */

/** A row as the server sends it. */
export type FactRow = Readonly<Record<string, unknown>>;

/** 0 and false are values. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

export function readFact(row: FactRow, key: string): unknown {
  const value = row[key];
  return isAbsent(value) ? undefined : value;
}
