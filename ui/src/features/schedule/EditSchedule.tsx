/** The form that changes a schedule: when it runs, what it may cost, what it looks at. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { errorDetail, type ApiError } from '@/shared/api/api-error';
import type { MonitorBody } from '@/shared/api/generated';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { NextRun } from './FirstRun';
import { useChangeMonitorMutation } from './monitors-api';
import { termsOf, toSchedule, toTerms } from './schedule-draft';
import { ScheduleFields } from './ScheduleFields';
import { BudgetFields, WatchedFields } from './TermsFields';
import { useTermsForm } from './use-new-schedule';
import classes from './Schedule.module.css';

interface EditScheduleProps {
  monitor: MonitorBody;
  /** It was saved, or left as it is. */
  onDone: () => void;
}

export function EditSchedule({ monitor, onDone }: EditScheduleProps) {
  const form = useTermsForm(termsOf(monitor));
  const [change, { isLoading: saving, error }] = useChangeMonitorMutation();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }, []);
  const failure = error === undefined ? null : errorDetail(error);
  const isOfPlan = (error as Partial<ApiError> | undefined)?.status === 403;
  const save = form.onSubmit(async (values) => {
    const terms = toTerms(values);
    if (saving || terms === null) return;
    const { error: refused } = await change({ monitorId: monitor.id, changeMonitor: terms });
    if (refused === undefined) onDone();
  }, focusFirstError(form));
  return (
    <form ref={box} className={classes.form} aria-label="Edit schedule" noValidate onSubmit={save}>
      <ScheduleFields form={form} />
      <BudgetFields form={form} enrichRefusal={isOfPlan ? failure : null} />
      <div className={classes.foot}>
        <NextRun schedule={toSchedule(form.values)} enrich={form.values.enrich} />
        <div className={classes.buttons}>
          <Button type="submit" {...ariaDisabled(saving)}>
            Save
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <WatchedFields form={form} />
        </div>
        <p className={classes.message} data-tone="bad" role="alert">
          {isOfPlan ? null : failure}
        </p>
      </div>
    </form>
  );
}
