import { Radio } from '@mantine/core';
import classes from './Filters.module.css';

interface OneOfProps<Value extends string> {
  /** Names the group for those who do not see its heading. */
  label: string;
  /** What the first one is called, which filters nothing. */
  all: string;
  choices: readonly { value: Value; label: string }[];
  chosen: Value | null;
  onChange: (chosen: Value | null) => void;
}

const ALL = '';

/** The values of a group of which one holds, or none. */
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
