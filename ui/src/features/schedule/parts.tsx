/** Small parts that the list and a schedule's page share. */
import { Button, Group, Text, VisuallyHidden, type ButtonProps } from '@mantine/core';
import type { MonitorBody, MonitorRun, MonitorWarning } from '@/shared/api/generated';
import { PAUSED_BY } from '@/shared/monitors/paused-by';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { Tag } from '@/shared/ui/Tag';
import type { MonitorActions } from './use-monitor-actions';
import { countsSigns, countsWords } from './words';
import classes from './Schedule.module.css';

/** '+3 ~1 −0', read in words. */
export function Counts({ run }: { run: MonitorRun }) {
  return (
    <span className={classes.counts}>
      <span aria-hidden>{countsSigns(run)}</span>
      <VisuallyHidden>{countsWords(run)}</VisuallyHidden>
    </span>
  );
}

const WARNINGS: Record<MonitorWarning, string> = {
  budget_used: 'Budget used',
  waiting_for_credits: 'Waiting for credits',
};

export function StatusTag({ monitor }: { monitor: MonitorBody }) {
  const { status, paused_by: by, warning, running } = monitor;
  if (status === 'paused') {
    return (
      <Group gap={6} wrap="nowrap" component="span">
        <Tag tone="neutral">Paused</Tag>
        <Text size="xs" c="dimmed" span>
          {by == null ? null : PAUSED_BY[by]}
        </Text>
      </Group>
    );
  }
  if (running != null) return <Tag tone="brand">Running</Tag>;
  if (warning != null) return <Tag tone="warning">{WARNINGS[warning]}</Tag>;
  return <Tag tone="good">On</Tag>;
}

interface RunNowProps extends ButtonProps {
  monitor: MonitorBody;
  actions: MonitorActions;
  /** Other schedules' buttons are on the page, too. */
  isOneOfMany?: boolean;
}

export function RunNow({ monitor, actions, isOneOfMany = false, ...button }: RunNowProps) {
  const isOff = actions.busy || monitor.running != null;
  return (
    <Button
      variant="default"
      {...button}
      {...ariaDisabled(isOff)}
      {...(isOneOfMany ? { 'aria-label': `Run now: ${monitor.name}` } : {})}
      onClick={() => {
        if (!isOff) void actions.run(monitor);
      }}
    >
      Run now
    </Button>
  );
}

/** What came of an action; its line is kept. */
export function Outcome({ said }: Pick<MonitorActions, 'said'>) {
  return (
    <p className={classes.message} data-tone={said?.tone} role={said?.tone === 'bad' ? 'alert' : 'status'}>
      {said?.text}
    </p>
  );
}
