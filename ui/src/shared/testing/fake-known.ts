/** The list of customers as the server answers it. */
import type { HttpHandler } from 'msw';
import { KNOWN_PATH, type KnownBody } from '@/shared/api/known-calls';
import { fakeCall } from './fakes';

export const NO_LIST: KnownBody = { businesses: null, found: null };

export function fakeKnown(known: KnownBody = NO_LIST): HttpHandler {
  return fakeCall('get', KNOWN_PATH, known);
}
