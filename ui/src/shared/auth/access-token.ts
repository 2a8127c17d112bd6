/**
 * Where calls get their bearer token from. The identity provider's adapter (in `app/auth`) is the one
 * that provides it; the API client asks here, so that it knows no provider.
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

/** The current access token, or undefined for a visitor who is not signed in. */
export function accessToken(request: TokenRequest = {}): Promise<string | undefined> {
  return source(request);
}
