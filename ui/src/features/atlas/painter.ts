/** Draws areas on a canvas: land, their colors, hatching, lines. Used for the map and for its picture as a file. */
import type { Paint } from './measures';
import { mapColor, type MapColor, type Scheme } from '@/shared/map/colors';
import type { AreaShape, StateShapes } from '@/shared/map/shapes';
import { overlap, shownBy, strokeLines, together, toPaths, type View } from '@/shared/map/view';

export interface Scene {
  /** Null until they are there. */
  ground: StateShapes | null;
  areas: readonly AreaShape[];
  paints: ReadonlyMap<string, Paint>;
  /** Crowded areas get dots: on paper, in a file, with more contrast. */
  dots: boolean;
  scheme: Scheme;
}

/** Lines between areas are drawn from here. */
const COUNTY_LINES_FROM = 6;

/** What is in view, by what it is painted with. */
function grouped(scene: Scene, view: View) {
  const shown = shownBy(view);
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
  for (const [color, width] of [['land', 3] as const, ['label', 1] as const]) {
    context.strokeStyle = colorOf(color);
    context.lineWidth = width * pixel;
    strokeLines(context, ground.borders, view);
    strokeLines(context, ground.coast, view);
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
