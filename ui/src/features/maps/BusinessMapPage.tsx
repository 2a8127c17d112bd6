/**
 * /map/{sessionKey}/{rowIdx}: one business. Its place comes with the navigation, or from the session's export where
 * the address was opened by itself.
 */
import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router';
import { paths } from '@/shared/paths';
import { handedOverPlace, resultPoints } from '@/shared/results/result-points';
import { BackButton } from '@/shared/ui/BackButton';
import { MapPage } from './MapPage';
import { FIT, SINGLE_ZOOM, START } from './map-rules';
import { useMappedRows } from './use-mapped-rows';

export function BusinessMapPage() {
  const { sessionKey = '', rowIdx = '' } = useParams();
  const state: unknown = useLocation().state;
  const brought = useMemo(() => handedOverPlace(state, rowIdx), [state, rowIdx]);
  const loaded = useMappedRows(sessionKey, brought);
  const { rows } = loaded;
  const points = useMemo(() => resultPoints(rows ?? [], rowIdx), [rows, rowIdx]);
  const center = points[0]?.position ?? START.center;
  return (
    <MapPage
      sessionKey={sessionKey}
      loaded={loaded}
      points={points}
      start={{ center, zoom: SINGLE_ZOOM }}
      fit={FIT}
      single
    >
      <BackButton label="Go Back" otherwise={paths.search(sessionKey)} />
    </MapPage>
  );
}
