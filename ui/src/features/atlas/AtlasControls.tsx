/** What the map is asked: the question first, then kind, state and level; the rest under More. */
import { Anchor, Button, Group, Popover, Radio, SegmentedControl, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AtlasKinds } from '@/shared/api/generated';
import { FilterSheet } from '@/shared/filters/FilterSheet';
import { formatNumber } from '@/shared/lib/format';
import { STATES_OF_THE_US, stateName } from '@/shared/lib/us-states';
import { paths } from '@/shared/paths';
import { usePhone } from '@/shared/ui/use-phone';
import type { Level, Settings } from './atlas-address';
import { countMore, MoreFields, WITHOUT_MORE } from './MoreFields';
import classes from './Atlas.module.css';

export interface ControlsProps {
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
  kinds: AtlasKinds;
  /** "Show 36 counties", for the sheet of a phone. */
  show: string;
}

const QUESTIONS = [
  { value: 'sell', label: 'I sell to them' },
  { value: 'open', label: 'I want to open one' },
] as const;

export function AtlasControls(props: ControlsProps) {
  const { settings, onChange, kinds } = props;
  const phone = usePhone();
  const names = kinds.kinds.map(({ kind }) => kind);
  return (
    <div className={classes.controls}>
      <Radio.Group
        aria-label="What do you want to know?"
        value={settings.question}
        onChange={(value) => {
          onChange({ question: value === 'open' ? 'open' : 'sell' });
        }}
      >
        <Group gap="lg">
          {QUESTIONS.map((question) => (
            <Radio key={question.value} {...question} />
          ))}
        </Group>
      </Radio.Group>
      <Group gap="sm" align="flex-end">
        <Select
          label="Kind"
          size="sm"
          flex="0 1 12rem"
          searchable
          selectFirstOptionOnChange
          allowDeselect={false}
          data={names}
          nothingFoundMessage="No kind has this name."
          value={settings.kind}
          onChange={(kind) => {
            if (kind !== null) onChange({ kind, area: null });
          }}
        />
        {phone ? <Sheet {...props} /> : <Beside {...props} />}
      </Group>
    </div>
  );
}

function Beside(props: ControlsProps) {
  const [opened, setOpened] = useState(false);
  const count = countMore(props.settings);
  return (
    <>
      <StateSelect {...props} />
      <LevelControl {...props} />
      <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={320} trapFocus>
        <Popover.Target>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              setOpened(!opened);
            }}
          >
            {count === 0 ? 'More' : `More ${formatNumber(count)}`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="More">
          <MoreFields {...props} />
        </Popover.Dropdown>
      </Popover>
      <Limits {...props} />
    </>
  );
}

/** On a phone. */
function Sheet(props: ControlsProps) {
  const { settings, onChange, show } = props;
  return (
    <FilterSheet
      label="More"
      count={countMore(settings) + (settings.level === 'county' ? 0 : 1)}
      onClear={() => {
        onChange({ ...WITHOUT_MORE, level: 'county' });
      }}
      show={show}
    >
      <div className={classes.more}>
        <StateSelect {...props} />
        <LevelControl {...props} />
        <Limits {...props} />
        <MoreFields {...props} />
      </div>
    </FilterSheet>
  );
}

const ALL = 'all';
const STATES = [
  { value: ALL, label: 'All states' },
  ...STATES_OF_THE_US.map((code) => ({ value: code, label: stateName(code) ?? code })),
];

function StateSelect({ settings, onChange }: ControlsProps) {
  return (
    <Select
      label="State"
      size="sm"
      flex="0 1 11rem"
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      data={STATES}
      nothingFoundMessage="No state has this name."
      value={settings.state ?? ALL}
      onChange={(state) => {
        const next = state === ALL ? null : state;
        onChange({
          state: next,
          ...(next === null && settings.level === 'tract' ? { level: 'county' } : {}),
        });
      }}
    />
  );
}

const LEVELS: { value: Level; label: string }[] = [
  { value: 'county', label: 'County' },
  { value: 'around', label: 'With surroundings' },
  { value: 'tract', label: 'Neighborhoods' },
];

function LevelControl({ settings, onChange, kinds }: ControlsProps) {
  const mayTracts = kinds.neighborhoods.allowed && settings.state !== null;
  return (
    <SegmentedControl
      aria-label="Level"
      size="sm"
      data={LEVELS.map((level) => ({ ...level, disabled: level.value === 'tract' && !mayTracts }))}
      value={settings.level === 'tract' && !mayTracts ? 'county' : settings.level}
      onChange={(value) => {
        onChange({ level: LEVELS.find((level) => level.value === value)?.value ?? 'county' });
      }}
    />
  );
}

/** What a level needs, said before it is pressed. */
function Limits({ settings, kinds }: ControlsProps) {
  if (!kinds.neighborhoods.allowed) {
    return (
      <Text size="xs" c="dimmed" className={classes.limit ?? ''}>
        Neighborhoods come with Pro, Business and Enterprise.{' '}
        <Anchor component={Link} to={paths.plans()} size="xs" underline="always">
          See plans
        </Anchor>
      </Text>
    );
  }
  return settings.state === null ? (
    <Text size="xs" c="dimmed" className={classes.limit ?? ''}>
      Choose a state for neighborhoods.
    </Text>
  ) : null;
}
