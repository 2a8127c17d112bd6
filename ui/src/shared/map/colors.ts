/**
 * The colors of maps, in both schemes: of the ground, and of areas colored by a figure. They come with the maps, not with
 * the first page as the app's other colors do.
 */
import type { CSSProperties } from 'react';

export type Scheme = 'light' | 'dark';
type SchemeColors = Record<Scheme, string>;

const color = (light: string, dark: string): SchemeColors => ({ light, dark });

/** The ground. */
export const GROUND = {
  land: color('#f4f6f4', '#1f2a27'),
  /** The sea, lakes and other countries. */
  out: color('#dde6e8', '#111917'),
  state: color('#84908b', '#6b7b75'),
  county: color('#c3ccc8', '#3a4743'),
  interstate: color('#7c8fa3', '#6f849a'),
  highway: color('#a3b0be', '#4c5b6a'),
  label: color('#2b3532', '#dde5e2'),
  /** Names of states and counties. */
  quiet: color('#4a5652', '#a9b6b1'),
} as const;

/** Too many to too few (PuOr): the color says how much, signs and hatching how surely. */
export const DIVERGING = {
  'crowded-3': color('#8f4a06', '#f7be73'),
  'crowded-2': color('#d8924a', '#b57a33'),
  'crowded-1': color('#f3cd9a', '#6e4f26'),
  middle: color('#f6f5f2', '#333d3a'),
  'room-1': color('#cfc6e8', '#57497f'),
  'room-2': color('#9583c6', '#8b7bc4'),
  'room-3': color('#4a1f86', '#d3c7fa'),
} as const;

/** Few to many. */
export const SEQUENTIAL = {
  'blue-1': color('#e6eef9', '#2a3a52'),
  'blue-2': color('#b6cdeb', '#34568a'),
  'blue-3': color('#7ba3d9', '#4f80c4'),
  'blue-4': color('#3c74bf', '#8cb6ec'),
  'blue-5': color('#173f7d', '#d5e6ff'),
} as const;

export const NO_DATA = color('#a9b0ad', '#5d6664');
/** Lines over the middle color where a class cannot be told. */
export const HATCH = color('#7f8a86', '#82908b');

const ALL = { ...GROUND, ...DIVERGING, ...SEQUENTIAL, none: NO_DATA, hatch: HATCH };

export type MapColor = keyof typeof ALL;

export function mapColor(name: MapColor, scheme: Scheme): string {
  return ALL[name][scheme];
}

/** For a style attribute: `--da-map-land` and so on. */
export function mapVariables(scheme: Scheme): CSSProperties {
  return Object.fromEntries(
    Object.entries(ALL).map(([name, colors]) => [`--da-map-${name}`, colors[scheme]]),
  );
}
