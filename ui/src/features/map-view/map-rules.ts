/** Where the map of saved companies starts, and how it fits them: the specification's figures (A §9). */
import type { FitRule } from '@/shared/map/fit';
import type { Position } from '@/shared/map/map-point';

/** The middle of the contiguous US. */
export const MIDDLE_OF_US: Position = { latitude: 39.8283, longitude: -98.5795 };

export const INITIAL_ZOOM = 6;

export const FIT: FitRule = { paddingPx: 30, maxZoom: 12, singleZoom: 10, delayMs: 100 };

export const BANNER_MS = 3_000;
