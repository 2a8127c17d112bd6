/** The form of a new schedule. */
import { Button } from '@mantine/core';
import type { MonitorBody } from '@/shared/api/generated';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { FirstChoice, NextRun } from './FirstRun';
import { toSchedule } from './schedule-draft';
import { ScheduleFields } from './ScheduleFields';
import { SearchChoice } from './SearchChoice';
import { BudgetFields, WatchedFields } from './TermsFields';
import { useNewSchedule } from './use-new-schedule';
import { fullText } from './words';
import classes from './Schedule.module.css';

interface NewScheduleProps {
  /** The earlier search to go on with; null for none. */
  preselected: string | null;
  /** The most schedules, if there are that many already. */
  full: number | null;
  onSaved: (monitor: MonitorBody) => void;
  /** Null if there is nothing else to show. */
  onCancel: (() => void) | null;
}

export function NewSchedule({ preselected, full, onSaved, onCancel }: NewScheduleProps) {
  const { form, submit, saving, messageAt, first, choice } = useNewSchedule(preselected, onSaved);
  const { budget, enrich } = form.values;
  const message = full === null ? messageAt('form') : fullText(full);
  return (
    <form
      className={classes.form}
      aria-label="New schedule"
      noValidate
      onSubmit={(event) => {
        if (full === null) submit(event);
        else event.preventDefault();
      }}
    >
      <ScheduleFields form={form} />
      <SearchChoice {...choice} problem={messageAt('search')} />
      <FirstChoice {...first} budget={Number(budget)} />
      <BudgetFields form={form} enrichRefusal={messageAt('enrich')} />
      <div className={classes.foot}>
        <NextRun isNew schedule={toSchedule(form.values)} enrich={enrich} />
        <div className={classes.buttons}>
          <Button type="submit" {...ariaDisabled(saving || full !== null)}>
            Set Schedule
          </Button>
          {onCancel === null ? null : (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <WatchedFields form={form} />
        </div>
        <p className={classes.message} data-tone="bad" role="alert">
          {message}
        </p>
      </div>
    </form>
  );
}
