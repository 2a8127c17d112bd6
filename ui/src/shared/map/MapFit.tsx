/** Brings all points and outlines into view whenever they change, and reports the view after each move. */
import { bounds, latLngBounds, point, type Map as LeafletMap, type Point } from 'leaflet';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { fitted, type Box, type FitRule, type MapMove } from './fit';
import type { MapOutline, MapPoint } from './map-point';

interface MapFitProps {
  points: readonly MapPoint[];
  outlines: readonly MapOutline[];
  /** `null` leaves the map as it is. */
  rule: FitRule | null;
  /** Fits when this changes instead of the points. */
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
    // A pan that ends now belongs to the previous fit.
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
        // A map that is zooming ignores the call.
        if (zooming.current) map.once('moveend', fitNext);
        else fit();
      }, pauseMs);
    };
    // After all other listeners.
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

/** The space between the zoom buttons and the center of a marker. */
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
  /** Where markers would be with equal padding on all sides. */
  const zoom = Math.min(map.getBoundsZoom(box, false, padding.multiplyBy(2)), maxZoom);
  const at = (latLng: [number, number]) => map.project(latLng, zoom);
  const middle = at([south, west])
    .add(at([north, east]))
    .divideBy(2);
  const corner = middle.subtract(map.getSize().divideBy(2));
  const isCovered = ({ position }: MapPoint) =>
    position !== null &&
    buttons?.contains(at([position.latitude, position.longitude]).subtract(corner)) === true;
  // Beside the buttons or below them, whichever allows the closer zoom.
  const ways =
    buttons !== null && points.some(isCovered)
      ? [point(buttons.getBottomRight().x, paddingPx), point(paddingPx, buttons.getBottomRight().y)]
      : [padding];
  const zoomOf = (way: Point) => map.getBoundsZoom(box, false, way.add(padding));
  const best = ways.reduce((one, other) => (zoomOf(other) > zoomOf(one) ? other : one));
  map.fitBounds(box, { paddingTopLeft: best, paddingBottomRight: padding, maxZoom, animate });
}

/** The zoom buttons and the space around them, from the map's corner. */
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
