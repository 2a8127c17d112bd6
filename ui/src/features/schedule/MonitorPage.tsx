/** /schedule/{id}: a schedule, its runs, and one of them opened. */
import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { errorMessage, type ApiError } from '@/shared/api/api-error';
import type { MonitorBody } from '@/shared/api/generated';
import { paths } from '@/shared/paths';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { Notice } from '@/shared/ui/Notice';
import { PageHeader } from '@/shared/ui/PageHeader';
import { QueryState } from '@/shared/ui/QueryState';
import { ActionsMenu, pauseOrResume, pauseText } from './ActionsMenu';
import type { Arrival } from './arrival';
import { EditSchedule } from './EditSchedule';
import { Outcome, RunNow, StatusTag } from './parts';
import { RunPanel } from './RunPanel';
import { RunsTable } from './RunsTable';
import { useMonitor } from './use-monitors';
import { useMonitorActions } from './use-monitor-actions';
import { monitorText } from './words';
import classes from './Schedule.module.css';

const RUN_PARAM = 'run';
const EDIT_PARAM = 'edit';
const SKELETON_HEIGHT = 440;

export function MonitorPage() {
  const { monitorId = '' } = useParams();
  const query = useMonitor(monitorId);
  const monitor = query.currentData;
  const isUnknown = (query.error as Partial<ApiError> | undefined)?.status === 404;
  return (
    <>
      <Anchor component={Link} to={paths.schedule()} size="sm" className={classes.back ?? ''}>
        Scheduled Scrapes
      </Anchor>
      {monitor === undefined ? <PageHeader /> : <MonitorHeader monitor={monitor} />}
      <QueryState
        query={query}
        loading={{
          text: 'Loading the schedule...',
          skeleton: <Skeleton h={SKELETON_HEIGHT} radius="md" />,
          onlyHeard: true,
        }}
        failure={
          isUnknown
            ? {
                title: 'No such schedule',
                message: () => 'It was deleted, or belongs to another account.',
                retry: null,
              }
            : { title: 'The schedule could not be loaded', message: errorMessage }
        }
        minHeight={SKELETON_HEIGHT}
      >
        {(answer) => <MonitorParts monitor={answer} />}
      </QueryState>
    </>
  );
}

function MonitorHeader({ monitor }: { monitor: MonitorBody }) {
  const actions = useMonitorActions();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={monitor.name} description={monitorText(monitor)}>
        <Group gap="xs">
          <StatusTag monitor={monitor} />
          <RunNow monitor={monitor} actions={actions} size="sm" />
          <Button
            size="sm"
            variant="default"
            {...ariaDisabled(actions.busy)}
            onClick={() => {
              if (!actions.busy) void pauseOrResume(monitor, actions);
            }}
          >
            {pauseText(monitor)}
          </Button>
          <ActionsMenu
            monitor={monitor}
            actions={actions}
            withPause={false}
            onDeleted={() => {
              const state: Arrival = { deleted: monitor.name };
              void navigate(paths.schedule(), { replace: true, state });
            }}
          />
        </Group>
      </PageHeader>
      <Outcome said={actions.said} />
    </>
  );
}

function MonitorParts({ monitor }: { monitor: MonitorBody }) {
  const [params, setParams] = useSearchParams();
  const run = params.get(RUN_PARAM);
  const endEdit = () => {
    setParams(
      (now) => {
        now.delete(EDIT_PARAM);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
    document.querySelector('h1')?.focus();
  };
  return (
    <Stack gap="lg">
      {monitor.warning === 'waiting_for_credits' ? (
        <Notice tone="warning">
          <span>
            Runs wait for credits.{' '}
            <Anchor component={Link} to={paths.coupons()} inherit underline="always">
              Redeem a code
            </Anchor>
          </span>
        </Notice>
      ) : null}
      {params.has(EDIT_PARAM) ? <EditSchedule monitor={monitor} onDone={endEdit} /> : null}
      {run === null ? null : <RunPanel key={run} monitor={monitor} sessionKey={run} />}
      <RunsTable monitor={monitor} opened={run} />
    </Stack>
  );
}
