/** What the three maps of a session's results share: the rows, the heading, the states and the map. */
import { Group, Skeleton, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage, type ApiError } from '@/shared/api/api-error';
import { formatCounted } from '@/shared/lib/format';
import { NO_MAP } from '@/shared/lib/google-place';
import type { FitRule, MapStart } from '@/shared/map/fit';
import { loadMap, MapFrame } from '@/shared/map/MapFrame';
import type { MapOutline } from '@/shared/map/map-point';
import { paths } from '@/shared/paths';
import { rowsOf, type MappedRow, type ResultPoint } from '@/shared/results/result-points';
import { ResultPopup } from '@/shared/results/ResultPopup';
import { useSearchText } from '@/shared/results/search-text';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { QueryState } from '@/shared/ui/QueryState';
import { SampleTag } from '@/shared/ui/Tag';
import classes from './MapPage.module.css';

// While the rows are on their way.
loadMap();

/** Somewhere in Arizona. */
export const START: MapStart = { center: { latitude: 33.4484, longitude: -112.074 }, zoom: 12 };
export const SINGLE_ZOOM = 13;
const FIT: FitRule = { paddingPx: 50, maxZoom: 19, singleZoom: SINGLE_ZOOM, delayMs: 0 };

/** The rows that came with the navigation (`brought`), else those of the session's export. */
export function useMappedRows(sessionKey: string, brought: readonly MappedRow[] | null) {
  const query = api.useExportRowsQuery(
    { sessionKey, format: 'json' },
    // A running job delivers more rows between two visits.
    { skip: brought !== null, refetchOnMountOrArgChange: true },
  );
  const { currentData, error, isFetching, refetch } = query;
  return { currentData: brought ?? rowsOf(currentData), error, isFetching, refetch };
}

interface MapPageProps {
  sessionKey: string;
  loaded: ReturnType<typeof useMappedRows>;
  points: readonly ResultPoint[];
  outlines?: readonly MapOutline[];
  start?: MapStart;
  /** One place: its popup opens at once, and there is no list. */
  single?: boolean;
  /** Links to other pages, at the right of the heading. */
  children?: ReactNode;
}

export function MapPage(props: MapPageProps) {
  const { sessionKey, loaded, points, outlines = [], children } = props;
  const { currentData: rows, error } = loaded;
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
      <QueryState
        query={loaded}
        loading={{ text: 'Loading map data...', skeleton: <Skeleton h={220} radius="md" /> }}
        failure={failureOf(error)}
        minHeight={220}
      >
        {() =>
          placed === 0 && outlines.length === 0 ? (
            <Panel title="No locations">
              <Text>No location(s) to display...</Text>
            </Panel>
          ) : (
            <ResultsMap {...props} outlines={outlines} />
          )
        }
      </QueryState>
    </>
  );
}

function failureOf(error: Partial<ApiError> | undefined) {
  if (error?.code === 'list_only') return { title: 'No map of these', message: () => NO_MAP, retry: null };
  if (error?.status !== 404) return { title: 'Error fetching results', message: errorMessage };
  return {
    title: 'Session not found',
    message: () => 'This session was not found. It may belong to another account.',
    retry: null,
  };
}

function ResultsMap({ sessionKey, points: mapped, outlines, start = START, single = false }: MapPageProps) {
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
        fit={FIT}
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
