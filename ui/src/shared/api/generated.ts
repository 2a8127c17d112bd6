// Generated from docs/openapi.json by `npm run codegen`. Do not edit.
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query<GetConfigApiResponse, GetConfigApiArg>({
      query: () => ({ url: `/api/config` }),
    }),
    creditStatus: build.query<CreditStatusApiResponse, CreditStatusApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/status/${encodeURIComponent(String(queryArg.userId))}`,
      }),
    }),
    creditHistory: build.query<CreditHistoryApiResponse, CreditHistoryApiArg>({
      query: (queryArg) => ({
        url: `/api/credits/history/${encodeURIComponent(String(queryArg.userId))}`,
        params: {
          days: queryArg.days,
        },
      }),
    }),
    startScrape: build.mutation<StartScrapeApiResponse, StartScrapeApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/scrape`,
        method: 'POST',
        body: queryArg.startScrape,
      }),
    }),
    getJob: build.query<GetJobApiResponse, GetJobApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}`,
      }),
    }),
    getJobStatus: build.query<GetJobStatusApiResponse, GetJobStatusApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/status/${encodeURIComponent(String(queryArg.jobId))}`,
      }),
    }),
    getJobResult: build.query<GetJobResultApiResponse, GetJobResultApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}/result`,
      }),
    }),
    cancelJob: build.mutation<CancelJobApiResponse, CancelJobApiArg>({
      query: (queryArg) => ({
        url: `/api/jobs/${encodeURIComponent(String(queryArg.jobId))}/cancel`,
        method: 'POST',
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type GetConfigApiResponse = /** status 200 ok */ Config;
export type GetConfigApiArg = void;
export type CreditStatusApiResponse = /** status 200 ok */ CreditStatus;
export type CreditStatusApiArg = {
  userId: string;
};
export type CreditHistoryApiResponse = /** status 200 ok */ History;
export type CreditHistoryApiArg = {
  userId: string;
  days?: string;
};
export type StartScrapeApiResponse = /** status 200 ok */ JobStarted;
export type StartScrapeApiArg = {
  startScrape: StartScrape;
};
export type GetJobApiResponse = /** status 200 ok */ Job;
export type GetJobApiArg = {
  jobId: string;
};
export type GetJobStatusApiResponse = /** status 200 ok */ Job;
export type GetJobStatusApiArg = {
  jobId: string;
};
export type GetJobResultApiResponse = /** status 200 ok */ JobResult;
export type GetJobResultApiArg = {
  jobId: string;
};
export type CancelJobApiResponse = /** status 200 ok */ {
  success?: boolean;
};
export type CancelJobApiArg = {
  jobId: string;
};
export type ActiveSource = {
  name: string;
  label: string;
  sample: boolean;
};
export type Config = {
  issuer: string;
  domain: string;
  client_id: string;
  audience: string;
  organization?: string;
  dev_sign_in: boolean;
  tile_url?: string;
  tile_attribution?: string;
  analytics_id?: string;
  active_source: ActiveSource;
};
export type CreditStatus = {
  user_id: string;
  available_credits: number;
  total_credits: number;
  used_credits: number;
  percentage_used: number;
  tier: string;
  last_reset?: string;
  can_enrich?: boolean;
  can_save_companies?: boolean;
  max_saves?: number;
  credit_system_used?: string;
};
export type HistoryEntry = {
  session_id: string;
  timestamp: string;
  scrape_type: string;
  results_count: number;
  credits_consumed: number;
  status?: string;
};
export type History = {
  data: HistoryEntry[];
};
export type JobStarted = {
  job_id: string;
};
export type StartScrape = {
  cities: string[];
  search_term: string;
  state: string;
  user_id: string;
  max_results?: number;
};
export type Job = {
  created_at: string;
  updated_at: string;
  results_count: number;
  sample: boolean;
  job_id: string;
  status: string;
  progress: number;
  message: string;
};
export type JobResult = {
  result: {
    results: {
      [key: string]: any;
    }[];
    enrichment_applied: boolean;
    sample?: boolean;
  };
};
