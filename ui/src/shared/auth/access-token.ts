/**
 * Where calls get their bearer token. The identity provider's adapter (in `app/auth`) provides it and the API client
 * asks here, so that it knows no provider. What happens when a token expires is described in
 * `app/auth/token-expiry.ts`.
 */
interface TokenRequest {
  /** Get a new token even if the cached one has not expired. */
  fresh?: boolean;
}

export type TokenSource = (request: TokenRequest) => Promise<string | undefined>;

const signedOut: TokenSource = () => Promise.resolve(undefined);
let source: TokenSource = signedOut;

/** Sets the token source; null clears it. */
export function provideAccessToken(next: TokenSource | null): void {
  source = next ?? signedOut;
}

/**
 * Sends a call with the current access token (none for visitors). After a 401 it is sent once more with a fresh
 * token: the server may no longer know the key that signed the cached one.
 */
export async function sendWithToken<Answer>(
  send: (token: string | undefined) => Promise<Answer>,
  statusOf: (answer: Answer) => unknown,
): Promise<Answer> {
  const answer = await send(await source({}));
  return statusOf(answer) === 401 ? send(await source({ fresh: true })) : answer;
}
