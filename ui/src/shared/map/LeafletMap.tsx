/**
 * The drawn part of a map: ground, tiles, outlines, markers, popup. A chunk of its own, loaded by `MapFrame` when a map is
 * shown; nothing else imports it.
 */
import 'leaflet/dist/leaflet.css';
import './leaflet.css';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { CircleMarker, Polygon, Polyline, useMap } from 'react-leaflet';
import { BaseMap } from './BaseMap';
import { MAX_ZOOM, MIN_ZOOM, type FitRule, type MapMove, type MapStart } from './fit';
import { Ground } from './Ground';
import { MapFit } from './MapFit';
import { MapPopup } from './MapPopup';
import {
  isPlaced,
  type MapOutline,
  type MapPoint,
  type Marked,
  type PlacedPoint,
  type Position,
} from './map-point';
import { MarkerSet } from './marker-set';
import { PointLayer } from './point-layer';
import { Tiles } from './Tiles';

const OUTLINE_STYLE = { weight: 2, fillOpacity: 0.15 };

interface LeafletMapProps {
  points: readonly MapPoint[];
  outlines: readonly MapOutline[];
  lines: readonly (readonly Position[])[];
  start: MapStart;
  fit: FitRule | null;
  fitOn: unknown;
  marked: Marked;
  /** Whether the built-in map is drawn, below the tiles. */
  ground: boolean;
  tileUrl: string | null;
  popup: (point: MapPoint) => ReactNode;
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
  onTiles: (reached: boolean) => void;
  onGroundFailure: (failed: boolean) => void;
  onMove?: ((move: MapMove) => void) | undefined;
  /** Closes the popup and restores the focus. */
  onClosePopup: () => void;
}

export function LeafletMap(props: LeafletMapProps) {
  const { points, outlines, lines, start, fit, fitOn, marked, ground, tileUrl, popup } = props;
  const { onTiles, onGroundFailure, onClosePopup } = props;
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  const markers = useMemo(() => new MarkerSet(points.filter(isPlaced)), [points]);
  const selected = points.find(
    (point): point is PlacedPoint => point.id === marked.selected && isPlaced(point),
  );
  return (
    <BaseMap
      still={still}
      center={latLng(start.center)}
      zoom={start.zoom}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
    >
      {ground ? <Ground markers={markers} onFailure={onGroundFailure} /> : null}
      {tileUrl === null ? null : <Tiles url={tileUrl} onTiles={onTiles} />}
      {outlines.map(({ id, rings }) => (
        <Polygon
          key={id}
          positions={rings.map((ring) => ring.map(latLng))}
          // Not among the path options: they are applied too late.
          className="da-map-outline"
          pathOptions={OUTLINE_STYLE}
          interactive={false}
        />
      ))}
      {lines.map((line, index) => (line.length === 0 ? null : <Way key={index} positions={line} />))}
      <Markers markers={markers} marked={marked} onSelect={props.onSelect} onHover={props.onHover} />
      <MapFit
        points={points}
        outlines={outlines}
        rule={fit}
        on={fitOn}
        animate={!still}
        onMove={props.onMove}
      />
      {selected === undefined ? null : (
        <MapPopup key={selected.id} point={selected} still={still} onClose={onClosePopup}>
          {popup(selected)}
        </MapPopup>
      )}
    </BaseMap>
  );
}

/** A line between places, with an edge visible on any background. */
function Way({ positions }: { positions: readonly Position[] }) {
  const corners = useMemo(() => positions.map(latLng), [positions]);
  return (
    <>
      <Polyline positions={corners} className="da-map-way-edge" weight={6} interactive={false} />
      <Polyline positions={corners} className="da-map-way" weight={3} interactive={false} />
      {corners[0] === undefined ? null : (
        <CircleMarker
          center={corners[0]}
          radius={5}
          weight={2}
          fillOpacity={1}
          className="da-map-way-start"
          interactive={false}
        />
      )}
    </>
  );
}

type MarkersProps = Pick<LeafletMapProps, 'marked' | 'onSelect' | 'onHover'> & { markers: MarkerSet };

function Markers({ markers, marked, onSelect, onHover }: MarkersProps) {
  const map = useMap();
  const [layer] = useState(() => new PointLayer({ onSelect, onHover }));
  useEffect(() => {
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [layer, map]);
  useEffect(() => {
    layer.handle({ onSelect, onHover });
  }, [layer, onSelect, onHover]);
  useEffect(() => {
    layer.show(markers);
  }, [layer, markers]);
  useEffect(() => {
    layer.mark(marked);
  }, [layer, marked]);
  return null;
}

function latLng({ latitude, longitude }: Position): [number, number] {
  return [latitude, longitude];
}
