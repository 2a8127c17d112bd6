/** What can be done with a schedule, besides running it. */
import { ActionIcon, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { MonitorBody } from '@/shared/api/generated';
import { isolated } from '@/shared/lib/direction';
import { paths } from '@/shared/paths';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { Icon } from '@/shared/ui/Icon';
import { IconDots } from '@/shared/ui/icons';
import { usePhone } from '@/shared/ui/use-phone';
import type { MonitorActions } from './use-monitor-actions';

interface ActionsMenuProps {
  monitor: MonitorBody;
  actions: MonitorActions;
  /** It has no button of its own. */
  withPause: boolean;
  onDeleted: () => void;
}

export function ActionsMenu({ monitor, actions, withPause, onDeleted }: ActionsMenuProps) {
  const { id, name } = monitor;
  const phone = usePhone();
  const [asking, setAsking] = useState(false);
  const dots = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsking(false);
    // The item that was pressed is gone.
    dots.current?.focus();
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={dots} variant="default" size={phone ? 36 : 30} aria-label={`More for ${name}`}>
            <Icon of={IconDots} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {withPause ? (
            <Menu.Item onClick={() => void pauseOrResume(monitor, actions)}>{pauseText(monitor)}</Menu.Item>
          ) : null}
          <Menu.Item component={Link} to={paths.editMonitor(id)}>
            Edit
          </Menu.Item>
          <Menu.Item
            onClick={() => {
              setAsking(true);
            }}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking}
        title={`Delete the schedule of ${isolated(name)}?`}
        confirm="Delete schedule"
        cancel="Keep it"
        danger
        onCancel={close}
        onConfirm={() => {
          close();
          void actions.remove(monitor).then((isDone) => {
            if (isDone) onDeleted();
          });
        }}
      >
        It runs no more and forgets what it knows. Rows that it delivered stay in your history.
      </ConfirmDialog>
    </>
  );
}

export function pauseText({ status }: MonitorBody): string {
  return status === 'paused' ? 'Resume' : 'Pause';
}

export function pauseOrResume(monitor: MonitorBody, actions: MonitorActions): Promise<boolean> {
  return monitor.status === 'paused' ? actions.resume(monitor) : actions.pause(monitor);
}
