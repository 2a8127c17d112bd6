/** How browsers and sign-in libraries word an unanswered request: they have no codes. */
const UNREACHABLE = /failed to fetch|networkerror|load failed/i;
const TOO_SLOW = /timeout when executing|timed out|^timeout$/i;
/** An aborted request: libraries abort only on a timeout. */
const GIVEN_UP = new Set(['TimeoutError', 'AbortError']);

export function isUnreachable(failure: unknown): boolean {
  return failure instanceof Error && UNREACHABLE.test(failure.message);
}

export function isTooSlow(failure: unknown): boolean {
  return failure instanceof Error && (GIVEN_UP.has(failure.name) || TOO_SLOW.test(failure.message));
}
