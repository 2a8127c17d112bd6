/** Calls about a session: how long they are waited for, and which are retried. */
import { api } from '@/shared/api/api';
import { isUnanswered, type ApiError } from '@/shared/api/api-error';
import type { AppDispatch } from '@/shared/api/store';

const MOST_RETRIES = 5;
const FIRST_WAIT_MS = 2_000;
const MOST_WAIT_MS = 30_000;

/** Waits; throws the signal's reason once it is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      window.clearTimeout(timer);
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const timer = window.setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

interface Call<Answer> {
  abort: () => void;
  unwrap: () => Promise<Answer>;
}

/** The answer of a call that the signal can end. A signal already aborted starts no call; either way it throws. */
export async function endedBy<Answer>(signal: AbortSignal, begin: () => Call<Answer>): Promise<Answer> {
  signal.throwIfAborted();
  const call = begin();
  const abort = () => {
    call.abort();
  };
  signal.addEventListener('abort', abort);
  try {
    return await call.unwrap();
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

type OnRetry = (failure: ApiError, waitMs: number) => void;

/** Retries a call up to six times while that may help: the page's reads of an enrichment. Throws the last failure. */
export async function retried<Answer>(
  call: () => Promise<Answer>,
  signal: AbortSignal,
  onRetry: OnRetry,
): Promise<Answer> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await call();
    } catch (failure) {
      if (signal.aborted || retry === MOST_RETRIES || !mayPass(failure)) throw failure;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** retry, MOST_WAIT_MS);
      onRetry(failure, waitMs);
      await pause(waitMs, signal);
    }
  }
}

/** Network errors, timeouts, server errors, and a server that is too busy. */
export function mayPass(failure: unknown): failure is ApiError {
  if (isUnanswered(failure)) return true;
  const status = (failure as Partial<ApiError> | null)?.status;
  return typeof status === 'number' && (status === 429 || status >= 500);
}

/** A session the server does not know, or not as this user's. */
export function isGone(failure: unknown): boolean {
  const status = (failure as Partial<ApiError> | null)?.status;
  return status === 404 || status === 403;
}

/**
 * Enriches the rows of a session that have no facts yet. Repeating the call is harmless: a row is paid for once. Of
 * the answer only the shape is checked, since the rows are fetched like all others.
 */
export async function requestEnrichment(
  dispatch: AppDispatch,
  sessionKey: string,
  signal: AbortSignal,
  onRetry: OnRetry,
): Promise<void> {
  const call = () =>
    endedBy(signal, () =>
      dispatch(
        api.endpoints.enrich.initiate(
          { form: 'packed', columns: 'name', limit: 1, enrichSession: { sessionKey, format: 'json' } },
          { track: false },
        ),
      ),
    );
  const answer: unknown = await retried(call, signal, onRetry);
  const isKnown =
    typeof answer === 'object' && answer !== null && 'rows' in answer && Array.isArray(answer.rows);
  if (!isKnown) throw new Error('The answer is in a form that this page does not know.');
}
