/** Draws areas on a canvas: land, their colors, hatching, lines. Used for the map and for its picture as a file. */
import type { Paint } from './measures';
import type { AreaShape, Ring, Shapes } from './shapes';
import { mapColor, type MapColor, type Scheme } from '@/shared/map/choropleth';
import { worldSize, type WorldBox } from '@/shared/map/world';

/** The part of the world that a canvas shows, and its scale. */
export interface View {
  /** The corner, in pixels of the world at this zoom. */
  corner: { x: number; y: number };
  size: { x: number; y: number };
  zoom: number;
  /** Device pixels for each pixel. */
  ratio: number;
}

export interface Scene {
  /** Null until they are there. */
  ground: Shapes | null;
  areas: readonly AreaShape[];
  paints: ReadonlyMap<string, Paint>;
  /** Crowded areas get dots: on paper, in a file, with more contrast. */
  dots: boolean;
  scheme: Scheme;
}

/** Lines between areas are drawn from here. */
const COUNTY_LINES_FROM = 6;
/** Shapes keep their paths at this zoom: near enough to be exact at every other. */
const PATH_ZOOM = 8;

const paths = new WeakMap<AreaShape | Shapes, Path2D>();

function pathOf(key: AreaShape | Shapes, rings: readonly Ring[], close: boolean): Path2D {
  const known = paths.get(key);
  if (known !== undefined) return known;
  const path = new Path2D();
  const scale = worldSize(PATH_ZOOM);
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = [(ring[at] ?? 0) * scale, (ring[at + 1] ?? 0) * scale];
      if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (close) path.closePath();
  }
  paths.set(key, path);
  return path;
}

export function areaPath(area: AreaShape): Path2D {
  return pathOf(area, area.rings, true);
}

/** Sets the canvas up for paths, and returns how long a pixel is in them. */
export function toPaths(context: CanvasRenderingContext2D, { corner, zoom, ratio }: View): number {
  const scale = 2 ** (zoom - PATH_ZOOM);
  context.setTransform(ratio * scale, 0, 0, ratio * scale, -corner.x * ratio, -corner.y * ratio);
  return 1 / scale;
}

function together(areas: readonly AreaShape[]): Path2D {
  const all = new Path2D();
  for (const area of areas) all.addPath(areaPath(area));
  return all;
}

/** What is in view, by what it is painted with. */
function grouped(scene: Scene, view: View) {
  const world = worldSize(view.zoom);
  const shown: WorldBox = {
    west: view.corner.x / world,
    north: view.corner.y / world,
    east: (view.corner.x + view.size.x) / world,
    south: (view.corner.y + view.size.y) / world,
  };
  const inView = scene.areas.filter(({ box }) => overlap(box, shown));
  const groups = new Map<MapColor, AreaShape[]>();
  const hatched: AreaShape[] = [];
  const dotted: AreaShape[] = [];
  for (const area of inView) {
    const paint = scene.paints.get(area.id);
    if (paint === undefined) continue;
    const group = groups.get(paint.color);
    if (group === undefined) groups.set(paint.color, [area]);
    else group.push(area);
    if (paint.hatched) hatched.push(area);
    if (paint.dotted && scene.dots) dotted.push(area);
  }
  return { inView, groups, hatched, dotted };
}

function overlap(one: WorldBox, other: WorldBox): boolean {
  return (
    one.west <= other.east && one.east >= other.west && one.north <= other.south && one.south >= other.north
  );
}

export function paintScene(context: CanvasRenderingContext2D, scene: Scene, view: View): void {
  const colorOf = (name: MapColor) => mapColor(name, scene.scheme);
  const pixel = toPaths(context, view);
  const { inView, groups, hatched, dotted } = grouped(scene, view);
  const { ground } = scene;
  if (ground !== null) {
    context.fillStyle = colorOf('land');
    context.fill(together(ground.areas));
  }
  // One path for each color: neighbors of one color then have no seam.
  for (const [color, areas] of groups) {
    context.fillStyle = colorOf(color);
    context.fill(together(areas));
  }
  pattern(context, hatched, hatching(colorOf('hatch'), view.ratio));
  pattern(context, dotted, dotting(colorOf('label'), view.ratio));
  context.lineJoin = 'round';
  if (view.zoom >= COUNTY_LINES_FROM) {
    context.strokeStyle = colorOf('county');
    context.lineWidth = 0.75 * pixel;
    context.stroke(together(inView));
  }
  if (ground === null) return;
  const lines = pathOf(ground, ground.lines, false);
  for (const [color, width] of [['land', 3] as const, ['label', 1] as const]) {
    context.strokeStyle = colorOf(color);
    context.lineWidth = width * pixel;
    context.stroke(lines);
  }
}

/** Fills with a pattern that runs on across areas, whatever the zoom. */
function pattern(context: CanvasRenderingContext2D, areas: readonly AreaShape[], tile: HTMLCanvasElement) {
  const fill = areas.length === 0 ? null : context.createPattern(tile, 'repeat');
  if (fill === null) return;
  fill.setTransform(context.getTransform().inverse());
  context.fillStyle = fill;
  context.fill(together(areas));
}

/** Lines of one pixel at 45°, five apart. */
function hatching(color: string, ratio: number): HTMLCanvasElement {
  const side = Math.round(5 * Math.SQRT2 * ratio);
  return tile(side, (context) => {
    context.strokeStyle = color;
    context.lineWidth = ratio;
    context.beginPath();
    for (const offset of [-side, 0, side]) {
      context.moveTo(offset - 1, side + 1);
      context.lineTo(offset + side + 1, -1);
    }
    context.stroke();
  });
}

/** Dots of 1.5 pixels, one every six. */
function dotting(color: string, ratio: number): HTMLCanvasElement {
  const side = Math.round(6 * ratio);
  return tile(side, (context) => {
    context.fillStyle = color;
    context.beginPath();
    context.arc(side / 2, side / 2, 0.75 * ratio, 0, 2 * Math.PI);
    context.fill();
  });
}

function tile(side: number, draw: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context !== null) draw(context);
  return canvas;
}
