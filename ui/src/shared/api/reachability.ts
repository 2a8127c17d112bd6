/** Whether the server could be reached in the last call. */
import { useSyncExternalStore } from 'react';

let reached = true;
const listeners = new Set<() => void>();

export function noteServerReached(now: boolean): void {
  if (now === reached) return;
  reached = now;
  listeners.forEach((listener) => {
    listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Beyond this the user would wait too long. */
const ANSWER_WITHIN_MS = 5_000;

/** Any answer counts. */
export async function serverAnswers(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const answered = await fetch('/api/health', { cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
  noteServerReached(answered);
  return answered;
}

export function useServerReached(): boolean {
  return useSyncExternalStore(subscribe, () => reached);
}
