/**
 * Brings all points and outlines into view whenever they change, and tells what the map shows after each move.
 */
import { bounds, latLngBounds, point, type Map as LeafletMap, type Point } from 'leaflet';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { fitted, type Box, type FitRule, type MapMove } from './fit';
import type { MapOutline, MapPoint } from './map-point';

interface MapFitProps {
  points: readonly MapPoint[];
  outlines: readonly MapOutline[];
  /** `null` leaves the map where it is. */
  rule: FitRule | null;
  /** Fits when this changes, in place of the points. */
  on: unknown;
  animate: boolean;
  onMove?: ((move: MapMove) => void) | undefined;
}

export function MapFit({ points, outlines, rule, on, animate, onMove }: MapFitProps) {
  const map = useMap();
  const fitting = useRef(false);
  const zooming = useRef(false);
  useMapEvents({
    zoomstart: () => {
      zooming.current = true;
    },
    moveend: () => {
      const { lat: latitude, lng: longitude } = map.getCenter();
      onMove?.({ center: { latitude, longitude }, zoom: map.getZoom(), byFit: fitting.current });
      fitting.current = false;
      zooming.current = false;
    },
  });

  const fit = useEffectEvent(() => {
    const wanted = fitted(points, outlines);
    if (rule === null || wanted.kind === 'nothing') return;
    // A pan that ends here is still the fit before.
    if (fitting.current) map.stop();
    const { singleZoom } = rule;
    fitting.current = true;
    if (wanted.kind === 'single') {
      map.setView([wanted.at.latitude, wanted.at.longitude], singleZoom, { animate });
      return;
    }
    fitBox(map, wanted.box, points, rule, animate);
  });
  const delayMs = rule?.delayMs ?? null;
  const changing = on ?? points;
  useEffect(() => {
    if (delayMs === null) return undefined;
    let timer = 0;
    const fitAfter = (pauseMs: number) => {
      timer = window.setTimeout(() => {
        // A map that zooms would not listen.
        if (zooming.current) map.once('moveend', fitNext);
        else fit();
      }, pauseMs);
    };
    // All others hear of the end first.
    const fitNext = () => {
      fitAfter(0);
    };
    fitAfter(delayMs);
    return () => {
      clearTimeout(timer);
      map.off('moveend', fitNext);
    };
  }, [map, changing, outlines, delayMs]);
  return null;
}

/** What stays free between the zoom buttons and the middle of a marker. */
const BESIDE_BUTTONS_PX = 16;

export function fitBox(
  map: LeafletMap,
  { south, west, north, east }: Box,
  points: readonly MapPoint[],
  { paddingPx, maxZoom }: Pick<FitRule, 'paddingPx' | 'maxZoom'>,
  animate: boolean,
): void {
  const box = latLngBounds([south, west], [north, east]);
  const padding = point(paddingPx, paddingPx);
  const buttons = buttonsOf(map);
  /** Where markers would stand with the same padding on all sides. */
  const zoom = Math.min(map.getBoundsZoom(box, false, padding.multiplyBy(2)), maxZoom);
  const at = (latLng: [number, number]) => map.project(latLng, zoom);
  const middle = at([south, west])
    .add(at([north, east]))
    .divideBy(2);
  const corner = middle.subtract(map.getSize().divideBy(2));
  const isCovered = ({ position }: MapPoint) =>
    position !== null &&
    buttons?.contains(at([position.latitude, position.longitude]).subtract(corner)) === true;
  // Beside the buttons or below them: where the map comes closer.
  const ways =
    buttons !== null && points.some(isCovered)
      ? [point(buttons.getBottomRight().x, paddingPx), point(paddingPx, buttons.getBottomRight().y)]
      : [padding];
  const zoomOf = (way: Point) => map.getBoundsZoom(box, false, way.add(padding));
  const best = ways.reduce((one, other) => (zoomOf(other) > zoomOf(one) ? other : one));
  map.fitBounds(box, { paddingTopLeft: best, paddingBottomRight: padding, maxZoom, animate });
}

/** The zoom buttons and what stays free around them, from the map's corner on. */
function buttonsOf(map: LeafletMap) {
  const control = map.getContainer().querySelector('.leaflet-control-zoom');
  if (control === null) return null;
  const own = control.getBoundingClientRect();
  const outer = map.getContainer().getBoundingClientRect();
  return bounds(
    [own.left - outer.left - BESIDE_BUTTONS_PX, own.top - outer.top - BESIDE_BUTTONS_PX],
    [own.right - outer.left + BESIDE_BUTTONS_PX, own.bottom - outer.top + BESIDE_BUTTONS_PX],
  );
}
