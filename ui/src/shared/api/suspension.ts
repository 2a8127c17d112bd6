/** Whether the server refuses the user because an operator has suspended the account, in the server's words. */
import { useSyncExternalStore } from 'react';
import type { ApiError } from './api-error';

/** The server's code. */
const SUSPENDED = 'suspended';

let message: string | null = null;
/** Some calls are answered to everybody: only one that was refused tells, when it is answered, that it is over. */
const refused = new Set<string>();
const listeners = new Set<() => void>();

/** The outcome of a signed-in user's call; an unanswered one says nothing. */
export function noteSuspension(endpoint: string, error: ApiError | undefined): void {
  if (error !== undefined && error.status === undefined) return;
  const isRefused = error?.code === SUSPENDED;
  if (isRefused) refused.add(endpoint);
  else if (refused.has(endpoint)) refused.clear();
  else return;
  const now = isRefused ? (error.detail ?? error.message) : null;
  if (now === message) return;
  message = now;
  listeners.forEach((listener) => {
    listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSuspension(): string | null {
  return useSyncExternalStore(subscribe, () => message);
}
