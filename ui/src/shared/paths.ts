/**
 * Every address of the app: the patterns of the routes and the builders of links. Nothing else spells an address
 * (lint enforces it).
 */
import { generatePath } from 'react-router';

export const PATTERNS = {
  callback: '/callback',
  home: '/',
  scrape: '/scrape',
  schedule: '/schedule',
  monitor: '/schedule/:monitorId',
  history: '/logs',
  proxy: '/proxy',
  account: '/account/:sessionKey/:rowIdx',
  enricher: '/enrich',
  search: '/googlemaps',
  sessionMap: '/map',
  businessMap: '/map/:sessionKey/:rowIdx',
  resultsMap: '/results-map/:sessionKey',
  plans: '/plans',
  pricing: '/pricing',
  myCompanies: '/my-companies',
  companiesMap: '/map-view',
  coupons: '/coupons',
  atlas: '/atlas',
  atlasArea: '/atlas/:fips',
  mailConfirm: '/mail/confirm',
  mailStop: '/mail/stop',
} as const;

export type PageName = keyof typeof PATTERNS;

export const paths = {
  callback: () => PATTERNS.callback,
  home: () => PATTERNS.home,
  /** Start Scraping, optionally with what a job has read. */
  scrape: (job?: string) => withQuery(PATTERNS.scrape, { job }),
  /** Scheduled Scrapes, optionally with the form open for an earlier search. */
  schedule: (session?: string) => withQuery(PATTERNS.schedule, { session }),
  /** A schedule, optionally with one of its runs opened. */
  monitor: (monitorId: string, run?: string) =>
    withQuery(generatePath(PATTERNS.monitor, { monitorId }), { run }),
  /** A schedule with its form open. */
  editMonitor: (monitorId: string) => withQuery(generatePath(PATTERNS.monitor, { monitorId }), { edit: '1' }),
  history: () => PATTERNS.history,
  proxy: () => PATTERNS.proxy,
  /** One business of a session, by its row. */
  account: (sessionKey: string, rowIdx: number) =>
    generatePath(PATTERNS.account, { sessionKey, rowIdx: String(rowIdx) }),
  enricher: () => PATTERNS.enricher,
  /** The search page, optionally with an earlier session opened and its rows to be enriched. */
  search: (sessionKey?: string, enrich?: '1') => withQuery(PATTERNS.search, { sessionKey, enrich }),
  /** The search page with its form filled in. */
  newSearch: (form: { term: string; county?: string }) => withQuery(PATTERNS.search, form),
  sessionMap: (sessionKey: string) => withQuery(PATTERNS.sessionMap, { sessionKey }),
  businessMap: (sessionKey: string, rowIdx: number) =>
    generatePath(PATTERNS.businessMap, { sessionKey, rowIdx: String(rowIdx) }),
  resultsMap: (sessionKey: string) => generatePath(PATTERNS.resultsMap, { sessionKey }),
  plans: () => PATTERNS.plans,
  pricing: () => PATTERNS.pricing,
  /** All of them, or those with a follow-up that is due. */
  myCompanies: (due?: '1') => withQuery(PATTERNS.myCompanies, { due }),
  companiesMap: () => PATTERNS.companiesMap,
  coupons: () => PATTERNS.coupons,
  /** The Demand Map, optionally of a kind of business, a state and one of its counties. */
  atlas: (of: { kind?: string; state?: string; county?: string; question?: 'open' } = {}) =>
    withQuery(PATTERNS.atlas, of),
  /** What is missing in a county. */
  atlasArea: (fips: string) => generatePath(PATTERNS.atlasArea, { fips }),
  /** Where the links in e-mails lead, with a token. */
  mailConfirm: () => PATTERNS.mailConfirm,
  mailStop: () => PATTERNS.mailStop,
} satisfies Record<PageName | 'editMonitor' | 'newSearch', (...args: never[]) => string>;

function withQuery(pattern: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, value);
  }
  return params.size === 0 ? pattern : `${pattern}?${params.toString()}`;
}
