/** What browsers and sign-in libraries call a request that nobody answered, by their words: they have no codes. */
const UNREACHABLE = /failed to fetch|networkerror|load failed/i;
const TOO_SLOW = /timeout when executing|timed out|^timeout$/i;
/** A request that was given up: libraries give one up when its time is over, and for nothing else. */
const GIVEN_UP = new Set(['TimeoutError', 'AbortError']);

export function isUnreachable(failure: unknown): boolean {
  return failure instanceof Error && UNREACHABLE.test(failure.message);
}

export function isTooSlow(failure: unknown): boolean {
  return failure instanceof Error && (GIVEN_UP.has(failure.name) || TOO_SLOW.test(failure.message));
}
