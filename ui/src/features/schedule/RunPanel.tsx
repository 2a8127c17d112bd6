/** A run opened: what it found new, changed and gone. */
import { CloseButton, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { errorMessage, type ApiError } from '@/shared/api/api-error';
import type { MonitorBody, MonitorRun } from '@/shared/api/generated';
import { POLL_INTERVAL_MS } from '@/shared/job/follow-job';
import { formatCounted, formatDateTime } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Panel } from '@/shared/ui/Panel';
import { QueryState } from '@/shared/ui/QueryState';
import { Changes } from './Changes';
import { useGetMonitorRunQuery } from './monitors-api';
import { isBaseline, resultText, runNotes } from './words';

const MIN_HEIGHT = 160;

interface RunPanelProps {
  monitor: MonitorBody;
  sessionKey: string;
}

export function RunPanel({ monitor, sessionKey }: RunPanelProps) {
  const { id, running } = monitor;
  const query = useGetMonitorRunQuery(
    { monitorId: id, sessionKey },
    {
      pollingInterval: running === sessionKey ? POLL_INTERVAL_MS : 0,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  );
  const run = query.currentData;
  const isUnknown = (query.error as Partial<ApiError> | undefined)?.status === 404;
  const title = useRef<HTMLHeadingElement>(null);
  // It was chosen below, or by a link from elsewhere.
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <Panel
      title={run === undefined ? 'Run' : `Run of ${formatDateTime(run.slot)}`}
      titleRef={title}
      aside={<CloseRun id={id} />}
    >
      <QueryState
        query={query}
        loading={{
          text: 'Loading the run...',
          skeleton: <Skeleton h={MIN_HEIGHT} radius="md" />,
          onlyHeard: true,
        }}
        failure={
          isUnknown
            ? { title: 'No such run', message: () => 'This schedule has no such run.', retry: null }
            : { title: 'The run could not be loaded', message: errorMessage }
        }
        minHeight={MIN_HEIGHT}
      >
        {(answer) => <OpenedRun monitor={monitor} sessionKey={sessionKey} run={answer} />}
      </QueryState>
    </Panel>
  );
}

function CloseRun({ id }: Pick<MonitorBody, 'id'>) {
  const navigate = useNavigate();
  return (
    <CloseButton
      aria-label="Close the run"
      onClick={() => {
        void navigate(paths.monitor(id), { preventScrollReset: true });
        document.querySelector('h1')?.focus();
      }}
    />
  );
}

function OpenedRun({ monitor, sessionKey, run }: RunPanelProps & { run: MonitorRun }) {
  const { new: added, changed, gone, paid, result } = run;
  const figures = [resultText(run), formatCounted(paid, 'credit')];
  const hasChanges = added + changed + gone > 0;
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" role="status">
          {result === 'running' ? 'The run goes on. You can close this page.' : figures.join(' · ')}
        </Text>
        {runNotes(run, monitor).map((note) => (
          <Text key={note} size="sm">
            {note}
          </Text>
        ))}
        {hasChanges || result !== 'completed' || isBaseline(run, monitor.first) ? null : (
          <Text size="sm">Nothing changed.</Text>
        )}
      </div>
      {hasChanges && result !== 'running' ? (
        <Changes monitor={monitor} sessionKey={sessionKey} run={run} />
      ) : null}
    </Stack>
  );
}
