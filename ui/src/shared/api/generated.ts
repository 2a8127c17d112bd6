// Generated from docs/openapi.json by `npm run codegen`. Do not edit.
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query<GetConfigApiResponse, GetConfigApiArg>({
      query: () => ({ url: `/api/config` }),
    }),
    creditHistory: build.query<CreditHistoryApiResponse, CreditHistoryApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/history/${encodeURIComponent(String(queryArg.userId))}`,
        params: {
          days: queryArg.days,
        },
      }),
    }),
    creditLedger: build.query<CreditLedgerApiResponse, CreditLedgerApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/ledger/${encodeURIComponent(String(queryArg.userId))}`,
        params: {
          format: queryArg.format,
          until: queryArg.until,
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    redeemCoupon: build.mutation<RedeemCouponApiResponse, RedeemCouponApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/redeem/${encodeURIComponent(String(queryArg.userId))}`,
        method: 'POST',
        body: queryArg.redeemCoupon,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    creditStatus: build.query<CreditStatusApiResponse, CreditStatusApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/status/${encodeURIComponent(String(queryArg.userId))}`,
      }),
    }),
    health: build.query<HealthApiResponse, HealthApiArg>({
      query: () => ({ url: `/api/health` }),
    }),
    startScrape: build.mutation<StartScrapeApiResponse, StartScrapeApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/scrape`,
        method: 'POST',
        body: queryArg.startScrape,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    getJobStatus: build.query<GetJobStatusApiResponse, GetJobStatusApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/status/${encodeURIComponent(String(queryArg.jobId))}`,
      }),
    }),
    getJob: build.query<GetJobApiResponse, GetJobApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}`,
      }),
    }),
    cancelJob: build.mutation<CancelJobApiResponse, CancelJobApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}/cancel`,
        method: 'POST',
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    getJobResult: build.query<GetJobResultApiResponse, GetJobResultApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}/result`,
      }),
    }),
    listSources: build.query<ListSourcesApiResponse, ListSourcesApiArg>({
      query: () => ({ url: `/api/sources` }),
    }),
    enrich: build.mutation<EnrichApiResponse, EnrichApiArg>({
      query: (queryArg) => ({
        url: `/enrich`,
        method: 'POST',
        body: queryArg.enrichSession,
        headers: {
          Prefer: queryArg.prefer,
        },
      }),
    }),
    exportRows: build.query<ExportRowsApiResponse, ExportRowsApiArg>({
      query: (queryArg) => ({
        url: `/export`,
        params: {
          sessionKey: queryArg.sessionKey,
          format: queryArg.format,
        },
      }),
    }),
    scrape: build.mutation<ScrapeApiResponse, ScrapeApiArg>({
      query: (queryArg) => ({
        url: `/scrape`,
        method: 'GET',
        params: {
          query: queryArg.query,
          state: queryArg.state,
          user_id: queryArg.userId,
          session_id: queryArg.sessionId,
          source: queryArg.source,
          scraper_id: queryArg.scraperId,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type GetConfigApiResponse = /** status 200 The browser's configuration */ ClientConfig;
export type GetConfigApiArg = void;
export type CreditHistoryApiResponse = /** status 200 The sessions */ HistoryBody;
export type CreditHistoryApiArg = {
  /** The signed-in user's subject id */
  userId: string;
  /** How far back, in days: 7, 30, 90 or 365. */
  days?: string;
};
export type CreditLedgerApiResponse = /** status 200 A page as JSON, or the whole ledger as CSV */ LedgerBody;
export type CreditLedgerApiArg = {
  /** The signed-in user's subject id */
  userId: string;
  /** `json` or `csv`; `csv` is the whole ledger. */
  format?: string;
  /** Only entries up to this moment (RFC 3339), such as `2026-01-31T23:59:59Z`. */
  until?: string;
  /** Only entries after this number: `next_after` of the page before. */
  after?: number;
  /** Entries of a page, 1 to 1000. */
  limit?: number;
};
export type RedeemCouponApiResponse = /** status 200 Redeemed, or why not */ RedemptionBody;
export type RedeemCouponApiArg = {
  /** The signed-in user's subject id */
  userId: string;
  /** Makes the call repeatable: sent again with the same key, it has its effect once and gets the first
    answer. */
  'Idempotency-Key'?: string;
  redeemCoupon: RedeemCoupon;
};
export type CreditStatusApiResponse = /** status 200 The balance now */ CreditStatusBody;
export type CreditStatusApiArg = {
  /** The signed-in user's subject id */
  userId: string;
};
export type HealthApiResponse = /** status 200 At work, perhaps degraded */ Health;
export type HealthApiArg = void;
export type StartScrapeApiResponse = /** status 202 Queued */ StartedJob;
export type StartScrapeApiArg = {
  /** Makes the call repeatable: sent again with the same key, it has its effect once and gets the first
    answer. */
  'Idempotency-Key'?: string;
  startScrape: StartScrape;
};
export type GetJobStatusApiResponse = /** status 200 Where it stands */ JobBody;
export type GetJobStatusApiArg = {
  /** The job's id */
  jobId: string;
};
export type GetJobApiResponse = /** status 200 Where it stands */ JobBody;
export type GetJobApiArg = {
  /** The job's id */
  jobId: string;
};
export type CancelJobApiResponse = /** status 200 Cancelled */ CancelledJob;
export type CancelJobApiArg = {
  /** The job's id */
  jobId: string;
  /** Makes the call repeatable: sent again with the same key, it has its effect once and gets the first
    answer. */
  'Idempotency-Key'?: string;
};
export type GetJobResultApiResponse = /** status 200 The rows delivered so far */ JobResultBody;
export type GetJobResultApiArg = {
  /** The job's id */
  jobId: string;
};
export type ListSourcesApiResponse = /** status 200 The maps services */ SourcesBody;
export type ListSourcesApiArg = void;
export type EnrichApiResponse =
  /** status 200 The rows */ EnrichedBody | /** status 202 Under way */ EnrichmentAccepted;
export type EnrichApiArg = {
  /** `respond-async` answers at once; GET /api/jobs/{jobId} tells the progress from then on. */
  prefer?: string;
  enrichSession: EnrichSession;
};
export type ExportRowsApiResponse = /** status 200 The rows */ ResultRow[];
export type ExportRowsApiArg = {
  /** The session key, which is the job's id. */
  sessionKey?: string;
  /** `json` (the default) or `csv`. */
  format?: string;
};
export type ScrapeApiResponse = /** status 200 What was found */ ScrapeBody;
export type ScrapeApiArg = {
  /** What to look for and where. */
  query?: string;
  /** The city's state, two letters, where the query does not name it. */
  state?: string;
  /** The signed-in user's subject id; may be left out. */
  userId?: string;
  /** Any name for the search: asked again under the same name, it gives the first result and costs
    nothing. */
  sessionId?: string;
  /** A maps service by name; the configured default where left out. */
  source?: string;
  /** Accepted for older clients; means nothing here. */
  scraperId?: string;
};
export type ActiveSource = {
  /** What people read. */
  label: string;
  /** Its name. */
  name: string;
  /** Are its businesses made up? */
  sample: boolean;
};
export type ClientConfig = {
  /** The maps service that answers a search which names none. */
  active_source: ActiveSource;
  /** The analytics property; no analytics without. */
  analytics_id?: string | null;
  /** The API's identifier, to be asked for. */
  audience: string;
  /** The app's client id. */
  client_id: string;
  /** Is the development sign-in at work? */
  dev_sign_in: boolean;
  /** The issuer as the sign-in library is given it. */
  domain: string;
  /** The issuer as tokens name it, with its closing slash. */
  issuer: string;
  /** The organization to sign in to. */
  organization?: string | null;
  /** The credit line of the tiles. */
  tile_attribution: string;
  /** Map tiles, as a Leaflet URL template; maps have no background without. */
  tile_url?: string | null;
};
export type HistoryEntryBody = {
  /** Credits spent. */
  credits_consumed: number;
  /** Rows delivered. */
  results_count: number;
  /** `google_maps`, `standard` or `enriched`. */
  scrape_type: string;
  /** The session key. */
  session_id: string;
  /** Where the job stands or how it ended: `queued`, `processing`, `completed`, `failed`, `cancelled`. */
  status: string;
  /** When it was asked for (UTC). */
  timestamp: string;
};
export type HistoryBody = {
  /** The sessions. */
  data: HistoryEntryBody[];
};
export type ErrorDetail = {
  /** A stable word for programs, such as `invalid` or `not_found`. */
  code: string;
  /** For people: what is wrong and what to do. */
  message: string;
  /** Names the request in the server's log. */
  request_id?: string | null;
};
export type ErrorBody = {
  /** What went wrong. */
  error: ErrorDetail;
  /** The same message once more, where older clients look for it. */
  message: string;
  /** Always false. */
  success: boolean;
};
export type LedgerEntryBody = {
  /** Who caused it: `user:` and the subject id, `operator` or `system`. */
  actor: string;
  /** What could be spent afterwards. */
  available: number;
  /** The bought bucket afterwards, reserved credits included. */
  bought: number;
  /** By how much the credits changed. */
  credits: number;
  /** What happened. */
  event: string;
  /** What was reserved afterwards. */
  held: number;
  /** The monthly bucket afterwards, reserved credits included. */
  monthly: number;
  /** In words. */
  note: string;
  /** By how much the reserved part changed. */
  reserved: number;
  /** Counts the account's events from 1. */
  sequence: number;
  /** The job, where it belongs to one. */
  session_id?: string | null;
  /** The plan afterwards. */
  tier: string;
  /** When (UTC). */
  timestamp: string;
};
export type LedgerBody = {
  /** The entries. */
  entries: LedgerEntryBody[];
  /** Ask with this as `after` for the next page; absent on the last one. */
  next_after?: number | null;
  /** The user's subject id. */
  user_id: string;
};
export type BalanceBody = {
  /** Credits that can be spent now. */
  available_credits: number;
  /** When this period started (UTC). */
  last_reset: string;
  /** Used as a share of the total, in percent; 0 where the total is 0. */
  percentage_used: number;
  /** The plan. */
  tier: string;
  /** This period's allowance, what rolled over, and what was bought at its start and since. */
  total_credits: number;
  /** Credits spent in this period. */
  used_credits: number;
  /** The user's subject id. */
  user_id: string;
};
export type RedemptionBody = {
  balance?: BalanceBody | null;
  /** For people. */
  message: string;
  /** Was it redeemed? */
  success: boolean;
};
export type RedeemCoupon = {
  /** The code, in any case. */
  coupon_code?: string;
};
export type CreditStatusBody = {
  /** Credits that can be spent now. */
  available_credits: number;
  /** May the user enrich results? */
  can_enrich: boolean;
  /** May the user save companies? */
  can_save_companies: boolean;
  /** Always true: credits are counted. */
  credit_system_used: boolean;
  /** When this period started (UTC). */
  last_reset: string;
  /** How many companies the user may keep. */
  max_saves: number;
  /** Used as a share of the total, in percent; 0 where the total is 0. */
  percentage_used: number;
  /** The plan: `basic`, `pro`, `business` or `enterprise`. */
  tier: string;
  /** This period's allowance, what rolled over, and what was bought at its start and since. */
  total_credits: number;
  /** Credits spent in this period. */
  used_credits: number;
  /** The user's subject id. */
  user_id: string;
};
export type SubscriptionHealth = {
  /** Events that it has not seen yet, counted up to 10,000, from where it is degraded; absent while
    the database is away. */
  behind?: number | null;
  /** Where it stands in the log. */
  cursor: string;
  /** Its name. */
  name: string;
  /** Is it paused, because an event kept failing? `demandatlas projections status` says why. */
  paused: boolean;
};
export type Health = {
  /** `SQLite` or `PostgreSQL`. */
  database: string;
  /** `ok`, `degraded` (a subscription is paused or far behind) or `unavailable` (the database is away). */
  status: string;
  /** The projections and reactors of this process. */
  subscriptions: SubscriptionHealth[];
  /** The product's version. */
  version: string;
};
export type StartedJob = {
  /** What these rows would cost, in credits. */
  credits_at_most?: number | null;
  /** The job's id; the session key of its rows too. */
  job_id: string;
  /** How many rows it will find at most, where the maps service can count them. */
  rows_at_most?: number | null;
  /** `queued`. */
  status: string;
};
export type StartScrape = {
  /** Cities to search, at most 500. */
  cities?: string[];
  /** Stop after that many rows. */
  max_results?: number | null;
  /** What to look for. */
  search_term?: string;
  /** A maps service by name; the configured default where left out. */
  source?: string | null;
  /** The cities' state, two letters. */
  state?: string;
  /** The signed-in user's subject id; may be left out. */
  user_id?: string | null;
};
export type EnrichmentBody = {
  /** Rows enriched so far, the first ones. */
  enriched: number;
  /** In words. */
  message: string;
  /** Percent of the rows done, 0 to 100. */
  progress: number;
  /** `not_requested`, `processing`, `completed`, `failed` or `cancelled`. */
  status: string;
};
export type JobBody = {
  /** In which cities. */
  cities: string[];
  /** When it was asked for (UTC). */
  created_at: string;
  /** Where the enrichment of its rows stands. */
  enrichment: EnrichmentBody;
  /** The job's id. */
  job_id: string;
  /** In words. */
  message: string;
  /** Percent done, 0 to 100. */
  progress: number;
  /** Rows delivered so far. */
  results_count: number;
  /** Are its businesses made up? */
  sample: boolean;
  /** What it looks for. */
  search_term: string;
  /** The maps service, once the job has started. */
  source?: string | null;
  /** Where. */
  state: string;
  /** `queued`, `processing`, `completed`, `failed` or `cancelled`. */
  status: string;
  /** When it last changed (UTC). */
  updated_at: string;
};
export type CancelledJob = {
  /** The job's id. */
  job_id: string;
  /** `cancelled`. */
  status: string;
};
export type FactOrigin = {
  /** `point`, `tract`, `county` or `state`: what area the fact describes. */
  level: string;
  /** The publisher's table; several, joined by ` + `, where it is computed from several. */
  source: string;
  /** The unit of a number. */
  unit?: string | null;
  /** The period that the table describes. */
  vintage: string;
};
export type ResultRow = {
  /** The whole address on one line. */
  address?: string | null;
  /** The credit line that the licence asks for. */
  attribution?: string | null;
  /** Opening hours as the source writes them. */
  business_hours?: string | null;
  /** Everything the business is. */
  categories?: string[];
  /** The city. */
  city?: string | null;
  /** How many e-mail addresses. */
  email_count?: number | null;
  /** E-mail addresses, comma-separated. */
  emails_csv?: string | null;
  /** The source of each fact; absent where the row is not enriched. */
  fact_sources?: {
    [key: string]: FactOrigin;
  };
  /** The address that the coordinates were looked up by, where the row's source has none. */
  geocoded_address?: string | null;
  /** Degrees north (WGS 84). */
  latitude?: number | null;
  /** The data's licence. */
  licence?: string | null;
  /** Degrees east (WGS 84). */
  longitude?: number | null;
  /** What the business mainly is. */
  main_category?: string | null;
  /** The business's name. */
  name: string;
  /** 'Sample data' where the business is made up. */
  notice?: string | null;
  /** The phone number as the source writes it. */
  phone?: string | null;
  /** Price level as the source writes it. */
  price_range?: string | null;
  /** Mean rating from 0 to 5. */
  rating?: number | null;
  /** Number of reviews. */
  reviews?: number | null;
  /** Position in the session, from 0. */
  row_idx: number;
  /** Is the business made up? */
  sample: boolean;
  /** Social media pages by network. */
  social_media_links?: {
    [key: string]: string;
  };
  /** The data set that the row comes from. */
  source: string;
  /** The business's id there. */
  source_id?: string | null;
  /** The state's two-letter code. */
  state?: string | null;
  /** House number and street. */
  street_address?: string | null;
  /** The website's address. */
  website?: string | null;
  /** The ZIP code. */
  zip?: string | null;
};
export type ResultsBody = {
  /** Are they enriched, as far as credits went? */
  enrichment_applied: boolean;
  /** In the order they were found. */
  results: ResultRow[];
  /** Are they made up? */
  sample: boolean;
};
export type JobResultBody = {
  /** The rows. */
  result: ResultsBody;
  /** Where the job stands; rows of a job under way are those delivered so far. */
  status: string;
};
export type DatasetBody = {
  /** The credit line that the licence asks for. */
  attribution?: string | null;
  /** When it was imported (UTC). */
  imported_at: string;
  /** Its licence. */
  licence?: string | null;
  /** Its name; rows carry it as their `source`. */
  name: string;
  /** The publisher's release. */
  release?: string | null;
  /** How many businesses it has. */
  rows: number;
};
export type SourceBody = {
  /** Does it answer searches that name no source? */
  active: boolean;
  /** The credit line for all its rows. */
  attribution?: string | null;
  /** What was imported into it. */
  datasets?: DatasetBody[];
  /** What people read. */
  label: string;
  /** The licence of all its rows. */
  licence?: string | null;
  /** The name that a search gives as its `source`. */
  name: string;
  /** Why it cannot be used at the moment. */
  problem?: string | null;
  /** Does the service behind it answer? Absent where there is none. */
  reachable?: boolean | null;
  /** How many businesses it holds, where it can count them. */
  rows?: number | null;
  /** Are its businesses made up? */
  sample: boolean;
  /** May its rows be kept beyond the session? */
  storable: boolean;
};
export type SourcesBody = {
  /** Those that are on, the one to prefer first. */
  sources: SourceBody[];
};
export type EnrichedBody = {
  /** How far it went; credits may have ended it early. */
  enrichment: EnrichmentBody;
  /** True: the run has ended well. */
  enrichment_applied: boolean;
  /** All rows of the session, the enriched ones with their facts. */
  results: ResultRow[];
  /** The session. */
  sessionKey: string;
};
export type EnrichmentAccepted = {
  /** Where the enrichment stands; GET /api/jobs/{jobId} tells it from now on. */
  enrichment: EnrichmentBody;
  /** The session. */
  sessionKey: string;
};
export type EnrichSession = {
  /** `json`, which is what there is. */
  format?: string | null;
  /** The job's id. */
  sessionKey: string;
};
export type ScrapeBody = {
  /** In words. */
  message: string;
  /** The rows. */
  results: ResultRow[];
  /** Are they made up? */
  sample: boolean;
  /** The session of the rows: POST /enrich and GET /export take it. */
  sessionKey: string;
  /** How the search ended: `completed`, `failed` or `cancelled`. */
  status: string;
};
