/** The list of customers as the server answers it. */
import type { HttpHandler } from 'msw';
import type { KnownBusinessesBody } from '@/shared/api/generated';
import { fake } from './fakes';

export const NO_LIST: KnownBusinessesBody = { businesses: null, found: null };

export function fakeKnown(known: KnownBusinessesBody = NO_LIST): HttpHandler {
  return fake('getKnownBusinesses', known);
}
