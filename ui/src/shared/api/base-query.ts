/**
 * How every generated call is sent: same origin, bearer token, a time limit per operation, failures as `ApiError`.
 * Writes carry an idempotency key; if the answer is lost they are sent once more with the same key, which has no
 * second effect.
 */
import { nanoid } from '@reduxjs/toolkit';
import {
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query';
import { sendWithToken } from '@/shared/auth/access-token';
import { toApiError, tokenFailure, type ApiError } from './api-error';
import { OPERATIONS, type OperationName } from './operations';
import { noteServerReached } from './reachability';
import { noteSuspension } from './suspension';

/** Without the bearer token. The links in e-mails carry tokens of their own. */
const PUBLIC_ENDPOINTS = new Set(['getConfig', 'confirmNewsMail', 'startNewsMail', 'stopNewsMail']);
/** Public tables: the browser keeps the answer, and asks each time whether it has changed. */
const KEPT_ENDPOINTS = new Set(['getAtlas', 'getAtlasArea', 'getAtlasTracts', 'getAtlasTractShapes']);
const REPEAT_AFTER_MS = 1_000;
/** Their callers retry by rules of their own. */
const REPEATED_BY_CALLER = new Set(['enrich']);
/** Every server answer has a body, unless it says that it has none. */
const NO_CONTENT = 204;
const EMPTY = { status: 'PARSING_ERROR', originalStatus: 200, data: '', error: 'no body' } as const;

/** Treated like a call without an answer: it may be repeated. */
const BROKEN_OFF = { status: 'FETCH_ERROR', error: 'the answer broke off' } as const;

/** Whether the answer broke off; a complete answer that is not JSON is another failure. */
function brokeOff(error: FetchBaseQueryError | undefined): boolean {
  return error?.status === 'PARSING_ERROR' && !error.error.startsWith('SyntaxError');
}

function changesSomething(args: string | FetchArgs): boolean {
  return typeof args === 'object' && (args.method ?? 'GET') !== 'GET';
}

export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError> = async (args, api, extra) => {
  // Every endpoint has an operation, as the types of its test guarantee.
  const { name, timeoutMs } = OPERATIONS[api.endpoint as OperationName];
  const key = changesSomething(args) ? nanoid() : undefined;
  const send = async (token: string | undefined) => {
    const query = fetchBaseQuery({
      baseUrl: window.location.origin,
      timeout: timeoutMs,
      // Balances and job states are never answered from the browser's cache.
      cache: KEPT_ENDPOINTS.has(api.endpoint) ? 'no-cache' : 'no-store',
      prepareHeaders: (headers) => {
        if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
        if (key !== undefined) headers.set('idempotency-key', key);
        headers.set('accept', 'application/json');
      },
    });
    const answer = await query(args, api, extra);
    return brokeOff(answer.error) ? { ...answer, error: BROKEN_OFF } : answer;
  };
  const isPublic = PUBLIC_ENDPOINTS.has(api.endpoint);
  const call = () => (isPublic ? send(undefined) : sendWithToken(send, ({ error }) => error?.status));

  try {
    let answer = await call();
    const mayRepeat = key !== undefined && !REPEATED_BY_CALLER.has(api.endpoint);
    if (answer.error?.status === 'FETCH_ERROR' && mayRepeat && !api.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS));
      answer = await call();
    }
    if (!api.signal.aborted) noteServerReached(answer.error?.status !== 'FETCH_ERROR');
    const isCut = answer.data === null && answer.meta?.response?.status !== NO_CONTENT;
    const failure = answer.error ?? (isCut ? EMPTY : undefined);
    const error = failure === undefined ? undefined : toApiError(failure, name, navigator.onLine);
    if (!isPublic && !api.signal.aborted) noteSuspension(api.endpoint, error);
    return error === undefined ? { data: answer.data } : { error };
  } catch (failure) {
    // Only getting the token throws; fetchBaseQuery returns its failures.
    return { error: tokenFailure(failure, name, navigator.onLine) };
  }
};
