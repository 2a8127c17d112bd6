/** Files for the server. By XMLHttpRequest: fetch does not tell how much has been sent. */
import { nanoid } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { sendWithToken } from '@/shared/auth/access-token';
import { toApiError, tokenFailure, type ApiError } from './api-error';
import type { SaveKnownBusinessesApiResponse } from './generated';
import { OPERATIONS, type Operation } from './operations';

type Uploaded<Body> = Promise<{ data: Body; error?: never } | { data?: never; error: ApiError }>;

interface Sent {
  content: ArrayBuffer;
  type: string;
}

/** Is told the share that has been sent, 0 to 1. */
type OnSent = (share: number) => void;

/** Replaces the list of customers by a CSV file. */
export function uploadKnown(content: ArrayBuffer, onSent: OnSent): Uploaded<SaveKnownBusinessesApiResponse> {
  const { saveKnownBusinesses } = OPERATIONS;
  return upload('/api/known-businesses', { content, type: 'text/csv' }, saveKnownBusinesses, onSent);
}

async function upload<Body>(
  path: string,
  sent: Sent,
  { name, timeoutMs }: Operation,
  onSent: OnSent,
): Uploaded<Body> {
  const key = nanoid();
  try {
    const answer = await sendWithToken(
      (token) => put(path, sent, { token, key, timeoutMs }, onSent),
      ({ status }) => status,
    );
    return typeof answer.status === 'number' && answer.status < 400
      ? { data: answer.data as Body }
      : { error: toApiError(answer, name, navigator.onLine) };
  } catch (failure) {
    // Only getting the token throws.
    return { error: tokenFailure(failure, name, navigator.onLine) };
  }
}

type Answer = { status: number; data: unknown } | (FetchBaseQueryError & { status: string });

function put(
  path: string,
  { content, type }: Sent,
  { token, key, timeoutMs }: { token: string | undefined; key: string; timeoutMs: number },
  onSent: OnSent,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', new URL(path, window.location.origin));
    request.timeout = timeoutMs;
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('idempotency-key', key);
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onSent(loaded / total);
    };
    request.onload = () => {
      resolve(answerOf(request));
    };
    request.onerror = () => {
      resolve({ status: 'FETCH_ERROR', error: 'not reached' });
    };
    request.ontimeout = () => {
      resolve({ status: 'TIMEOUT_ERROR', error: 'too slow' });
    };
    request.send(content);
  });
}

function answerOf({ status, responseText }: XMLHttpRequest): Answer {
  try {
    return { status, data: JSON.parse(responseText) as unknown };
  } catch (failure) {
    const error = String(failure);
    return { status: 'PARSING_ERROR', originalStatus: status, data: responseText, error };
  }
}
