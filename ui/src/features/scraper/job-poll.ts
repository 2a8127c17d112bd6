/** Polling: asks at once, then every interval, until told to stop. */
export const POLL_INTERVAL_MS = 5000;
/** After Stop was pressed the end is near, and worth seeing sooner. */
export const STOPPING_INTERVAL_MS = 1000;

/**
 * Calls `ask` now and again `intervalMs` after each answer, until the returned function is called.
 * `ask` handles its own failures, and drops an answer that comes after its signal was aborted.
 */
export function poll(ask: (signal: AbortSignal) => Promise<void>, intervalMs: number): () => void {
  const abort = new AbortController();
  let timer: number | undefined;
  const round = async () => {
    await ask(abort.signal);
    if (!abort.signal.aborted) timer = window.setTimeout(() => void round(), intervalMs);
  };
  void round();
  return () => {
    abort.abort();
    window.clearTimeout(timer);
  };
}
