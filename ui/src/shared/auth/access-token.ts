/**
 * Where calls get their bearer token from. The identity provider's adapter (in `app/auth`) is the one
 * that provides it; the API client asks here, so that it knows no provider. What happens when a token
 * expires is told in `app/auth/token-expiry.ts`.
 */
export interface TokenRequest {
  /** Ask the provider for a new token even if the cached one has not expired. */
  fresh?: boolean;
}

export type TokenSource = (request: TokenRequest) => Promise<string | undefined>;

const signedOut: TokenSource = () => Promise.resolve(undefined);
let source: TokenSource = signedOut;

/** Sets the source of tokens; `null` goes back to none. */
export function provideAccessToken(next: TokenSource | null): void {
  source = next ?? signedOut;
}

/**
 * Sends a call with the current access token (none for visitors). Where the server refuses it with 401 it
 * is sent once more with a fresh one: a cached token may have been signed by a key that the server no longer
 * knows.
 */
export async function sendWithToken<Answer>(
  send: (token: string | undefined) => Promise<Answer>,
  statusOf: (answer: Answer) => unknown,
): Promise<Answer> {
  const answer = await send(await source({}));
  return statusOf(answer) === 401 ? send(await source({ fresh: true })) : answer;
}
