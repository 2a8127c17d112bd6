/** Drawing shapes on a canvas that shows a part of the world. Paths are made once and serve every zoom. */
import { boxOf, type AreaShape, type Ring } from './shapes';
import { worldBox, worldSize, type WorldBox, type WorldPoint } from './world';

/** The part of the world that a canvas shows, and its scale. */
export interface View {
  /** The corner, in pixels of the world at this zoom. */
  corner: { x: number; y: number };
  size: { x: number; y: number };
  zoom: number;
  /** Device pixels for each pixel. */
  ratio: number;
}

/** Shapes keep their paths at this zoom: near enough to be exact at every other. */
const PATH_ZOOM = 8;

export function shownBy({ corner, size, zoom }: View): WorldBox {
  return worldBox(corner, { x: corner.x + size.x, y: corner.y + size.y }, zoom);
}

export function overlap(one: WorldBox, other: WorldBox): boolean {
  return (
    one.west <= other.east && one.east >= other.west && one.north <= other.south && one.south >= other.north
  );
}

/** Where a point is on the canvas, in pixels. */
export function pixelAt({ x, y }: WorldPoint, { corner, zoom }: View): { x: number; y: number } {
  const world = worldSize(zoom);
  return { x: x * world - corner.x, y: y * world - corner.y };
}

/** Sets the canvas up for paths, and returns how long a pixel is in them. */
export function toPaths(context: CanvasRenderingContext2D, { corner, zoom, ratio }: View): number {
  const scale = 2 ** (zoom - PATH_ZOOM);
  context.setTransform(ratio * scale, 0, 0, ratio * scale, -corner.x * ratio, -corner.y * ratio);
  return 1 / scale;
}

export function toPixels(context: CanvasRenderingContext2D, { ratio }: View): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

function add(path: Path2D, ring: Ring, close: boolean): void {
  const scale = worldSize(PATH_ZOOM);
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y] = [(ring[at] ?? 0) * scale, (ring[at + 1] ?? 0) * scale];
    if (at === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  if (close) path.closePath();
}

const areaPaths = new WeakMap<AreaShape, Path2D>();

export function areaPath(area: AreaShape): Path2D {
  const known = areaPaths.get(area);
  if (known !== undefined) return known;
  const path = new Path2D();
  for (const ring of area.rings) add(path, ring, true);
  areaPaths.set(area, path);
  return path;
}

export function together(areas: readonly AreaShape[]): Path2D {
  const all = new Path2D();
  for (const area of areas) all.addPath(areaPath(area));
  return all;
}

/** Lines near one another, drawn or left out together. */
interface Bundle {
  box: WorldBox;
  path: Path2D;
}

/** The width of a bundle: about five degrees. */
const BUNDLE = 5 / 360;

const bundles = new WeakMap<readonly Ring[], readonly Bundle[]>();

/** Strokes the lines in view. */
export function strokeLines(context: CanvasRenderingContext2D, lines: readonly Ring[], view: View): void {
  let all = bundles.get(lines);
  if (all === undefined) {
    all = bundled(lines);
    bundles.set(lines, all);
  }
  const shown = shownBy(view);
  for (const { box, path } of all) {
    if (overlap(box, shown)) context.stroke(path);
  }
}

/** Longer lines are cut, since one may cross the whole country. */
const MOST_CORNERS = 100;

function piecesOf(line: Ring): Ring[] {
  const corners = line.length / 2;
  const pieces = Math.max(1, Math.ceil((corners - 1) / MOST_CORNERS));
  return Array.from({ length: pieces }, (_, piece) => {
    const from = piece * MOST_CORNERS;
    // Its last corner is the next one's first.
    return line.subarray(from * 2, Math.min(corners, from + MOST_CORNERS + 1) * 2);
  });
}

function bundled(lines: readonly Ring[]): readonly Bundle[] {
  const found = new Map<string, Bundle>();
  for (const line of lines.flatMap(piecesOf)) {
    const box = boxOf([line]);
    const key = `${Math.floor(box.west / BUNDLE)} ${Math.floor(box.north / BUNDLE)}`;
    const bundle = found.get(key);
    if (bundle === undefined) {
      const path = new Path2D();
      add(path, line, false);
      found.set(key, { box, path });
    } else {
      bundle.box = bothOf(bundle.box, box);
      add(bundle.path, line, false);
    }
  }
  return [...found.values()];
}

function bothOf(one: WorldBox, other: WorldBox): WorldBox {
  return {
    west: Math.min(one.west, other.west),
    north: Math.min(one.north, other.north),
    east: Math.max(one.east, other.east),
    south: Math.max(one.south, other.south),
  };
}
