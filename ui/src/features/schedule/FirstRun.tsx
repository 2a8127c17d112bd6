/** What the first run delivers, when the next one is, and what both cost. */
import { Radio, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import { errorDetail } from '@/shared/api/api-error';
import type { Estimate, EstimateSearch, FirstRun, ScheduleBody } from '@/shared/api/generated';
import { formatCounted, formatDateTime } from '@/shared/lib/format';
import { ownZone } from '@/shared/lib/zone';
import { CANNOT_BE_WATCHED } from '@/shared/job/may-be-watched';
import { ESTIMATE_DELAY_MS, useEstimate } from '@/shared/search/form/use-estimate';
import { Notice } from '@/shared/ui/Notice';
import { usePreviewMonitorQuery } from './monitors-api';
import classes from './Schedule.module.css';

interface FirstChoiceProps {
  /** Null while there is no search. */
  search: EstimateSearch | null;
  first: FirstRun;
  budget: number;
  onFirst: (first: FirstRun) => void;
}

export function FirstChoice({ search, first, budget, onFirst }: FirstChoiceProps) {
  const state = useEstimate(search, false);
  const estimate = state.status === 'known' ? state.estimate : null;
  return (
    <Radio.Group
      label="At first"
      value={first}
      onChange={(value) => {
        onFirst(value === 'all' ? 'all' : 'known');
      }}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="known" label="Only tell me what is new from now on, 0 credits" />
        <Radio
          value="all"
          label={deliverText(estimate)}
          description={first === 'all' ? budgetText(estimate, budget) : null}
        />
        <div aria-live="polite">
          {state.status === 'refused' ? <Notice tone="warning">{state.text}</Notice> : null}
          {estimate === null ? null : <Warning estimate={estimate} />}
        </div>
      </Stack>
    </Radio.Group>
  );
}

function Warning({ estimate: { refusal, answers } }: { estimate: Estimate }) {
  const cannot = answers.length > 0 && answers.every(({ storable }) => !storable);
  const text = refusal ?? (cannot ? CANNOT_BE_WATCHED : null);
  return text === null ? null : <Notice tone="warning">{text}</Notice>;
}

/** 'Deliver all now, up to 22 credits'. */
function deliverText(estimate: Estimate | null): string {
  if (estimate === null) return 'Deliver all now';
  const { credits_at_most: credits, rows_are_more: isMore } = estimate;
  if (credits == null) return 'Deliver all now, cost unknown until it runs';
  return `Deliver all now, ${isMore ? 'more than' : 'up to'} ${formatCounted(credits, 'credit')}`;
}

function budgetText(estimate: Estimate | null, budget: number): string | null {
  const most = estimate?.credits_at_most ?? 0;
  return most > budget ? `${formatCounted(budget, 'credit')} this month, the others in later months.` : null;
}

/** A business is paid for once, its facts each time it is told of. */
function priceText(enrich: boolean): string {
  const [first, later] = enrich ? [2, 1] : [1, 0];
  const price = `${formatCounted(first, 'credit')} for each new business and each change of one you have not paid for`;
  return `${price}, ${later} for other changes.`;
}

interface NextRunProps {
  /** It is set anew: then a run begins at once. */
  isNew?: boolean;
  /** Null while a rule of it is broken. */
  schedule: ScheduleBody | null;
  enrich: boolean;
}

/** When the schedule comes into effect, and the price of what it finds. */
export function NextRun({ isNew = false, schedule, enrich }: NextRunProps) {
  // As text, so that equal ones compare equal.
  const wanted = JSON.stringify(schedule);
  const [asked] = useDebouncedValue(wanted, ESTIMATE_DELAY_MS);
  const question = JSON.parse(asked) as ScheduleBody | null;
  const { currentData, error } = usePreviewMonitorQuery(
    question === null ? skipToken : { previewMonitor: { schedule: question } },
  );
  const next = asked === wanted ? currentData?.next_run : undefined;
  const lead = isNew ? 'The first run begins now, the next one' : 'Next run';
  const zone = schedule === null || schedule.zone === ownZone() ? '' : ', your time';
  return (
    <Text size="sm" c="dimmed" className={classes.nextRun ?? ''} aria-live="polite">
      {next === undefined ? null : `${lead} ${formatDateTime(next)}${zone}. `}
      {asked === wanted && error !== undefined ? `${errorDetail(error)} ` : null}
      {priceText(enrich)}
    </Text>
  );
}
