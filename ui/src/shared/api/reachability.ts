/** Whether the server could be reached, by the last call that was made. */
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

/** Asks the server, whatever it then says. */
export async function serverAnswers(): Promise<boolean> {
  const answered = await fetch('/api/health', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  noteServerReached(answered);
  return answered;
}

export function useServerReached(): boolean {
  return useSyncExternalStore(subscribe, () => reached);
}
