/** The status log: the last 15 events of a search, newest last. */
export interface LogEntry {
  /** Distinguishes equal entries of the same millisecond. */
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  text: string;
  failed?: true;
}

const MAX_LOG_ENTRIES = 15;

export function appendLog(log: readonly LogEntry[], text: string, at: number): LogEntry[] {
  return append(log, { at, text });
}

export function appendFailure(log: readonly LogEntry[], text: string, at: number): LogEntry[] {
  return append(log, { at, text, failed: true });
}

function append(log: readonly LogEntry[], entry: Omit<LogEntry, 'id'>): LogEntry[] {
  const id = (log.at(-1)?.id ?? 0) + 1;
  return [...log, { id, ...entry }].slice(-MAX_LOG_ENTRIES);
}
