/** The status log: what happened to the search, newest last, its last 15 entries. */
export interface LogEntry {
  /** Tells entries apart that say the same in the same millisecond. */
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  text: string;
}

export const MAX_LOG_ENTRIES = 15;

export function appendLog(log: readonly LogEntry[], text: string, at: number): LogEntry[] {
  const id = (log.at(-1)?.id ?? 0) + 1;
  return [...log, { id, at, text }].slice(-MAX_LOG_ENTRIES);
}
