/** A failed sign-in with its code, which `sign-in-failure.ts` and `token-expiry.ts` use. */
import { ErrorResponse } from 'oidc-client-ts';

export class SignInError extends Error {
  readonly error: string;

  constructor(code: string, message: string) {
    super(message);
    this.error = code;
  }
}

/** The library's errors with the specification's codes. */
export function withCode(failure: unknown, fallback: string): Error {
  if (failure instanceof SignInError) return failure;
  if (failure instanceof ErrorResponse) {
    const code = failure.error ?? 'unknown';
    return new SignInError(code, failure.error_description ?? code);
  }
  return failure instanceof Error && failure.message !== '' ? failure : new Error(fallback);
}
