/** The pages that show a session's results on a map: all of them, all with their outlines, or one. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { paths } from '@/shared/paths';
import { handedOver, handedOverPlace, resultOutlines, resultPoints } from '@/shared/results/result-points';
import { BackButton } from '@/shared/ui/BackButton';
import { MapPage, SINGLE_ZOOM, START, useMappedRows } from './MapPage';

/** /results-map/{sessionKey}: all results. The rows come with the navigation or the export; `?row_idx=` shows one. */
export function ResultsMapPage() {
  const { sessionKey = '' } = useParams();
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const brought = useMemo(() => handedOver(state), [state]);
  const loaded = useMappedRows(sessionKey, brought);
  const { currentData: rows } = loaded;
  const rowIdx = params.get('row_idx');
  const points = useMemo(() => resultPoints(rows ?? [], rowIdx), [rows, rowIdx]);
  // Rows from a navigation come without outlines, so there may be some.
  const mayBeOutlined = useMemo(
    () => brought !== null || resultOutlines(rows ?? []).length > 0,
    [brought, rows],
  );
  return (
    <MapPage sessionKey={sessionKey} loaded={loaded} points={points}>
      {mayBeOutlined ? (
        <Button component={Link} to={paths.sessionMap(sessionKey)} variant="default">
          Show outlines
        </Button>
      ) : null}
      <BackButton label="Go Back" otherwise={paths.search(sessionKey)} />
    </MapPage>
  );
}

/** /map/{sessionKey}/{rowIdx}: one business. Its place comes with the navigation or from the export. */
export function BusinessMapPage() {
  const { sessionKey = '', rowIdx = '' } = useParams();
  const state: unknown = useLocation().state;
  const brought = useMemo(() => handedOverPlace(state, rowIdx), [state, rowIdx]);
  const loaded = useMappedRows(sessionKey, brought);
  const { currentData: rows } = loaded;
  const points = useMemo(() => resultPoints(rows ?? [], rowIdx), [rows, rowIdx]);
  const center = points[0]?.position ?? START.center;
  return (
    <MapPage
      sessionKey={sessionKey}
      loaded={loaded}
      points={points}
      start={{ center, zoom: SINGLE_ZOOM }}
      single
    >
      <BackButton label="Go Back" otherwise={paths.search(sessionKey)} />
    </MapPage>
  );
}

/** /map?sessionKey=…: all results with their outlines. Without a session, the search page. */
export function SessionMapPage() {
  const sessionKey = useSearchParams()[0].get('sessionKey') ?? '';
  return sessionKey === '' ? (
    <Navigate to={paths.search()} replace />
  ) : (
    <SessionMap sessionKey={sessionKey} />
  );
}

function SessionMap({ sessionKey }: { sessionKey: string }) {
  const loaded = useMappedRows(sessionKey, null);
  const { currentData: rows } = loaded;
  const points = useMemo(() => resultPoints(rows ?? [], null), [rows]);
  const outlines = useMemo(() => resultOutlines(rows ?? []), [rows]);
  return (
    <MapPage sessionKey={sessionKey} loaded={loaded} points={points} outlines={outlines}>
      <Button component={Link} to={paths.search(sessionKey)} variant="default">
        Back to the search
      </Button>
    </MapPage>
  );
}
