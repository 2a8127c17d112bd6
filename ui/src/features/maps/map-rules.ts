/** Where the maps of results start, and how they fit what they show: the specification's figures. */
import type { FitRule, MapStart } from '@/shared/map/fit';

/** Somewhere in Arizona. */
export const START: MapStart = { center: { latitude: 33.4484, longitude: -112.074 }, zoom: 12 };

export const SINGLE_ZOOM = 13;

export const FIT: FitRule = { paddingPx: 50, maxZoom: 19, singleZoom: SINGLE_ZOOM, delayMs: 0 };
