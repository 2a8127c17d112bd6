/** Draws the ground of a map: land, borders and roads, as much as a zoom shows. */
import { mapColor, type MapColor, type Scheme } from './colors';
import type { GroundParts } from './ground';
import type { Ring } from './shapes';
import { overlap, shownBy, strokeLines, together, toPaths, toPixels, type View } from './view';

/** Zooms and widths in pixels: a line has the last width that begins at or below the zoom. */
type Widths = readonly (readonly [number, number])[];

const STATE: Widths = [
  [0, 1],
  [5, 1.25],
  [7, 1.5],
];
const COUNTY: Widths = [
  [6, 0.5],
  [7, 0.75],
];
const INTERSTATE: Widths = [
  [5, 1],
  [7, 1.5],
  [9, 2.5],
];
const HIGHWAY: Widths = [
  [7, 1],
  [9, 1.5],
];
/** States and counties are too coarse beyond. */
const LAST_BORDER_ZOOM = 13;
const DASHED_FROM = 7;
const DASHES = [8, 3, 2, 3];

function widthAt(zoom: number, widths: Widths): number {
  return widths.findLast(([from]) => zoom >= from)?.[1] ?? 0;
}

/** Land, borders and roads. */
export function paintGround(
  context: CanvasRenderingContext2D,
  { states, counties, roads }: GroundParts,
  view: View,
  scheme: Scheme,
): void {
  if (states === null) return;
  const { zoom } = view;
  const isCoarse = zoom > LAST_BORDER_ZOOM;
  toPixels(context, view);
  context.fillStyle = mapColor(isCoarse ? 'land' : 'out', scheme);
  context.fillRect(0, 0, view.size.x, view.size.y);
  const pixel = toPaths(context, view);
  context.lineJoin = 'round';
  const stroke = (lines: readonly Ring[] | undefined, color: MapColor, widths: Widths, dashed = false) => {
    const width = widthAt(zoom, widths);
    if (lines === undefined || width === 0) return;
    context.strokeStyle = mapColor(color, scheme);
    context.lineWidth = width * pixel;
    context.setLineDash(dashed ? DASHES.map((dash) => dash * pixel) : []);
    strokeLines(context, lines, view);
    context.setLineDash([]);
  };
  if (!isCoarse) {
    context.fillStyle = mapColor('land', scheme);
    context.fill(together(states.land.filter(({ box }) => overlap(box, shownBy(view)))));
    stroke(counties?.borders, 'county', COUNTY);
    stroke(states.borders, 'state', STATE, zoom >= DASHED_FROM);
    stroke(states.coast, 'state', STATE);
  }
  stroke(roads?.highways.lines, 'highway', HIGHWAY);
  stroke(roads?.interstates.lines, 'interstate', INTERSTATE);
}

/** Over areas that are colored by a figure: roads alone, from the zoom at which they do not hide them. */
export function paintRoads(
  context: CanvasRenderingContext2D,
  { roads }: GroundParts,
  view: View,
  scheme: Scheme,
): void {
  if (roads === null || view.zoom < 8) return;
  const pixel = toPaths(context, view);
  context.lineJoin = 'round';
  for (const [{ lines }, color, widths] of [
    [roads.highways, 'highway', HIGHWAY] as const,
    [roads.interstates, 'interstate', INTERSTATE] as const,
  ]) {
    context.strokeStyle = mapColor(color, scheme);
    context.lineWidth = widthAt(view.zoom, widths) * pixel;
    strokeLines(context, lines, view);
  }
}
