/**
 * Failed calls in words. Every error that a screen gets from the API client is an `ApiError` whose `message` is the
 * specification's text for its kind.
 */
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { isTooSlow, isUnreachable } from '@/shared/lib/network-failure';

type ApiErrorKind = 'timeout' | 'lost' | 'connection' | 'server' | 'no-response' | 'unexpected';

export interface ApiError {
  kind: ApiErrorKind;
  /** For the user. */
  message: string;
  /** The HTTP status, if the server answered. */
  status?: number;
  /** The server's own message, if any. */
  detail?: string;
  /** The server's stable error code. */
  code?: string;
}

interface ErrorBody {
  error?: string | { code?: string; message?: string };
  message?: string;
}

/** Turns a failure of the fetch layer into words; `operation` names what was tried ('Scraping'). */
export function toApiError(failure: FetchBaseQueryError, operation: string, online: boolean): ApiError {
  switch (failure.status) {
    case 'TIMEOUT_ERROR':
      return {
        kind: 'timeout',
        message: `${capitalized(operation)} timed out. This is usually due to server load - please try again in a moment.`,
      };
    case 'FETCH_ERROR':
      return online
        ? {
            kind: 'lost',
            message: `Network connection lost during ${operation}. The server may be temporarily unavailable - please try again.`,
          }
        : {
            kind: 'connection',
            message: `Connection error during ${operation}. Please check your internet connection and try again.`,
          };
    case 'PARSING_ERROR':
      if (failure.originalStatus >= 400) {
        return serverError(failure.originalStatus, failure.data);
      }
      return failure.data === ''
        ? {
            kind: 'no-response',
            message: `No response from server during ${operation}. Please try again.`,
            status: failure.originalStatus,
          }
        : unexpectedError(operation, 'the answer could not be read');
    case 'CUSTOM_ERROR':
      return unexpectedError(operation, failure.error);
    default:
      return serverError(failure.status, failure.data);
  }
}

/** A call or its token failed: an unreachable identity provider counts as a lost connection. */
export function tokenFailure(failure: unknown, operation: string, online: boolean): ApiError {
  const message = failure instanceof Error ? failure.message : String(failure);
  if (isUnreachable(failure)) return toApiError({ status: 'FETCH_ERROR', error: message }, operation, online);
  if (isTooSlow(failure)) return toApiError({ status: 'TIMEOUT_ERROR', error: message }, operation, online);
  return unexpectedError(operation, message);
}

/** Whether the server did not answer, as opposed to refusing. */
export function isUnanswered(failure: unknown): failure is ApiError {
  const unanswered: unknown[] = ['timeout', 'lost', 'connection'] satisfies ApiErrorKind[];
  return (
    typeof failure === 'object' && failure !== null && 'kind' in failure && unanswered.includes(failure.kind)
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function unexpectedError(operation: string, detail: string): ApiError {
  return { kind: 'unexpected', message: `Unexpected error during ${operation}: ${detail}`, detail };
}

function serverError(status: number, body: unknown): ApiError {
  const { detail, code } = readErrorBody(body);
  return {
    kind: 'server',
    status,
    message: `Server error (${status}): ${detail ?? 'no further detail'}`,
    ...(detail === undefined ? {} : { detail }),
    ...(code === undefined ? {} : { code }),
  };
}

function readErrorBody(body: unknown): { detail?: string | undefined; code?: string | undefined } {
  if (typeof body !== 'object' || body === null) return {};
  const { error, message } = body as ErrorBody;
  if (typeof error === 'object') return { detail: error.message ?? message, code: error.code };
  return { detail: message ?? error };
}

/** The text of anything RTK Query puts into `error`. */
export function errorMessage(error: unknown): string {
  if (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
  ) {
    return error.message;
  }
  return 'Something went wrong. Please try again.';
}

/** The HTTP status of a failed call, else its text: for 'Failed to fetch …: {status}'. */
export function errorStatus(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number') {
    return String(error.status);
  }
  return errorMessage(error);
}

/** The server's own message for a failed call, else the client's. */
export function errorDetail(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'detail' in error && typeof error.detail === 'string') {
    return error.detail;
  }
  return errorMessage(error);
}
