/** Brings all points and outlines into view whenever they change. */
import { latLngBounds } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { fitted, type FitRule } from './fit';
import type { MapOutline, MapPoint } from './map-point';

interface MapFitProps {
  points: readonly MapPoint[];
  outlines: readonly MapOutline[];
  rule: FitRule;
  animate: boolean;
}

export function MapFit({ points, outlines, rule, animate }: MapFitProps) {
  const map = useMap();
  const { paddingPx, maxZoom, singleZoom, delayMs } = rule;
  useEffect(() => {
    const timer = setTimeout(() => {
      const wanted = fitted(points, outlines);
      if (wanted.kind === 'nothing') return;
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
    }, delayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [map, points, outlines, paddingPx, maxZoom, singleZoom, delayMs, animate]);
  return null;
}
