/** What only analysts ask for: how sure the figures are, and what they are computed of. */
import { Button, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { AtlasInput, AtlasSource } from '@/shared/api/generated';
import { Source, SourcedValue } from '@/shared/facts/SourcedValue';
import { formatDollars, formatNumber } from '@/shared/lib/format';
import type { Area } from './area';
import { useGetAtlasAreaInputsQuery } from './atlas-api';
import { explainFigure, explainInput } from './explain';
import { Figures, line, type Line } from './FigureList';
import { indexText, leakageText, sureText } from './figures';
import { fullName } from './listed';
import classes from './Atlas.module.css';

interface ForAnalystsProps {
  area: Area;
  kind: string;
  sources: readonly AtlasSource[];
}

function furtherOf(area: Area): Line[] {
  return [line('index', indexText(area)), line('leakage', leakageText(area)), line('sure', sureText(area))];
}

export function ForAnalysts({ area, kind, sources }: ForAnalystsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={classes.further}
      onToggle={({ currentTarget }) => {
        setOpened(currentTarget.open);
      }}
    >
      <summary>For analysts</summary>
      <Figures area={area} lines={furtherOf(area)} sources={sources} />
      {opened ? <Inputs area={area} kind={kind} sources={sources} /> : null}
    </details>
  );
}

function Inputs({ area, kind, sources }: ForAnalystsProps) {
  const { currentData, isError, refetch } = useGetAtlasAreaInputsQuery({ fips: area.id, kind });
  if (isError) {
    return (
      <Text size="xs" role="alert">
        The inputs could not be loaded.{' '}
        <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
          Try Again
        </Button>
      </Text>
    );
  }
  if (currentData === undefined) return <Skeleton h={80} aria-label="Loading inputs" />;
  const { inputs, demand } = currentData;
  return (
    <dl className={classes.figures} aria-label="Inputs">
      {inputs.map((input) => (
        <div key={input.name}>
          <dt>{capitalized(input.name)}</dt>
          <dd>
            <SourcedValue
              label={capitalized(input.name)}
              absent={input.value == null}
              explain={() => <Source about={explainInput(capitalized(input.name), fullName(area), input)} />}
            >
              {valueText(input)}
            </SourcedValue>
          </dd>
        </div>
      ))}
      {demand == null ? null : (
        <div>
          <dt>Demand, in people</dt>
          <dd>
            <SourcedValue
              label="Demand, in people"
              explain={() => <Source about={explainFigure('demand', fullName(area), sources)} />}
            >
              {formatNumber(demand)}
            </SourcedValue>
          </dd>
        </div>
      )}
    </dl>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function valueText({ unit, value }: AtlasInput): string {
  if (value == null) return 'Not published';
  switch (unit) {
    case 'usd':
      return formatDollars(value);
    case 'ratio':
      return formatNumber(value, 2);
    case 'per_sq_mi':
      return formatNumber(value, value < 10 ? 1 : 0);
    case 'number':
      return formatNumber(value);
  }
}
