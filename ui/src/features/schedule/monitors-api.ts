/** The calls of schedules: what they answer is shown at once. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { monitorCalls, type Monitor } from '@/shared/api/monitor-calls';

interface Started {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the toolkit types it
  dispatch: ThunkDispatch<any, any, UnknownAction>;
  queryFulfilled: Promise<{ data: Monitor }>;
}

/** What a call answers with is shown at once, in the list and on its page. */
const shown = {
  onQueryStarted: async (_: unknown, { dispatch, queryFulfilled }: Started) => {
    const answer = await queryFulfilled.catch(() => null);
    if (answer === null) return;
    const { data } = answer;
    void dispatch(monitorCalls.util.upsertQueryData('getMonitor', data.id, data));
    dispatch(
      monitorCalls.util.updateQueryData('listMonitors', undefined, ({ monitors }) => {
        const at = monitors.findIndex(({ id }) => id === data.id);
        if (at === -1) monitors.unshift(data);
        else monitors[at] = data;
      }),
    );
  },
};

const monitorsApi = monitorCalls.enhanceEndpoints({
  endpoints: {
    addMonitor: shown,
    changeMonitor: shown,
    pauseMonitor: shown,
    resumeMonitor: shown,
    runMonitor: shown,
    removeMonitor: {
      onQueryStarted: async (removed, { dispatch, queryFulfilled }) => {
        const isDone = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!isDone) return;
        dispatch(
          monitorCalls.util.updateQueryData('listMonitors', undefined, (list) => {
            list.monitors = list.monitors.filter(({ id }) => id !== removed);
          }),
        );
      },
    },
  },
});

export const {
  useListMonitorsQuery,
  useAddMonitorMutation,
  usePreviewScheduleQuery,
  useGetMonitorQuery,
  useChangeMonitorMutation,
  useRemoveMonitorMutation,
  usePauseMonitorMutation,
  useResumeMonitorMutation,
  useRunMonitorMutation,
  useListRunsInfiniteQuery,
  useGetRunQuery,
  useListChangesInfiniteQuery,
} = monitorsApi;
