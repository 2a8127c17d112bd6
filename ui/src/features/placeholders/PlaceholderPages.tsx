import { Button, Radio, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { PageHeader } from '@/shared/ui/PageHeader';
import classes from './PlaceholderForm.module.css';

interface PlaceholderFormProps {
  action: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** A page with a form that saves nothing yet, and says so. */
function PlaceholderForm({ action, onSubmit, children }: PlaceholderFormProps) {
  return (
    <>
      <PageHeader />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <div className={classes.foot}>
          <Button type="submit">{action}</Button>
          <Text size="sm" c="dimmed">
            Nothing is saved yet.
          </Text>
        </div>
      </form>
    </>
  );
}

/** The buttons of the placeholder pages only log the settings to the console. Nothing is sent or stored. */
function logOnly(what: string, settings: Record<string, unknown>): void {
  // eslint-disable-next-line no-console -- what these pages are documented to do
  console.log(what, settings);
}

/** /schedule: a form whose button only logs (SHL-06). */
const SCHEDULES = [
  { schedule: 'daily', label: 'Daily' },
  { schedule: 'weekly', label: 'Weekly' },
  { schedule: 'custom', label: 'Custom' },
] as const;

export function SchedulePage() {
  const [schedule, setSchedule] = useState<string>('daily');
  return (
    <PlaceholderForm
      action="Set Schedule"
      onSubmit={() => {
        logOnly('Set Schedule', { schedule });
      }}
    >
      <Radio.Group label="How often" value={schedule} onChange={setSchedule}>
        <div className={classes.row} style={{ marginTop: '0.5rem' }}>
          {SCHEDULES.map((option) => (
            <Radio key={option.schedule} value={option.schedule} label={option.label} />
          ))}
        </div>
      </Radio.Group>
    </PlaceholderForm>
  );
}
