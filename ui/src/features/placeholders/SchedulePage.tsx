/** /schedule: a form whose button only logs (SHL-06). */
import { Radio } from '@mantine/core';
import { useState } from 'react';
import { logOnly } from './log-only';
import { PlaceholderForm } from './PlaceholderForm';
import classes from './PlaceholderForm.module.css';

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
