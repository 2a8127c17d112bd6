/**
 * How every call of the generated client goes out: same origin, bearer token, a time limit per
 * operation, and failures turned into `ApiError`. A 401 is answered once with a fresh token, since a
 * cached one may have been signed by a key that the server no longer knows. What changes something carries
 * an idempotency key; where its answer was lost it is sent once more with the same key, which has its effect
 * once.
 */
import { nanoid } from '@reduxjs/toolkit';
import { fetchBaseQuery, type BaseQueryFn, type FetchArgs } from '@reduxjs/toolkit/query';
import { accessToken } from '@/shared/auth/access-token';
import { toApiError, unexpectedError, type ApiError } from './api-error';
import { OPERATIONS, type OperationName } from './operations';

const PUBLIC_ENDPOINTS = new Set(['getConfig']);
const REPEAT_AFTER_MS = 1_000;

function changesSomething(args: string | FetchArgs): boolean {
  return typeof args === 'object' && (args.method ?? 'GET') !== 'GET';
}

export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError> = async (args, api, extra) => {
  // Every endpoint has its operation, which the types of its test hold.
  const { name, timeoutMs } = OPERATIONS[api.endpoint as OperationName];
  const key = changesSomething(args) ? nanoid() : undefined;
  const send = async (fresh: boolean) => {
    const token = PUBLIC_ENDPOINTS.has(api.endpoint) ? undefined : await accessToken({ fresh });
    const query = fetchBaseQuery({
      baseUrl: window.location.origin,
      timeout: timeoutMs,
      // Balances and job states are never answered from the browser's cache.
      cache: 'no-store',
      prepareHeaders: (headers) => {
        if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
        if (key !== undefined) headers.set('idempotency-key', key);
        headers.set('accept', 'application/json');
      },
    });
    return query(args, api, extra);
  };

  try {
    let answer = await send(false);
    if (answer.error?.status === 401 && !PUBLIC_ENDPOINTS.has(api.endpoint)) {
      answer = await send(true);
    }
    if (answer.error?.status === 'FETCH_ERROR' && key !== undefined && !api.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS));
      answer = await send(false);
    }
    if (answer.error !== undefined) return { error: toApiError(answer.error, name, navigator.onLine) };
    return { data: answer.data };
  } catch (failure) {
    // Only getting the token throws; fetchBaseQuery reports its failures as values.
    return { error: unexpectedError(name, failure instanceof Error ? failure.message : String(failure)) };
  }
};
