/** The list of customers that a user has uploaded: bodies and calls, until the document has them. */
import { api } from './api';
import { TIME_LIMITS_MS } from './operations';
import { upload, type Uploaded } from './upload';

export interface KnownBody {
  /** How many; null without a list. */
  businesses: number | null;
  /** How many of them are in the server's listings. */
  found: number | null;
  uploaded_at?: string | null;
}

export interface RefusedLine {
  line: number;
  reason: string;
}

export interface KnownUploadBody extends KnownBody {
  /** The first ones. */
  refused: RefusedLine[];
  refused_count: number;
}

export const KNOWN_PATH = '/api/known-businesses';
const call = (name: string) => ({ name, timeoutMs: TIME_LIMITS_MS.default });

export const knownCalls = api.injectEndpoints({
  endpoints: (build) => ({
    getKnown: build.query<KnownBody, null>({
      query: () => ({ url: KNOWN_PATH }),
      extraOptions: { operation: call('loading your list') },
    }),
    removeKnown: build.mutation<KnownBody, null>({
      query: () => ({ url: KNOWN_PATH, method: 'DELETE' }),
      extraOptions: { operation: call('removing your list') },
    }),
  }),
});

/** Replaces the list by a CSV file. */
export function uploadKnown(
  content: ArrayBuffer,
  onSent: (share: number) => void,
): Uploaded<KnownUploadBody> {
  return upload(KNOWN_PATH, { content, type: 'text/csv' }, call('uploading your list'), onSent);
}
