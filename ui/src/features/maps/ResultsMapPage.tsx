/**
 * /results-map/{sessionKey}: all results of a search on a map. The rows come with the navigation, or from the
 * session's export; `?row_idx=` shows one of them.
 */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { paths } from '@/shared/paths';
import { handedOver, resultOutlines, resultPoints } from '@/shared/results/result-points';
import { BackButton } from '@/shared/ui/BackButton';
import { MapPage } from './MapPage';
import { FIT, START } from './map-rules';
import { useMappedRows } from './use-mapped-rows';

export function ResultsMapPage() {
  const { sessionKey = '' } = useParams();
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const brought = useMemo(() => handedOver(state), [state]);
  const loaded = useMappedRows(sessionKey, brought);
  const { rows } = loaded;
  const rowIdx = params.get('row_idx');
  const points = useMemo(() => resultPoints(rows ?? [], rowIdx), [rows, rowIdx]);
  // Rows that were handed over come without their outlines: the page that draws them finds out.
  const mayBeOutlined = useMemo(
    () => brought !== null || resultOutlines(rows ?? []).length > 0,
    [brought, rows],
  );
  return (
    <MapPage sessionKey={sessionKey} loaded={loaded} points={points} start={START} fit={FIT}>
      {mayBeOutlined ? (
        <Button component={Link} to={paths.sessionMap(sessionKey)} variant="default">
          Show outlines
        </Button>
      ) : null}
      <BackButton label="Go Back" otherwise={paths.search(sessionKey)} />
    </MapPage>
  );
}
