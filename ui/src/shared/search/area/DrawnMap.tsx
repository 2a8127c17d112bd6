/** The drawn part of the area's map: a chunk of its own, loaded by `AreaMap`. */
import 'leaflet/dist/leaflet.css';
import '@/shared/map/leaflet.css';
import { useReducedMotion } from '@mantine/hooks';
import { divIcon, latLngBounds, type LeafletKeyboardEvent, type LeafletMouseEvent } from 'leaflet';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Marker, Polygon, Polyline, useMap, useMapEvents } from 'react-leaflet';
import { useConfig } from '@/shared/config/config-context';
import { BaseMap } from '@/shared/map/BaseMap';
import { Ground } from '@/shared/map/Ground';
import type { Position } from '@/shared/map/map-point';
import type { AreaShape } from '@/shared/map/shapes';
import { Tiles } from '@/shared/map/Tiles';
import type { AreaDraft, AreaKind } from './area-draft';
import { cornersOfArea, ringsOfArea, ringsOfCounty } from './area-layers';

const MIN_ZOOM = 2;
const MAX_ZOOM = 17;
/** The contiguous United States. */
const START = latLngBounds([24.4, -125], [49.4, -66.9]);
/** The nearest zoom at which several states are seen. */
const FAR_ZOOM = 6;
/** A click this near to the first corner ends an outline, in pixels. */
const END_PX = 12;
const FIT_MAX_ZOOM = 11;

export interface DrawnMapProps {
  kind: AreaKind;
  area: AreaDraft;
  /** Null until they are there. */
  counties: readonly AreaShape[] | null;
  isEnded: boolean;
  onSet: (at: Position) => void;
  onUndo: () => void;
  onEnd: () => void;
  onMoved: (index: number, to: Position) => void;
  /** Where the crosshair is. */
  onCenter: (at: Position) => void;
}

export function DrawnMap(props: DrawnMapProps) {
  const { kind, area, counties, isEnded } = props;
  const { tile_url: tileUrl, built_in_map: builtIn } = useConfig();
  const [tilesReached, setTilesReached] = useState(true);
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  const rings = ringsOfArea(kind, area);
  const chosen = useMemo(() => {
    if (kind !== 'counties' || counties === null) return [];
    const codes = new Set(area.counties.map(({ fips }) => fips));
    return counties
      .filter(({ id }) => codes.has(id))
      .map((shape) => ({ id: shape.id, rings: ringsOfCounty(shape) }));
  }, [kind, counties, area.counties]);
  const isOpen = kind === 'polygon' && !isEnded;
  return (
    <BaseMap still={still} bounds={START} doubleClickZoom={false} minZoom={MIN_ZOOM} maxZoom={MAX_ZOOM}>
      {builtIn || tileUrl == null || !tilesReached ? <Ground /> : null}
      {tileUrl == null ? null : <Tiles url={tileUrl} onTiles={setTilesReached} />}
      {chosen.map(({ id, rings: county }) => (
        <Polygon key={id} positions={county.map(line)} className="da-map-outline" interactive={false} />
      ))}
      {rings.length === 0 ? null : isOpen ? (
        rings.map((ring, index) => (
          <Polyline
            key={index}
            positions={line(ring)}
            className="da-map-outline da-map-open"
            interactive={false}
          />
        ))
      ) : (
        <Polygon positions={rings.map(line)} className="da-map-outline" interactive={false} />
      )}
      <Corners {...props} />
      <Drawing {...props} />
      <Fit rings={kind === 'counties' ? chosen.flatMap((county) => county.rings) : rings} of={kind} />
    </BaseMap>
  );
}

const line = (positions: readonly Position[]) =>
  positions.map(({ latitude, longitude }): [number, number] => [latitude, longitude]);

const CORNER = divIcon({ className: 'da-map-corner', iconSize: [14, 14] });

function Corners({ kind, area, onMoved }: DrawnMapProps) {
  return cornersOfArea(kind, area).map((corner, index) => (
    <Marker
      key={index}
      position={[corner.latitude, corner.longitude]}
      icon={CORNER}
      draggable
      // Keys and screen readers have the fields: five hundred Tab stops would help nobody.
      keyboard={false}
      bubblingMouseEvents
      eventHandlers={{
        dragend: ({ target }) => {
          const { lat, lng } = (target as { getLatLng: () => { lat: number; lng: number } }).getLatLng();
          onMoved(index, { latitude: lat, longitude: lng });
        },
      }}
    />
  ));
}

/** Clicks and keys. */
function Drawing({ kind, area, onSet, onUndo, onEnd, onCenter }: DrawnMapProps) {
  const map = useMap();
  const endsAt = (at: Position): boolean => {
    const [first, ...others] = kind === 'polygon' ? cornersOfArea(kind, area) : [];
    if (first === undefined || others.length < 2) return false;
    const [from, to] = [first, at].map(({ latitude, longitude }) =>
      map.latLngToContainerPoint([latitude, longitude]),
    );
    return from !== undefined && to !== undefined && from.distanceTo(to) <= END_PX;
  };
  const choose = (at: Position) => {
    if (endsAt(at)) onEnd();
    else onSet(at);
  };
  const center = (): Position => {
    const { lat, lng } = map.getCenter();
    return { latitude: lat, longitude: lng };
  };
  const tellCenter = useEffectEvent(() => {
    onCenter(center());
  });
  useEffect(() => {
    tellCenter();
  }, []);
  useMapEvents({
    click: ({ latlng }: LeafletMouseEvent) => {
      choose({ latitude: latlng.lat, longitude: latlng.lng });
    },
    moveend: () => {
      onCenter(center());
    },
    keydown: ({ originalEvent }: LeafletKeyboardEvent) => {
      // Only on the map itself: its buttons have keys of their own.
      if (originalEvent.target !== map.getContainer()) return;
      switch (originalEvent.key) {
        case 'Enter':
          choose(center());
          break;
        case 'Backspace':
          onUndo();
          break;
        case 'Escape':
          onEnd();
          break;
        default:
          return;
      }
      originalEvent.preventDefault();
    },
  });
  return null;
}

/**
 * Brings into view what was there when the map opened, comes whole, or lies out of sight: not each corner that is set.
 */
function Fit({ rings, of }: { rings: readonly (readonly Position[])[]; of: AreaKind }) {
  const map = useMap();
  const wasSeen = useRef<AreaKind | null>(null);
  const isThere = rings.length > 0 && rings.every((ring) => ring.length > 2);
  const fit = useEffectEvent(() => {
    const isFirst = wasSeen.current !== of;
    wasSeen.current = of;
    const view = map.getBounds();
    const isSeen = rings.every((ring) => view.intersects(latLngBounds(line(ring))));
    if (isSeen && (!isFirst || map.getZoom() > FAR_ZOOM)) return;
    const box = latLngBounds(rings.flatMap(line));
    map.fitBounds(box, { padding: [24, 24], maxZoom: FIT_MAX_ZOOM, animate: false });
  });
  const { length } = rings;
  useEffect(() => {
    if (isThere) fit();
    else wasSeen.current = null;
  }, [isThere, of, length]);
  return null;
}
