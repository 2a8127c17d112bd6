import { Checkbox, Radio, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '@/shared/lib/format';
import classes from './Filters.module.css';

interface ChecksProps<Value extends string> {
  /** With the number of matches, if known. */
  choices: readonly { value: Value; count?: number }[];
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
  label?: (value: Value) => ReactNode;
}

/** The values of a group as checkboxes. */
export function Checks<Value extends string>({ choices, chosen, onChange, label }: ChecksProps<Value>) {
  if (choices.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None.
      </Text>
    );
  }
  return choices.map(({ value, count }) => (
    <Checkbox
      key={value}
      size="xs"
      classNames={{
        body: classes.choice ?? '',
        labelWrapper: classes.labelBox ?? '',
        label: classes.label ?? '',
      }}
      label={
        <>
          <span className={classes.value} title={label === undefined ? value : undefined}>
            {label === undefined ? value : label(value)}
          </span>
          {count === undefined ? null : <span className={classes.count}>{formatNumber(count)}</span>}
        </>
      }
      checked={chosen.includes(value)}
      onChange={(event) => {
        const others = chosen.filter((each) => each !== value);
        onChange(event.currentTarget.checked ? [...others, value] : others);
      }}
    />
  ));
}

interface OneOfProps<Value extends string> {
  /** Names the group for screen readers. */
  label: string;
  all: string;
  choices: readonly { value: Value; label: string }[];
  chosen: Value | null;
  onChange: (chosen: Value | null) => void;
}

const ALL = '';

/** The values of a group as radio buttons; the first one filters nothing. */
export function OneOf<Value extends string>(props: OneOfProps<Value>) {
  const { label, all, choices, chosen, onChange } = props;
  return (
    <Radio.Group
      aria-label={label}
      value={chosen ?? ALL}
      onChange={(value) => {
        onChange(choices.find((choice) => choice.value === value)?.value ?? null);
      }}
    >
      {[{ value: ALL, label: all }, ...choices].map((choice) => (
        <Radio
          key={choice.value}
          size="xs"
          classNames={{ body: classes.choice ?? '', label: classes.label ?? '' }}
          {...choice}
        />
      ))}
    </Radio.Group>
  );
}
