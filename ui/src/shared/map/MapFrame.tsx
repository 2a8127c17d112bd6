/**
 * A map with its list: every map of the app. List and frame render at once; the drawn map is a chunk loaded when it
 * is shown. The built-in map lies below the tiles, and is what there is without them. The caller holds which business is selected and
 * hovered, so that a table next to the map can mark the same one.
 */
import { Text } from '@mantine/core';
import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { useConfig } from '@/shared/config/config-context';
import { preload } from '@/shared/lib/preload';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { PartBoundary } from '@/shared/ui/boundaries';
import { usePhone } from '@/shared/ui/use-phone';
import { Attribution, GROUND_CREDIT } from './Attribution';
import type { FitRule, MapMove, MapStart } from './fit';
import { mapLabel, type MapOutline, type MapPoint, type Marked, type Position } from './map-point';
import { PlaceList } from './PlaceList';
import { useListAndMap } from './use-list-and-map';
import { useStreetsNote } from './use-streets-note';
import classes from './MapFrame.module.css';

const script = preload(() => import('./LeafletMap'));
const LeafletMap = script.component((module) => module.LeafletMap);
/** Preloads the map's script. */
export const loadMap = script.ask;

const NO_OUTLINES: readonly MapOutline[] = [];
const NO_LINES: readonly (readonly Position[])[] = [];
const NO_STREETS = 'Street map not reached. The built-in map is shown.';
const NO_GROUND = 'Map shapes could not be loaded. Positions are right.';

interface MapFrameProps {
  points: readonly MapPoint[];
  /** What the points are called in the map's label. */
  noun?: { one: string; many: string };
  outlines?: readonly MapOutline[];
  /** Ways, each from a place to the next. */
  lines?: readonly (readonly Position[])[];
  start: MapStart;
  /** How the map fits its points; `null` leaves it as it is. */
  fit: FitRule | null;
  /** Fits when this changes instead of the points, for a map that should stay while they change. */
  fitOn?: unknown;
  onMove?: (move: MapMove) => void;
  marked: Marked;
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
  /** The popup's content below the name. */
  popup: (point: MapPoint) => ReactNode;
  /**
   * The side of the list on a wide screen; phones have it below the map. 'none' if a table on the page shows the
   * same, or for a single business.
   */
  list?: 'left' | 'right' | 'table' | 'none';
  /** Notes above the map, such as a banner. */
  children?: ReactNode;
  foot?: ReactNode;
}

export function MapFrame(props: MapFrameProps) {
  const { points, noun = { one: 'business', many: 'businesses' }, marked, onSelect, onHover } = props;
  const { list: side = 'left' } = props;
  const phone = usePhone();
  const listed = side === 'left' || side === 'right';
  const { list, frame, selectFromList, selectFromMap, closePopup } = useListAndMap(marked.selected, onSelect);

  const parts = [
    listed ? (
      <PlaceList
        key="list"
        ref={list}
        label={noun.many}
        points={points}
        marked={marked}
        onSelect={selectFromList}
        onHover={onHover}
      />
    ) : null,
    <MapBox key="map" {...props} onSelect={selectFromMap} onClosePopup={closePopup} />,
  ];
  const listFirst = !phone && side === 'left';
  const heldBy = listed ? 'list' : side === 'table' ? 'table' : null;
  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={mapLabel(points.length, noun, heldBy)}
      data-list={side}
    >
      {/* In visual order, which is the Tab order. */}
      {listFirst ? parts : parts.toReversed()}
    </section>
  );
}

function MapBox(props: MapFrameProps & { onClosePopup: () => void }) {
  const {
    points,
    outlines = NO_OUTLINES,
    lines = NO_LINES,
    start,
    fit,
    fitOn,
    marked,
    popup,
    children,
  } = props;
  const { tile_url: tileUrl, tile_attribution: attribution, built_in_map: builtIn } = useConfig();
  const [tilesReached, setTilesReached] = useState(true);
  const [groundFailed, setGroundFailed] = useState(false);
  const streets = useStreetsNote();
  const isGround = tileUrl == null || !tilesReached;
  const note = isGround && groundFailed ? NO_GROUND : streets.isSaid ? NO_STREETS : null;
  const { say } = streets;
  const onTiles = useCallback(
    (reached: boolean) => {
      setTilesReached(reached);
      if (!reached) say();
    },
    [say],
  );
  return (
    <div className={classes.map} data-ground={isGround || undefined}>
      <PartBoundary text="The map could not be loaded. The list holds the same.">
        <Suspense fallback={<LoadingScreen label="Loading map data..." minHeight="100%" />}>
          <LeafletMap
            points={points}
            outlines={outlines}
            lines={lines}
            start={start}
            fit={fit}
            fitOn={fitOn}
            onMove={props.onMove}
            marked={marked}
            ground={builtIn || isGround}
            tileUrl={tileUrl ?? null}
            popup={popup}
            onSelect={props.onSelect}
            onHover={props.onHover}
            onTiles={onTiles}
            onGroundFailure={setGroundFailed}
            onClosePopup={props.onClosePopup}
          />
        </Suspense>
      </PartBoundary>
      <div className={classes.notes}>
        {children}
        {note === null ? null : (
          <Text size="xs" role="status">
            {note}
          </Text>
        )}
      </div>
      {props.foot === undefined ? null : (
        <div className={`${classes.notes ?? ''} ${classes.foot ?? ''}`}>{props.foot}</div>
      )}
      <Attribution text={isGround ? GROUND_CREDIT : attribution} />
    </div>
  );
}
