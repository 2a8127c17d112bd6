/** The settings under More. */
import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { AtlasComparison, AtlasKinds } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';
import { RADII, SMALLEST, USUAL_RADIUS, type Settings } from './atlas-address';
import { measureOf, MEASURES } from './measures';

interface MoreFieldsProps {
  settings: Settings;
  kinds: AtlasKinds;
  onChange: (part: Partial<Settings>) => void;
}

/** As they are at first. */
export const WITHOUT_MORE = {
  supply: 'census',
  compare: 'similar',
  minPopulation: 0,
  radius: null,
  mine: false,
} satisfies Partial<Settings>;

/** How many differ from that. */
export function countMore({ question, measure, ...settings }: Settings): number {
  const names = Object.keys(WITHOUT_MORE) as (keyof typeof WITHOUT_MORE)[];
  const changed = names.filter((name) => settings[name] !== WITHOUT_MORE[name]).length;
  return changed + (measure === measureOf(null, question).id ? 0 : 1);
}

const COMPARED: { value: AtlasComparison; label: string }[] = [
  { value: 'similar', label: 'Similar counties' },
  { value: 'nation', label: 'The nation' },
  { value: 'state', label: 'Its state' },
];

export function MoreFields({ settings, onChange, kinds }: MoreFieldsProps) {
  const { question, measure, level, supply, compare, minPopulation, radius, mine } = settings;
  const radii = RADII[level];
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Show"
        data={MEASURES.filter((each) => each.question === question).map(({ id, label }) => ({
          value: id,
          label,
        }))}
        value={measure}
        onChange={({ currentTarget: { value } }) => {
          onChange({ measure: measureOf(value, question).id });
        }}
      />
      <NativeSelect
        label="Counted from"
        data={[
          { value: 'census', label: ['Census', kinds.year].join(' ').trim() },
          { value: 'listings', label: 'Our listings' },
        ]}
        value={supply}
        onChange={({ currentTarget: { value } }) => {
          onChange({ supply: value === 'listings' ? value : 'census' });
        }}
      />
      <NativeSelect
        label="Compared with"
        data={COMPARED}
        value={compare}
        onChange={({ currentTarget: { value } }) => {
          onChange({ compare: COMPARED.find((each) => each.value === value)?.value ?? 'similar' });
        }}
      />
      <NativeSelect
        label="Smallest population"
        data={SMALLEST.map((least) => ({
          value: String(least),
          label: least === 0 ? 'Any' : formatNumber(least),
        }))}
        value={String(minPopulation)}
        onChange={({ currentTarget: { value } }) => {
          onChange({ minPopulation: Number(value) });
        }}
      />
      {radii.length === 0 ? null : (
        <NativeSelect
          label="Radius"
          data={radii.map((miles) => ({ value: String(miles), label: `${formatNumber(miles)} mi` }))}
          value={String(radius ?? USUAL_RADIUS[level])}
          onChange={({ currentTarget: { value } }) => {
            onChange({ radius: Number(value) === USUAL_RADIUS[level] ? null : Number(value) });
          }}
        />
      )}
      <Checkbox
        label="My companies on the map"
        checked={mine}
        onChange={({ currentTarget: { checked } }) => {
          onChange({ mine: checked });
        }}
      />
    </Stack>
  );
}
