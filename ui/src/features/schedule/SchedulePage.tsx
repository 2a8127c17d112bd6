/** /schedule: the schedules, and the form of a new one. */
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorMessage } from '@/shared/api/api-error';
import type { MonitorBody, MonitorsBody } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';
import { PageHeader } from '@/shared/ui/PageHeader';
import { QueryState } from '@/shared/ui/QueryState';
import { useDeleted } from './arrival';
import { MonitorList } from './MonitorList';
import { NewSchedule } from './NewSchedule';
import { Outcome } from './parts';
import { useMonitorActions } from './use-monitor-actions';
import { useMonitors } from './use-monitors';
import { deletedText } from './words';

const SESSION_PARAM = 'session';
const SKELETON_HEIGHT = 440;

export function SchedulePage() {
  const query = useMonitors();
  const list = query.currentData;
  const { preselected, isOpen, setIsOpen } = useForm();
  const opener = useRef<HTMLButtonElement>(null);
  const isEmpty = list?.monitors.length === 0;
  return (
    <>
      <PageHeader>
        {list === undefined || isEmpty ? null : (
          <Group gap="md">
            <Text size="sm" c="dimmed">
              {formatNumber(list.monitors.length)} of {formatNumber(list.most)}
            </Text>
            <Button
              ref={opener}
              size="sm"
              variant={isOpen ? 'default' : 'filled'}
              aria-expanded={isOpen}
              onClick={() => {
                setIsOpen(!isOpen);
              }}
            >
              New schedule
            </Button>
          </Group>
        )}
      </PageHeader>
      <QueryState
        query={query}
        loading={{
          text: 'Loading your schedules...',
          skeleton: <Skeleton h={SKELETON_HEIGHT} radius="md" />,
          onlyHeard: true,
        }}
        failure={{ title: 'Your schedules could not be loaded', message: errorMessage }}
        minHeight={SKELETON_HEIGHT}
      >
        {(answer) => (
          <Schedules
            list={answer}
            preselected={preselected}
            isOpen={isOpen}
            onClose={() => {
              setIsOpen(false);
            }}
            onCancel={() => {
              setIsOpen(false);
              opener.current?.focus();
            }}
          />
        )}
      </QueryState>
    </>
  );
}

/** The form stands open for the session in the address, which leaves with it. */
function useForm() {
  const [params, setParams] = useSearchParams();
  const preselected = params.get(SESSION_PARAM);
  const [isAsked, setIsAsked] = useState(false);
  return {
    preselected,
    isOpen: isAsked || preselected !== null,
    setIsOpen: (isOpen: boolean) => {
      setIsAsked(isOpen);
      if (isOpen || preselected === null) return;
      setParams(
        (now) => {
          now.delete(SESSION_PARAM);
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}

interface SchedulesProps {
  list: MonitorsBody;
  preselected: string | null;
  isOpen: boolean;
  onClose: () => void;
  onCancel: () => void;
}

function Schedules({ list, preselected, isOpen, onClose, onCancel }: SchedulesProps) {
  const { monitors, most } = list;
  const isEmpty = monitors.length === 0;
  const focusOn = useFocusOnRow(monitors);
  const deleted = useDeleted();
  const actions = useMonitorActions(deleted === null ? null : deletedText(deleted));
  return (
    <>
      <Outcome said={actions.said} />
      {isEmpty || isOpen ? (
        <NewSchedule
          preselected={preselected}
          full={monitors.length >= most ? most : null}
          onSaved={({ id }) => {
            onClose();
            focusOn(id);
          }}
          onCancel={isEmpty ? null : onCancel}
        />
      ) : null}
      {isEmpty ? null : <MonitorList monitors={monitors} actions={actions} onDeleted={focusOnHeading} />}
    </>
  );
}

function focusOnHeading(): void {
  document.querySelector('h1')?.focus();
}

/** The row of a new schedule gets the focus once it is there. */
function useFocusOnRow(monitors: readonly MonitorBody[]): (id: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null || focused.current === wanted || !monitors.some(({ id }) => id === wanted)) return;
    focused.current = wanted;
    document.querySelector<HTMLElement>(`[data-monitor="${CSS.escape(wanted)}"]`)?.focus();
  }, [wanted, monitors]);
  return setWanted;
}
