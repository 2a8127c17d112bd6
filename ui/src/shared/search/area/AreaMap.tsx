/** The map on which an area is chosen: by clicks, by touch, or with the keys at its crosshair. */
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { preload } from '@/shared/lib/preload';
import type { Position } from '@/shared/map/map-point';
import { placesOf, useShapes, type CountyPlace } from '@/shared/map/use-shapes';
import { areaAt } from '@/shared/map/shapes';
import { worldPoint } from '@/shared/map/world';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { PartBoundary } from '@/shared/ui/boundaries';
import type { AreaDraft, AreaKind } from './area-draft';
import { cornersOfArea } from './area-layers';
import { cleared, moved, setAt, undone } from './draw';
import classes from './Area.module.css';

const script = preload(() => import('./DrawnMap'));
const DrawnMap = script.component((module) => module.DrawnMap);

const HINTS: Record<AreaKind, string> = {
  counties: 'Click counties to add or remove them. Keys: arrows move, Enter adds the county in the middle.',
  radius: 'Click the middle of the circle. Keys: arrows move, Enter sets it.',
  box: 'Click two opposite corners. Keys: arrows move, Enter sets a corner, Backspace takes one back.',
  polygon:
    'Click corner after corner, the first one again to end. Keys: arrows move, Enter sets a corner, Backspace takes one back, Esc ends.',
};

interface AreaMapProps {
  kind: AreaKind;
  area: AreaDraft;
  onArea: (change: (area: AreaDraft) => AreaDraft) => void;
  /** Below its fields, not beside them. */
  inForm: boolean;
}

export function AreaMap(props: AreaMapProps) {
  const { kind, area, inForm } = props;
  const drawing = useDrawing(props);
  return (
    <section className={classes.panel} data-in-form={inForm || undefined} aria-label="Area on the map">
      <div className={classes.map}>
        <PartBoundary text="The map could not be loaded. The fields hold the same.">
          <Suspense fallback={<LoadingScreen label="Loading map data..." minHeight="100%" />}>
            <DrawnMap
              kind={kind}
              area={area}
              counties={drawing.counties}
              isEnded={drawing.isEnded}
              onSet={drawing.set}
              onUndo={drawing.undo}
              onEnd={drawing.end}
              onMoved={drawing.move}
              onCenter={drawing.setCenter}
            />
          </Suspense>
        </PartBoundary>
        <svg className={classes.crosshair} viewBox="0 0 28 28" aria-hidden focusable="false">
          <path d="M14 0V11M14 17V28M0 14H11M17 14H28" fill="none" />
        </svg>
      </div>
      <Tools kind={kind} drawing={drawing} />
    </section>
  );
}

function Tools({ kind, drawing }: { kind: AreaKind; drawing: Drawing }) {
  const { said, center, isEmpty, isEnded, canEnd, set, undo, clear, end } = drawing;
  return (
    <div className={classes.tools}>
      <p className={classes.said} role="status">
        {said ?? HINTS[kind]}
      </p>
      <Button
        size="sm"
        variant="default"
        disabled={center === null || isEnded}
        onClick={() => {
          if (center !== null) set(center);
        }}
      >
        {kind === 'counties' ? 'Add or remove' : 'Set corner'}
      </Button>
      <Button size="sm" variant="default" disabled={isEmpty} onClick={undo}>
        {kind === 'counties' ? 'Undo' : 'Undo corner'}
      </Button>
      <Button size="sm" variant="default" disabled={isEmpty} onClick={clear}>
        Clear
      </Button>
      {kind === 'polygon' ? (
        <Button size="sm" variant="default" disabled={!canEnd} onClick={end}>
          Done
        </Button>
      ) : null}
    </div>
  );
}

type Drawing = ReturnType<typeof useDrawing>;

function useDrawing({ kind, area, onArea }: Omit<AreaMapProps, 'inForm'>) {
  const { states, counties } = useShapes();
  const [said, setSaid] = useState<string | null>(null);
  const [center, setCenter] = useState<Position | null>(null);
  /** A polygon that is ended takes no further corner. */
  const [ended, setEnded] = useState<readonly Position[] | null>(null);
  const corners = cornersOfArea(kind, area);
  const isEnded = kind === 'polygon' && corners.length > 2 && ended === corners;

  const countyAt = (at: Position): CountyPlace | undefined => {
    if (states === null || counties === null) return undefined;
    const shape = areaAt(counties, worldPoint(at));
    return shape === undefined ? undefined : placesOf(states, [shape]).get(shape.id);
  };
  const change = (to: (area: AreaDraft) => AreaDraft, words: string) => {
    onArea(to);
    setEnded(null);
    setSaid(words);
  };
  return {
    counties,
    said,
    center,
    setCenter,
    isEnded,
    canEnd: kind === 'polygon' && corners.length > 2 && !isEnded,
    isEmpty: corners.length === 0 && (kind !== 'counties' || area.counties.length === 0),
    set: (at: Position) => {
      const drawn = isEnded ? null : setAt(kind, area, at, countyAt(at));
      if (drawn !== null) change(() => drawn.area, drawn.said);
    },
    undo: () => {
      change((before) => undone(kind, before), 'Taken back');
    },
    clear: () => {
      change((before) => cleared(kind, before), 'Cleared');
    },
    move: (index: number, to: Position) => {
      change((before) => moved(kind, before, index, to), `Corner ${index + 1} moved`);
    },
    end: () => {
      if (kind !== 'polygon' || corners.length < 3) return;
      setEnded(corners);
      setSaid(`The outline has ${corners.length} corners`);
    },
  };
}
