/** When a search runs. */
import {
  NativeSelect,
  NumberInput,
  Radio,
  Select,
  Text,
  TextInput,
  type ComboboxParsedItem,
  type NumberInputProps,
  type OptionsFilter,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId, useMemo, useState } from 'react';
import { isZoneFound, zoneGroups, zoneLabel } from '@/shared/lib/zone';
import { SURE_DAY, WEEKDAYS, type TermsDraft } from './schedule-draft';
import { weekdayName } from './words';
import classes from './Schedule.module.css';

export type TermsForm = UseFormReturnType<TermsDraft>;

const OFTEN = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'custom', label: 'Custom' },
] as const;

export function ScheduleFields({ form }: { form: TermsForm }) {
  const { often } = form.values;
  return (
    <>
      <Radio.Group label="How often" {...form.getInputProps('often')}>
        <div className={classes.choices}>
          {OFTEN.map((option) => (
            <Radio key={option.value} {...option} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.fields}>
        <TextInput label="At" type="time" required withAsterisk={false} {...form.getInputProps('at')} />
        <ZoneSelect form={form} />
        {often === 'weekly' ? (
          <NativeSelect
            label="On"
            data={WEEKDAYS.map((value) => ({ value, label: weekdayName(value) }))}
            {...form.getInputProps('weekday')}
          />
        ) : null}
      </div>
      {often === 'custom' ? <CustomFields form={form} /> : null}
    </>
  );
}

const findZones: OptionsFilter = ({ options, search }) =>
  options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return isZoneFound(option.value, search) ? [option] : [];
    const items = option.items.filter(({ value }) => isZoneFound(value, search));
    return items.length === 0 ? [] : [{ ...option, items }];
  });

function ZoneSelect({ form }: { form: TermsForm }) {
  const { zone } = form.values;
  const [isOpen, setIsOpen] = useState(false);
  // Hundreds of options, laid out with each key that is typed elsewhere: not before they are asked for.
  const zones = useMemo(
    () => (isOpen ? zoneGroups(zone) : [{ value: zone, label: zoneLabel(zone) }]),
    [isOpen, zone],
  );
  return (
    <Select
      label="Time zone"
      data={zones}
      searchable
      filter={findZones}
      allowDeselect={false}
      nothingFoundMessage="No time zone of that name"
      comboboxProps={{ shadow: 'md' }}
      onDropdownOpen={() => {
        setIsOpen(true);
      }}
      onDropdownClose={() => {
        setIsOpen(false);
      }}
      {...form.getInputProps('zone')}
    />
  );
}

/** Every few days, or on a day of the month. */
function CustomFields({ form }: { form: TermsForm }) {
  const { custom, day } = form.values;
  return (
    <Radio.Group label="Custom schedule" {...form.getInputProps('custom')}>
      <div className={classes.custom}>
        <div className={classes.line}>
          <Radio value="days" label="every" />
          <CustomNumber form={form} field="days" label="Days between runs" unit="days" />
        </div>
        <div className={classes.line}>
          <Radio value="month" label="monthly on day" />
          <CustomNumber form={form} field="day" label="Day of the month" />
          {custom === 'month' && Number(day) > SURE_DAY ? (
            <Text size="sm" c="dimmed">
              The last day in shorter months.
            </Text>
          ) : null}
        </div>
      </div>
    </Radio.Group>
  );
}

interface CustomNumberProps {
  form: TermsForm;
  field: 'days' | 'day';
  label: string;
  unit?: string;
}

/** A number inside a choice: it chooses what it belongs to. Its message stands beside it. */
function CustomNumber({ form, field, label, unit }: CustomNumberProps) {
  const messageId = useId();
  const { error, ...props } = form.getInputProps(field) as NumberInputProps;
  const choice: TermsDraft['custom'] = field === 'days' ? 'days' : 'month';
  const isBroken = error != null;
  return (
    <>
      <NumberInput
        w="4.5rem"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...props}
        error={isBroken}
        aria-label={label}
        aria-describedby={messageId}
        onFocus={(event) => {
          props.onFocus?.(event);
          form.setFieldValue('custom', choice);
        }}
      />
      {unit === undefined ? null : <Text size="sm">{unit}</Text>}
      <span id={messageId} className={classes.error} role={isBroken ? 'alert' : undefined}>
        {error}
      </span>
    </>
  );
}
