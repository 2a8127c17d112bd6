/** What the three maps of a session's results have in common: heading, states, map. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { errorMessage, type ApiError } from '@/shared/api/api-error';
import { formatCounted } from '@/shared/lib/format';
import type { FitRule, MapStart } from '@/shared/map/fit';
import { MapFrame } from '@/shared/map/MapFrame';
import type { MapOutline } from '@/shared/map/map-point';
import { paths } from '@/shared/paths';
import type { ResultPoint } from '@/shared/results/result-points';
import { ResultPopup } from '@/shared/results/ResultPopup';
import { useSearchText } from '@/shared/results/search-text';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { Notice } from '@/shared/ui/Notice';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { SampleTag } from '@/shared/ui/SampleTag';
import type { MappedRows } from './use-mapped-rows';
import classes from './MapPage.module.css';

interface MapPageProps {
  sessionKey: string;
  loaded: MappedRows;
  points: readonly ResultPoint[];
  outlines?: readonly MapOutline[];
  start: MapStart;
  fit: FitRule;
  /** One place, whose popup is open at first, needs no list. */
  single?: boolean;
  /** Ways from here, at the right of the heading. */
  children?: ReactNode;
}

export function MapPage(props: MapPageProps) {
  const { sessionKey, loaded, points, outlines = [], children } = props;
  const { rows, error } = loaded;
  const description = useSearchText(error === undefined ? sessionKey : undefined);
  const placed = points.filter(({ position }) => position !== null).length;
  return (
    <>
      <PageHeader tab={description} {...(description === undefined ? {} : { description })}>
        <Group gap="sm">
          {rows?.some(({ sample }) => sample === true) === true ? <SampleTag /> : null}
          {placed === 0 ? null : <Text c="dimmed">{formatCounted(placed, 'location')}</Text>}
          {children}
        </Group>
      </PageHeader>
      {rows === undefined ? (
        <NotYet loaded={loaded} />
      ) : placed === 0 && outlines.length === 0 ? (
        <Panel title="No locations">
          <Text>No location(s) to display...</Text>
        </Panel>
      ) : (
        <ResultsMap {...props} outlines={outlines} />
      )}
    </>
  );
}

function NotYet({ loaded: { error, fetching, tryAgain } }: { loaded: MappedRows }) {
  if (error === undefined) return <LoadingScreen label="Loading map data..." minHeight={220} />;
  if ((error as Partial<ApiError>).status === 404) {
    return (
      <Notice tone="bad" title="Session not found">
        <Text>This session was not found. It may belong to another account.</Text>
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title="Error fetching results">
      <Stack align="flex-start" gap="sm">
        <Text>{errorMessage(error)}</Text>
        <Button size="xs" variant="default" loading={fetching} onClick={tryAgain}>
          Try Again
        </Button>
      </Stack>
    </Notice>
  );
}

function ResultsMap({ sessionKey, points: mapped, outlines, start, fit, single = false }: MapPageProps) {
  const points = useMemo(
    () => mapped.map((point) => ({ ...point, page: paths.account(sessionKey, Number(point.id)) })),
    [mapped, sessionKey],
  );
  const [selected, setSelected] = useState<string | null>(single ? (points[0]?.id ?? null) : null);
  const [hovered, setHovered] = useState<string | null>(null);
  const marked = useMemo(() => ({ selected, hovered }), [selected, hovered]);
  return (
    <div className={classes.map}>
      <MapFrame
        points={points}
        {...(outlines === undefined ? {} : { outlines })}
        start={start}
        fit={fit}
        marked={marked}
        onSelect={setSelected}
        onHover={setHovered}
        list={single ? 'none' : 'left'}
        popup={({ id }) => {
          const point = points.find((each) => each.id === id);
          return point === undefined ? null : <ResultPopup point={point} />;
        }}
      />
    </div>
  );
}
