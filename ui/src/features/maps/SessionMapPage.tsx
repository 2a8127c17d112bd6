/** /map?sessionKey=…: the pins of a session and the outlines of those that have one. Without a session, the search. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { paths } from '@/shared/paths';
import { resultOutlines, resultPoints } from '@/shared/results/result-points';
import { MapPage } from './MapPage';
import { FIT, START } from './map-rules';
import { useMappedRows } from './use-mapped-rows';

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
  const { rows } = loaded;
  const points = useMemo(() => resultPoints(rows ?? [], null), [rows]);
  const outlines = useMemo(() => resultOutlines(rows ?? []), [rows]);
  return (
    <MapPage
      sessionKey={sessionKey}
      loaded={loaded}
      points={points}
      outlines={outlines}
      start={START}
      fit={FIT}
    >
      <Button component={Link} to={paths.search(sessionKey)} variant="default">
        Back to the search
      </Button>
    </MapPage>
  );
}
