/** The area of a search, in the place of its cities. */
import { NumberInput, SegmentedControl, Stack } from '@mantine/core';
import { AREA_KINDS, EMPTY_AREA, MOST_MILES, outlineOf, type AreaDraft, type AreaKind } from './area-draft';
import { AroundInput } from './AroundInput';
import { CornersFields } from './CornersFields';
import { CountiesInput } from './CountiesInput';
import classes from './Area.module.css';

interface AreaFieldsProps {
  kind: AreaKind;
  area: AreaDraft;
  /** The form's state. */
  state: string;
  error: string | null;
  /** What is said of so many counties. */
  countText: (count: number, one: string, many: string) => string;
  onKind: (kind: AreaKind) => void;
  onArea: (change: (area: AreaDraft) => AreaDraft) => void;
}

export function AreaFields({ onKind, ...fields }: AreaFieldsProps) {
  return (
    <Stack gap="xs">
      <SegmentedControl
        fullWidth
        aria-label="Kind of area"
        classNames={{ label: classes.kind ?? '' }}
        data={[...AREA_KINDS]}
        value={fields.kind}
        onChange={(value) => {
          onKind(value);
        }}
      />
      <Fields {...fields} />
    </Stack>
  );
}

function Fields({ kind, area, state, error, countText, onArea }: Omit<AreaFieldsProps, 'onKind'>) {
  const change = (part: Partial<AreaDraft>) => {
    onArea((before) => ({ ...before, ...part }));
  };
  switch (kind) {
    case 'counties': {
      const { length } = area.counties;
      return (
        <CountiesInput
          value={area.counties}
          description={
            length === 0 ? 'By name, or click them on the map' : countText(length, 'county', 'counties')
          }
          error={error}
          onChange={(counties) => {
            change({ counties });
          }}
        />
      );
    }
    case 'radius':
      return <RadiusFields area={area} state={state} error={error} onChange={change} />;
    case 'box':
      return (
        <>
          <Told error={error} hint="Set two opposite corners on the map." />
          <CornersFields
            corners={area.box}
            onCorners={(box) => {
              change({ box });
            }}
            onRings={null}
          />
        </>
      );
    case 'polygon':
      return (
        <>
          <Told error={error} hint="Set the corners on the map, one after the other." />
          <CornersFields
            corners={outlineOf(area)}
            onCorners={(ring) => {
              change({ rings: ring.length === 0 ? EMPTY_AREA.rings : [ring, ...area.rings.slice(1)] });
            }}
            onRings={(rings) => {
              change({ rings });
            }}
          />
        </>
      );
  }
}

interface RadiusFieldsProps extends Pick<AreaFieldsProps, 'area' | 'state' | 'error'> {
  onChange: (part: Partial<AreaDraft>) => void;
}

function RadiusFields({ area, state, error, onChange }: RadiusFieldsProps) {
  return (
    <div className={classes.radius}>
      <AroundInput
        center={area.center === null ? null : { position: area.center, name: area.around }}
        state={state}
        error={error}
        onChange={(center) => {
          onChange({ center: center?.position ?? null, around: center?.name ?? '' });
        }}
      />
      <NumberInput
        label="Miles"
        description={`1 to ${MOST_MILES}`}
        min={1}
        max={MOST_MILES}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        value={area.miles}
        onChange={(value) => {
          onChange({ miles: value === '' ? '' : Number(value) });
        }}
      />
    </div>
  );
}

/** The message of an area that has no field of its own. */
function Told({ error, hint }: { error: string | null; hint: string }) {
  return error === null ? (
    <p className={classes.hint}>{hint}</p>
  ) : (
    <p className={classes.error} role="alert" tabIndex={-1} data-area-error>
      {error}
    </p>
  );
}
