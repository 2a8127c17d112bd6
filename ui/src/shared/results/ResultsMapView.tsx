import { useMemo } from 'react';
import { ROWS_FIT, WHOLE_US } from '@/shared/map/fit';
import { MapFrame } from '@/shared/map/MapFrame';
import type { Marked } from '@/shared/map/map-point';
import { resultPoints } from './result-points';
import { ResultPopup } from './ResultPopup';
import type { ResultRow } from './result-columns';

interface ResultsMapViewProps {
  rows: readonly ResultRow[];
  marked: Marked;
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
  /** The table with the same rows is next to it. */
  beside: boolean;
}

/** The rows of the table on a map. */
export function ResultsMapView({ rows, marked, onSelect, onHover, beside }: ResultsMapViewProps) {
  const points = useMemo(() => resultPoints(rows, null), [rows]);
  return (
    <MapFrame
      points={points}
      start={WHOLE_US}
      fit={ROWS_FIT}
      marked={marked}
      onSelect={onSelect}
      onHover={onHover}
      list={beside ? 'table' : 'left'}
      popup={({ id }) => {
        const point = points.find((each) => each.id === id);
        return point === undefined ? null : <ResultPopup point={point} />;
      }}
    />
  );
}
