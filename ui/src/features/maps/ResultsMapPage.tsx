/**
 * /results-map/{sessionKey}: all results of a search on a map. The rows come with the navigation, or from the
 * session's export; `?row_idx=` shows one of them.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import { formatCounted } from '@/shared/lib/format';
import { MapFrame } from '@/shared/map/MapFrame';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { Notice } from '@/shared/ui/Notice';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { SampleTag } from '@/shared/ui/SampleTag';
import { handedOver, resultPoints, rowsOf, type ResultPoint } from './result-points';
import { ResultPopup } from './ResultPopup';
import classes from './ResultsMapPage.module.css';

/** The specification's: somewhere in Arizona. */
const START = { center: { latitude: 33.4484, longitude: -112.074 }, zoom: 12 };
const FIT = { paddingPx: 50, maxZoom: 19, singleZoom: 13, delayMs: 0 };

export function ResultsMapPage() {
  const { sessionKey = '' } = useParams();
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const brought = useMemo(() => handedOver(state), [state]);
  const { data, error, isFetching, refetch } = api.useExportRowsQuery(
    { sessionKey, format: 'json' },
    { skip: brought !== null },
  );
  const rows = useMemo(() => brought ?? rowsOf(data), [brought, data]);
  const rowIdx = params.get('row_idx');
  const points = useMemo(() => resultPoints(rows ?? [], rowIdx), [rows, rowIdx]);
  const placed = points.filter(({ position }) => position !== null).length;
  return (
    <>
      <PageHeader>
        <Group gap="sm">
          {rows?.some(({ sample }) => sample === true) === true ? <SampleTag /> : null}
          {placed === 0 ? null : <Text c="dimmed">{formatCounted(placed, 'location')}</Text>}
          <GoBack />
        </Group>
      </PageHeader>
      {rows === undefined && error !== undefined ? (
        <Notice tone="bad" title="Error fetching results">
          <Text>{errorMessage(error)}</Text>
          <Button size="xs" variant="default" loading={isFetching} onClick={refetch}>
            Try Again
          </Button>
        </Notice>
      ) : rows === undefined ? (
        <LoadingScreen label="Loading map data..." minHeight={220} />
      ) : placed === 0 ? (
        <Panel title="No locations">
          <Stack align="flex-start">
            <Text>No location(s) to display...</Text>
          </Stack>
        </Panel>
      ) : (
        <ResultsMap points={points} />
      )}
    </>
  );
}

function ResultsMap({ points }: { points: readonly ResultPoint[] }) {
  const [selected, setSelected] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const marked = useMemo(() => ({ selected, hovered }), [selected, hovered]);
  return (
    <div className={classes.map}>
      <MapFrame
        points={points}
        start={START}
        fit={FIT}
        marked={marked}
        onSelect={setSelected}
        onHover={setHovered}
        popup={({ id }) => {
          const point = points.find((each) => each.id === id);
          return point === undefined ? null : <ResultPopup point={point} />;
        }}
      />
    </div>
  );
}

function GoBack() {
  const navigate = useNavigate();
  return (
    <Button variant="default" onClick={() => navigate(-1)}>
      Go Back
    </Button>
  );
}
