/** Schedules and their runs: the server's bodies and calls, loaded with the pages that need them. */
import { api } from './api';
import type { AreaSearch } from './generated';
import { TIME_LIMITS_MS } from './operations';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface Schedule {
  every: 'day' | 'week' | 'days' | 'month';
  /** Of a week. */
  weekday?: Weekday;
  /** Every so many days, 2 to 90. */
  days?: number;
  /** Of a month, 1 to 31: the last day in shorter months. */
  day?: number;
  /** '06:00'. */
  at: string;
  /** An IANA name. */
  zone: string;
}

export type WatchedField = 'name' | 'street' | 'phone' | 'website' | 'hours';

export interface Run {
  slot: string;
  /** When it began, or was noted. */
  at: string;
  /** Absent if it was skipped. */
  session_key?: string;
  result: 'running' | 'completed' | 'failed' | 'cancelled' | 'skipped';
  by_hand: boolean;
  first: boolean;
  /** It began over 15 minutes after its slot. */
  made_up: boolean;
  /** Why it was skipped ('unchanged', 'overlap', 'missed', 'budget', 'credits'), or why it failed, in words. */
  reason?: string;
  /** How many slots in a row a skipped one stands for. */
  slots: number;
  new: number;
  changed: number;
  gone: number;
  unchanged: number;
  paid: number;
  /** What the budget did not pay for: it comes with a later run. */
  pending: number;
  /** Changes of the publisher's, not of the businesses. */
  publisher: { field: WatchedField; percent: number }[];
  ended_at?: string;
}

export interface Monitor {
  id: string;
  name: string;
  schedule: Schedule;
  /** Credits a month. */
  budget: number;
  watch_hours: boolean;
  enrich: boolean;
  first: 'known' | 'all';
  status: 'on' | 'paused';
  paused_by?: 'user' | 'plan' | 'source' | 'failures';
  warning?: 'budget_used' | 'waiting_for_credits';
  /** Absent while it is paused. */
  next_run?: string;
  /** The session of the run that goes on. */
  running?: string;
  last?: Run;
  /** Credits, in `month`. */
  spent: number;
  /** '2026-11'. */
  month: string;
  /** Businesses. */
  known: number;
  created_at: string;
}

export interface Monitors {
  /** Newest first. */
  monitors: Monitor[];
  /** The most that a user may have. */
  most: number;
}

/** What of a schedule can be changed later. */
export interface MonitorTerms {
  schedule: Schedule;
  budget: number;
  watch_hours: boolean;
  enrich: boolean;
}

/** A new search, or an earlier one by its session. */
export type WatchedSearch =
  { search_term: string; state?: string; cities?: string[]; area?: AreaSearch } | { session_key: string };

export type NewMonitor = MonitorTerms & WatchedSearch & Pick<Monitor, 'first'>;

export type ChangeKind = 'new' | 'changed' | 'gone';

export interface Change {
  /** Unique within its run and kind. */
  n: number;
  /** The row of the run's session; what is gone has none. */
  row_idx?: number;
  name: string;
  address?: string;
  city?: string;
  phone?: string;
  website?: string;
  latitude?: number;
  longitude?: number;
  fields?: { field: WatchedField; before?: string; after?: string }[];
  moved?: { meters: number; from: [number, number] };
  gone?: 'not_found' | 'no_longer_listed' | 'closed';
}

interface Runs {
  /** Newest first. */
  runs: Run[];
  /** `before` of the next page. */
  next?: string;
}

export interface Changes {
  changes: Change[];
  /** `after` of the next page. */
  next?: number;
  total: number;
}

export interface ChangesOf {
  id: string;
  sessionKey: string;
  kind: ChangeKind;
}

const RUNS_AT_ONCE = 20;
const CHANGES_AT_ONCE = 200;

export const MONITORS = '/api/monitors';
const one = (id: string) => `${MONITORS}/${encodeURIComponent(id)}`;
const calls = (name: string) => ({ operation: { name, timeoutMs: TIME_LIMITS_MS.jobs } });

export const monitorCalls = api.enhanceEndpoints({ addTagTypes: ['Runs'] }).injectEndpoints({
  endpoints: (build) => ({
    listMonitors: build.query<Monitors, undefined>({
      query: () => ({ url: MONITORS }),
      extraOptions: calls('loading the schedules'),
    }),
    addMonitor: build.mutation<Monitor, NewMonitor>({
      query: (body) => ({ url: MONITORS, method: 'POST', body }),
      extraOptions: calls('saving the schedule'),
      invalidatesTags: ['History', 'Credits'],
    }),
    previewSchedule: build.query<{ next_run: string }, Schedule>({
      query: (schedule) => ({ url: `${MONITORS}/preview`, method: 'POST', body: { schedule } }),
      extraOptions: calls('computing the first run'),
    }),
    getMonitor: build.query<Monitor, string>({
      query: (id) => ({ url: one(id) }),
      extraOptions: calls('loading the schedule'),
    }),
    changeMonitor: build.mutation<Monitor, { id: string } & Partial<MonitorTerms>>({
      query: ({ id, ...body }) => ({ url: one(id), method: 'PATCH', body }),
      extraOptions: calls('saving the schedule'),
    }),
    removeMonitor: build.mutation<unknown, string>({
      // Its answer has no body.
      query: (id) => ({ url: one(id), method: 'DELETE', responseHandler: 'content-type' }),
      extraOptions: calls('deleting the schedule'),
    }),
    pauseMonitor: build.mutation<Monitor, string>({
      query: (id) => ({ url: `${one(id)}/pause`, method: 'POST' }),
      extraOptions: calls('pausing the schedule'),
    }),
    resumeMonitor: build.mutation<Monitor, string>({
      query: (id) => ({ url: `${one(id)}/resume`, method: 'POST' }),
      extraOptions: calls('resuming the schedule'),
    }),
    runMonitor: build.mutation<Monitor, string>({
      query: (id) => ({ url: `${one(id)}/run`, method: 'POST' }),
      extraOptions: calls('starting the run'),
      invalidatesTags: ['Runs', 'History'],
    }),
    listRuns: build.infiniteQuery<Runs, string, string | null>({
      query: ({ queryArg: id, pageParam: before }) => ({
        url: `${one(id)}/runs`,
        params: { limit: RUNS_AT_ONCE, ...(before === null ? {} : { before }) },
      }),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      extraOptions: calls('loading the runs'),
      providesTags: ['Runs'],
    }),
    getRun: build.query<Run, { id: string; sessionKey: string }>({
      query: ({ id, sessionKey }) => ({ url: `${one(id)}/runs/${encodeURIComponent(sessionKey)}` }),
      extraOptions: calls('loading the run'),
      providesTags: ['Runs'],
    }),
    listChanges: build.infiniteQuery<Changes, ChangesOf, number | null>({
      query: ({ queryArg: { id, sessionKey, kind }, pageParam: after }) => ({
        url: `${one(id)}/runs/${encodeURIComponent(sessionKey)}/changes`,
        params: { kind, limit: CHANGES_AT_ONCE, ...(after === null ? {} : { after }) },
      }),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      extraOptions: calls('loading the changes'),
      providesTags: ['Runs'],
    }),
  }),
});
