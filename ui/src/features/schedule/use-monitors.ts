/** Schedules as they stand: looked at again while a page shows them, more often while a run goes on. */
import { useEffect, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import type { MonitorBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { POLL_INTERVAL_MS } from '@/shared/job/follow-job';
import { monitorsApi, useGetMonitorQuery, useListMonitorsQuery } from './monitors-api';

const QUIET_MS = 30_000;

function useFreshness(): [object, (monitors: readonly MonitorBody[] | undefined) => void] {
  const [isBusy, setIsBusy] = useState(false);
  const options = {
    pollingInterval: isBusy ? POLL_INTERVAL_MS : QUIET_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: true,
  };
  const seen = (monitors: readonly MonitorBody[] | undefined) => {
    const isRunning = monitors?.some(({ running }) => running != null) === true;
    if (isRunning !== isBusy) setIsBusy(isRunning);
  };
  return [options, seen];
}

/** Once a run begins or ends, what it changes is asked for again. */
function useNews(monitors: readonly MonitorBody[] | undefined): void {
  const dispatch = useAppDispatch();
  const news = monitors
    ?.map(({ id, running, last }) => [id, running, last?.slot, last?.result].join(' '))
    .join();
  const known = useRef(news);
  useEffect(() => {
    if (known.current !== undefined && news !== undefined && known.current !== news) {
      dispatch(monitorsApi.util.invalidateTags(['Runs']));
      dispatch(api.util.invalidateTags(['Credits', 'History', 'Notices', 'Crm']));
    }
    known.current = news ?? known.current;
  }, [dispatch, news]);
}

export function useMonitors() {
  const [options, seen] = useFreshness();
  const query = useListMonitorsQuery(undefined, options);
  const monitors = query.currentData?.monitors;
  seen(monitors);
  useNews(monitors);
  return query;
}

export function useMonitor(id: string) {
  const [options, seen] = useFreshness();
  const query = useGetMonitorQuery({ monitorId: id }, options);
  const monitors = query.currentData === undefined ? undefined : [query.currentData];
  seen(monitors);
  useNews(monitors);
  return query;
}
