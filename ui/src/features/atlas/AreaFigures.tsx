/** The figures of an area: in the popup with their sources, in the hover card as text. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { AtlasSource } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { SIGNS, type Area } from './area';
import { Figures, line, type Line } from './FigureList';
import { ForAnalysts } from './ForAnalysts';
import {
  amountText,
  businessesText,
  indexText,
  isTooMany,
  notYoursText,
  rateText,
  yoursText,
} from './figures';
import { fullName } from './listed';
import type { Question } from './measures';
import classes from './Atlas.module.css';

/** What a question is about. */
function linesOf(area: Area, question: Question): Line[] {
  const now = line('now', businessesText(area), area.id.length > 5 ? 'Businesses in reach' : undefined);
  if (area.low === null) return [line('index', indexText(area))];
  if (question === 'sell') {
    const listed = area.listed === null ? [] : [line('listed', formatNumber(area.listed))];
    return [now, line('yours', yoursText(area)), line('rate', rateText(area)), ...listed];
  }
  if (area.gap === null) return [now, line('index', indexText(area))];
  const gap = line('gap', amountText(Math.abs(area.gap)), isTooMany(area.gap) ? 'Too many' : undefined);
  return [now, line('usual', amountText(area.usual)), gap];
}

function Verdict({ area }: { area: Area }) {
  const { sign, text } = SIGNS[area.missing === null ? area.sureness : 'none'];
  return (
    <Text size="sm" fw={600}>
      <span aria-hidden>{sign} </span>
      {text}
    </Text>
  );
}

interface AreaPopupProps {
  area: Area;
  kind: string;
  question: Question;
  sources: readonly AtlasSource[];
}

export function AreaPopup({ area, kind, question, sources }: AreaPopupProps) {
  const isCounty = area.id.length === 5;
  return (
    <Stack gap={8} align="flex-start">
      {question === 'open' || area.missing !== null ? <Verdict area={area} /> : null}
      {area.missing === null ? (
        <Figures area={area} lines={linesOf(area, question)} sources={sources} />
      ) : (
        <Text size="sm">{area.missing}</Text>
      )}
      <Disagreement area={area} />
      {question === 'open' && area.gap !== null ? (
        <ForAnalysts area={area} kind={kind} sources={sources} />
      ) : null}
      <Group gap="sm">
        {isCounty ? (
          <Button size="compact-sm" component={Link} to={paths.newSearch({ term: kind, county: area.id })}>
            Start a search here
          </Button>
        ) : null}
        {isCounty && question === 'open' ? (
          <Anchor component={Link} to={paths.atlasArea(area.id)} size="sm" underline="always">
            What is missing here
          </Anchor>
        ) : null}
      </Group>
    </Stack>
  );
}

function Disagreement({ area }: { area: Area }) {
  if (!area.disagree || area.listed === null) return null;
  return (
    <Text size="xs" c="dimmed">
      Sources disagree: {formatNumber(area.listed)} listed, {businessesText(area)} in the census.
    </Text>
  );
}

/** What the pointer or the list's focus is on; the list and the popup hold the same. */
export function AreaCard({ area, question }: { area: Area; question: Question }) {
  return (
    <div className={classes.card} aria-hidden>
      <Text fw={600} size="sm">
        {fullName(area)}
      </Text>
      {question === 'sell' && area.low !== null ? (
        <Text size="sm">{notYoursText(area)}</Text>
      ) : (
        <Verdict area={area} />
      )}
      {area.missing === null ? (
        <Figures area={area} lines={linesOf(area, question)} sources={null} />
      ) : (
        <Text size="xs">{area.missing}</Text>
      )}
    </div>
  );
}
