/** A session that the server does not know, or not as this user's. */

export const GONE = 'This session was not found. It may belong to another account.';

export function isGone(failure: unknown): boolean {
  return (
    typeof failure === 'object' &&
    failure !== null &&
    'status' in failure &&
    (failure.status === 404 || failure.status === 403)
  );
}
