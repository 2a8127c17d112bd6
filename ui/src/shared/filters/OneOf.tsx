import { Radio } from '@mantine/core';
import classes from './Filters.module.css';

interface OneOfProps {
  /** Names the group for those who do not see its heading. */
  label: string;
  /** What the first one is called, which filters nothing. */
  all: string;
  choices: readonly { value: string; label: string }[];
  chosen: string | null;
  onChange: (chosen: string | null) => void;
}

const ALL = '';

/** The values of a group of which one holds, or none. */
export function OneOf({ label, all, choices, chosen, onChange }: OneOfProps) {
  return (
    <Radio.Group
      aria-label={label}
      value={chosen ?? ALL}
      onChange={(value) => {
        onChange(value === ALL ? null : value);
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
