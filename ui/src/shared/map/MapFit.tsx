/**
 * Brings all points and outlines into view whenever they change, and tells what the map shows after each move.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { fitted, type FitRule, type MapMove } from './fit';
import { fitBox } from './fit-box';
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
