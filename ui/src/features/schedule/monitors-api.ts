/** The calls of schedules: what they answer is shown at once, and runs and changes come in pages. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api } from '@/shared/api/api';
import type { ApiError } from '@/shared/api/api-error';
import type {
  ChangesBody,
  ListMonitorChangesApiArg,
  MonitorBody,
  MonitorChange,
  RunsBody,
} from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';

interface Started {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the toolkit types it
  dispatch: ThunkDispatch<any, any, UnknownAction>;
  queryFulfilled: Promise<{ data: MonitorBody }>;
}

/** In the list and on its page. */
const shown = {
  onQueryStarted: async (_: unknown, { dispatch, queryFulfilled }: Started) => {
    const answer = await queryFulfilled.catch(() => null);
    if (answer === null) return;
    const { data } = answer;
    void dispatch(api.util.upsertQueryData('getMonitor', { monitorId: data.id }, data));
    dispatch(
      api.util.updateQueryData('listMonitors', undefined, ({ monitors }) => {
        const at = monitors.findIndex(({ id }) => id === data.id);
        if (at === -1) monitors.unshift(data);
        else monitors[at] = data;
      }),
    );
  },
};

const enhanced = api.enhanceEndpoints({
  addTagTypes: ['Runs'],
  endpoints: {
    createMonitor: { ...shown, invalidatesTags: ['History', 'Credits'] },
    changeMonitor: shown,
    pauseMonitor: shown,
    resumeMonitor: shown,
    runMonitor: { ...shown, invalidatesTags: ['Runs', 'History'] },
    getMonitorRun: { providesTags: ['Runs'] },
    deleteMonitor: {
      invalidatesTags: ['Notices'],
      onQueryStarted: async ({ monitorId }, { dispatch, queryFulfilled }) => {
        const isDone = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!isDone) return;
        dispatch(
          api.util.updateQueryData('listMonitors', undefined, (list) => {
            list.monitors = list.monitors.filter(({ id }) => id !== monitorId);
          }),
        );
      },
    },
  },
});

const RUNS_AT_ONCE = 20;
const CHANGES_AT_ONCE = 200;

interface Asked<Page> {
  data?: Page | undefined;
  error?: unknown;
}

/** A page, by the call of the document. */
async function page<Page>(asked: Promise<Asked<Page>>): Promise<{ data: Page } | { error: ApiError }> {
  const { data, error } = await asked;
  return data === undefined ? { error: error as ApiError } : { data };
}

const FRESH = { forceRefetch: true, subscribe: false } as const;

function askChanges(of: ChangesOf, after: number | null) {
  return api.endpoints.listMonitorChanges.initiate(
    { ...of, limit: CHANGES_AT_ONCE, ...(after === null ? {} : { after }) },
    FRESH,
  );
}

/** All of a kind, page by page; throws why a page did not come. */
export async function allChanges(dispatch: AppDispatch, of: ChangesOf): Promise<MonitorChange[]> {
  const all: MonitorChange[] = [];
  let after: number | null = null;
  do {
    const { changes, next }: ChangesBody = await dispatch(askChanges(of, after)).unwrap();
    all.push(...changes);
    after = next ?? null;
  } while (after !== null);
  return all;
}

export const monitorsApi = enhanced.injectEndpoints({
  endpoints: (build) => ({
    runPages: build.infiniteQuery<RunsBody, string, string | null>({
      queryFn: ({ queryArg: monitorId, pageParam: before }, { dispatch }) =>
        page(
          (dispatch as AppDispatch)(
            api.endpoints.listMonitorRuns.initiate(
              { monitorId, limit: RUNS_AT_ONCE, ...(before === null ? {} : { before }) },
              FRESH,
            ),
          ),
        ),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: ['Runs'],
    }),
    changePages: build.infiniteQuery<ChangesBody, ChangesOf, number | null>({
      queryFn: ({ queryArg, pageParam: after }, { dispatch }) =>
        page((dispatch as AppDispatch)(askChanges(queryArg, after))),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: ['Runs'],
    }),
  }),
});

type ChangesOf = Pick<ListMonitorChangesApiArg, 'monitorId' | 'sessionKey' | 'kind'>;
/** What happened to a business. */
export type ChangeKind = ListMonitorChangesApiArg['kind'];

export const {
  useListMonitorsQuery,
  useCreateMonitorMutation,
  usePreviewMonitorQuery,
  useGetMonitorQuery,
  useChangeMonitorMutation,
  useDeleteMonitorMutation,
  usePauseMonitorMutation,
  useResumeMonitorMutation,
  useRunMonitorMutation,
  useRunPagesInfiniteQuery,
  useGetMonitorRunQuery,
  useChangePagesInfiniteQuery,
} = monitorsApi;
