/** What the runs of a schedule may cost, and what they look at. */
import { Checkbox, NumberInput, Text } from '@mantine/core';
import { EnrichmentBox } from '@/shared/search/form/EnrichmentBox';
import { formatCounted } from '@/shared/lib/format';
import { MOST_BUDGET } from './schedule-draft';
import type { TermsForm } from './ScheduleFields';
import classes from './Schedule.module.css';

interface TermsFieldsProps {
  form: TermsForm;
  /** Why the server allows no enrichment. */
  enrichRefusal: string | null;
}

export function BudgetFields({ form, enrichRefusal }: TermsFieldsProps) {
  return (
    <div className={classes.fields}>
      <NumberInput
        label="Most credits a month"
        min={1}
        max={MOST_BUDGET}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        {...form.getInputProps('budget')}
      />
      <EnrichmentBox
        className={classes.enrich ?? ''}
        {...form.getInputProps('enrich', { type: 'checkbox' })}
        error={enrichRefusal}
      />
    </div>
  );
}

const ALWAYS_WATCHED = 5;

/** The fields whose changes are told. */
export function WatchedFields({ form }: Pick<TermsFieldsProps, 'form'>) {
  const count = ALWAYS_WATCHED + (form.values.watchHours ? 1 : 0);
  return (
    <details className={classes.watched}>
      <summary>Watched: {formatCounted(count, 'field')}</summary>
      <Text size="sm" mb="xs">
        Name, street, phone, website and position, if it moved more than 100 m (0.06 mi).
      </Text>
      <Checkbox label="Opening hours" {...form.getInputProps('watchHours', { type: 'checkbox' })} />
    </details>
  );
}
