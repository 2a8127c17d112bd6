/**
 * A map with its list: what every map of the app is. The list and the frame are there at once, the drawn map is a
 * chunk of its own that loads when it is shown. Without tiles the markers stand on plain ground.
 *
 * The caller keeps which business is selected and which hovered, so that a table beside it can mark the same.
 */
import { Text } from '@mantine/core';
import { Suspense, useCallback, useRef, useState, type ReactNode } from 'react';
import { useConfig } from '@/shared/config/config-context';
import { earlyScript } from '@/shared/lib/early-script';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { PartBoundary } from '@/shared/ui/PartBoundary';
import { usePhone } from '@/shared/ui/use-phone';
import { Attribution } from './Attribution';
import type { FitRule, MapMove, MapStart } from './fit';
import { mapLabel, type MapOutline, type MapPoint, type Marked, type Position } from './map-point';
import { PlaceList, type PlaceListHandle } from './PlaceList';
import classes from './MapFrame.module.css';

const script = earlyScript(() => import('./LeafletMap'));
const LeafletMap = script.component((module) => module.LeafletMap);
/** Asks for the map's script before there is a map. */
export const loadMap = script.ask;

const NO_OUTLINES: readonly MapOutline[] = [];
const NO_LINE: readonly Position[] = [];
const NO_TILES = 'Map tiles cannot be reached. Positions are right.';

interface MapFrameProps {
  points: readonly MapPoint[];
  /** What the points are, in the map's label: one business, many businesses. */
  noun?: { one: string; many: string };
  outlines?: readonly MapOutline[];
  /** Drawn below the markers, from place to place. */
  line?: readonly Position[];
  start: MapStart;
  /** How the map fits its points; `null` leaves it where it is. */
  fit: FitRule | null;
  /** Fits when this changes, in place of the points: where they may change and the map is to stay. */
  fitOn?: unknown;
  onMove?: (move: MapMove) => void;
  marked: Marked;
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
  /** What the popup says below the name. */
  popup: (point: MapPoint) => ReactNode;
  /**
   * On which side of a wide screen the list stands; phones have it below the map. None stands there where a table
   * of the page holds the same, or where there is one business only.
   */
  list?: 'left' | 'right' | 'table' | 'none';
  /** Notes over the map, such as a banner. */
  children?: ReactNode;
  /** What stands at the map's foot. */
  foot?: ReactNode;
}

export function MapFrame(props: MapFrameProps) {
  const { points, noun = { one: 'business', many: 'businesses' }, marked, onSelect, onHover } = props;
  const { list: side = 'left' } = props;
  const phone = usePhone();
  const listed = side === 'left' || side === 'right';
  const list = useRef<PlaceListHandle>(null);
  const frame = useRef<HTMLElement>(null);
  /** Where the focus goes back to. */
  const openedFrom = useRef<'list' | 'map'>('map');
  const { selected } = marked;

  const selectFromList = (id: string) => {
    openedFrom.current = 'list';
    onSelect(id);
  };
  const selectFromMap = useCallback(
    (id: string | null) => {
      openedFrom.current = 'map';
      onSelect(id);
    },
    [onSelect],
  );
  const closePopup = useCallback(() => {
    onSelect(null);
    if (openedFrom.current === 'list' && selected !== null) list.current?.focus(selected);
    else frame.current?.querySelector<HTMLElement>('.da-map')?.focus({ preventScroll: true });
  }, [onSelect, selected]);

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
      {/* In the order in which they stand, which is the order of the Tab key. */}
      {listFirst ? parts : parts.toReversed()}
    </section>
  );
}

function MapBox(props: MapFrameProps & { onClosePopup: () => void }) {
  const {
    points,
    outlines = NO_OUTLINES,
    line = NO_LINE,
    start,
    fit,
    fitOn,
    marked,
    popup,
    children,
  } = props;
  const { tile_url: tileUrl, tile_attribution: attribution } = useConfig();
  const [tilesReached, setTilesReached] = useState(true);
  const isPlain = tileUrl == null || !tilesReached;
  return (
    <div className={classes.map} data-plain={isPlain || undefined}>
      <PartBoundary text="The map could not be loaded. The list holds the same.">
        <Suspense fallback={<LoadingScreen label="Loading map data..." minHeight="100%" />}>
          <LeafletMap
            points={points}
            outlines={outlines}
            line={line}
            start={start}
            fit={fit}
            fitOn={fitOn}
            onMove={props.onMove}
            marked={marked}
            tileUrl={tileUrl ?? null}
            popup={popup}
            onSelect={props.onSelect}
            onHover={props.onHover}
            onTiles={setTilesReached}
            onClosePopup={props.onClosePopup}
          />
        </Suspense>
      </PartBoundary>
      <div className={classes.notes}>
        {children}
        {isPlain ? (
          <Text size="xs" role="status">
            {NO_TILES}
          </Text>
        ) : null}
      </div>
      {props.foot === undefined ? null : (
        <div className={`${classes.notes ?? ''} ${classes.foot ?? ''}`}>{props.foot}</div>
      )}
      {tileUrl == null ? null : <Attribution text={attribution} />}
    </div>
  );
}
