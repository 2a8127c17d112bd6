/**
 * Brings all points and outlines into view whenever they change, and tells what the map shows after each move.
 */
import { latLngBounds } from 'leaflet';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { fitted, type FitRule, type MapMove } from './fit';
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
  useMapEvents({
    moveend: () => {
      const { lat: latitude, lng: longitude } = map.getCenter();
      onMove?.({ center: { latitude, longitude }, zoom: map.getZoom(), byFit: fitting.current });
      fitting.current = false;
    },
  });

  const fit = useEffectEvent(() => {
    const wanted = fitted(points, outlines);
    if (rule === null || wanted.kind === 'nothing') return;
    const { paddingPx, maxZoom, singleZoom } = rule;
    fitting.current = true;
    if (wanted.kind === 'single') {
      map.setView([wanted.at.latitude, wanted.at.longitude], singleZoom, { animate });
      return;
    }
    const { south, west, north, east } = wanted.box;
    map.fitBounds(latLngBounds([south, west], [north, east]), {
      padding: [paddingPx, paddingPx],
      maxZoom,
      animate,
    });
  });
  const delayMs = rule?.delayMs ?? null;
  const changing = on ?? points;
  useEffect(() => {
    if (delayMs === null) return undefined;
    const timer = setTimeout(() => {
      fit();
    }, delayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [map, changing, outlines, delayMs]);
  return null;
}
