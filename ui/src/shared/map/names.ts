/** Which names a map shows and where: largest first, clear of one another, of markers and of the map's edge. */
import { stateCode } from '@/shared/lib/us-states';
import { countyName } from './county-name';
import { milesBetween } from './distance';
import type { GroundParts, Road, Town } from './ground';
import type { Ring } from './shapes';
import { grown, isWithin, Taken, type Rect } from './taken';
import { overlap, pixelAt, shownBy, type View } from './view';
import { boxOf } from './shapes';
import { positionAt, worldSize, type WorldBox, type WorldPoint } from './world';

export interface Name {
  text: string;
  /** In pixels of the canvas: the middle of the text. */
  x: number;
  y: number;
  sizePx: number;
  /** Of a state or a county. */
  quiet: boolean;
  spaced: boolean;
  /** The town's own place. */
  dot: { x: number; y: number } | null;
}

export interface Shield {
  text: string;
  interstate: boolean;
  rect: Rect;
}

export interface Names {
  names: readonly Name[];
  shields: readonly Shield[];
}

/** The width of a text in pixels. */
export type Measure = (text: string, sizePx: number, spaced: boolean) => number;

const SIZE_PX = 12;
const LARGE_PX = 13;
/** Cities from here on are written larger. */
const LARGE_PEOPLE = 200_000;
const APART_PX = 4;
const DOT_PX = 2;
/** How far from its dot a name begins: farther off only where markers cover the dot. */
const FROM_DOT_PX = [6, 18, 30];
const MOST_NAMES = 250;
/** How far inside the edge a town beyond it is named. */
const EDGE_PX = 40;
const NAMED_AT_EDGE = 2;
export const SHIELD_HEIGHT_PX = 16;
const SHIELD_SIZE_PX = 11;
const BETWEEN_SHIELDS_PX = 240;

/** The fewest people of a town that a zoom names; towns without a figure come last. */
function fewestPeople(zoom: number): number {
  if (zoom < 5) return Infinity;
  if (zoom < 6) return 500_000;
  if (zoom < 7) return 200_000;
  if (zoom < 9) return 50_000;
  return zoom < 10 ? 1 : 0;
}

interface Shown {
  /** Areas of the map are colored and listed: states are not named. */
  over?: boolean;
  view: View;
  /** The part of the canvas that is seen; the rest shows while dragging. */
  seen: Rect;
  /** Markers and what else lies over the map. */
  covered: Taken;
  measure: Measure;
}

/** With what names and shields take. */
interface Placing extends Shown {
  taken: Taken;
}

export function placeNames(ground: GroundParts, shown: Shown): Names {
  const placing = { ...shown, taken: new Taken() };
  const { view } = shown;
  const { zoom } = view;
  const shields = zoom >= 7 ? shieldsIn(ground, placing) : [];
  const names = [...statesIn(ground, placing), ...townsIn(ground, placing), ...countiesIn(ground, placing)];
  const inView = names.filter(({ dot }) => dot !== null && contains(placing.seen, dot));
  if (zoom >= 12 && inView.length < NAMED_AT_EDGE) names.push(...atEdge(ground, placing));
  return { names, shields };
}

function contains({ left, top, right, bottom }: Rect, { x, y }: { x: number; y: number }): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Takes the place of a name if it is free. */
function placed(placing: Placing, name: Omit<Name, 'x' | 'y'>, x: number, y: number): Name | null {
  const { seen, covered, taken, measure } = placing;
  const [width, height] = [measure(name.text, name.sizePx, name.spaced), name.sizePx + 2];
  const rect = { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
  const isBeyond = isOutside(rect, seen) && (name.dot === null || !contains(seen, name.dot));
  const isWhole = isWithin(grown(rect, APART_PX), seen) || isBeyond;
  const around = grown(rect, APART_PX);
  if (!isWhole || !taken.isFree(around) || !covered.isFree(around)) return null;
  taken.take(rect);
  return { ...name, x, y };
}

function isOutside(one: Rect, other: Rect): boolean {
  return one.right < other.left || one.left > other.right || one.bottom < other.top || one.top > other.bottom;
}

function statesIn({ states }: GroundParts, placing: Placing): Name[] {
  const { view } = placing;
  if (states === null || placing.over === true || view.zoom < 4 || view.zoom >= 7) return [];
  const shown = shownBy(view);
  return states.areas
    .filter(({ box }) => overlap(box, shown))
    .flatMap(({ name, middle }) => {
      const isCode = view.zoom < 5;
      const text = isCode ? (stateCode(name) ?? '') : name.toUpperCase();
      const { x, y } = pixelAt(middle, view);
      const look = { text, sizePx: LARGE_PX, quiet: true, spaced: !isCode, dot: null };
      return placed(placing, look, x, y) ?? [];
    });
}

function countiesIn({ counties }: GroundParts, placing: Placing): Name[] {
  const { view } = placing;
  if (counties === null || view.zoom < 9 || view.zoom >= 14) return [];
  const shown = shownBy(view);
  return counties.areas
    .filter(({ box }) => overlap(box, shown))
    .flatMap(({ id, name, middle }) => {
      const { x, y } = pixelAt(middle, view);
      const look = { text: countyName(id, name), sizePx: SIZE_PX, quiet: true, spaced: false, dot: null };
      return placed(placing, look, x, y) ?? [];
    });
}

function* townsOf({ cities, towns }: GroundParts, zoom: number): Generator<Town> {
  const fewest = fewestPeople(zoom);
  for (const town of cities) {
    if (town.people < fewest) return;
    yield town;
  }
  if (fewest === 0) yield* towns;
}

function townsIn(ground: GroundParts, placing: Placing): Name[] {
  const { view } = placing;
  const shown = shownBy(view);
  const names: Name[] = [];
  for (const { name, people, at } of townsOf(ground, view.zoom)) {
    if (names.length === MOST_NAMES) break;
    if (!isIn(at, shown)) continue;
    const dot = pixelAt(at, view);
    const sizePx = people >= LARGE_PEOPLE ? LARGE_PX : SIZE_PX;
    const look = { text: name, sizePx, quiet: false, spaced: false, dot };
    const found = besideDot(placing, look, dot);
    if (found === null) continue;
    placing.taken.take(dotRect(dot));
    names.push(found);
  }
  return names;
}

/** Right of its dot, else left, above, below. */
function besideDot(
  placing: Placing,
  look: Omit<Name, 'x' | 'y'>,
  dot: { x: number; y: number },
): Name | null {
  const half = placing.measure(look.text, look.sizePx, false) / 2;
  const isCovered = !placing.covered.isFree(dotRect(dot));
  for (const from of isCovered ? FROM_DOT_PX : FROM_DOT_PX.slice(0, 1)) {
    const [beside, above] = [half + from, look.sizePx / 2 + from];
    const name =
      placed(placing, look, dot.x + beside, dot.y) ??
      placed(placing, look, dot.x - beside, dot.y) ??
      placed(placing, look, dot.x, dot.y - above) ??
      placed(placing, look, dot.x, dot.y + above);
    if (name !== null) return name;
  }
  return null;
}

function dotRect({ x, y }: { x: number; y: number }): Rect {
  return { left: x - DOT_PX, top: y - DOT_PX, right: x + DOT_PX, bottom: y + DOT_PX };
}

function isIn({ x, y }: WorldPoint, { west, north, east, south }: WorldBox): boolean {
  return x >= west && x <= east && y >= north && y <= south;
}

const ARROWS = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'] as const;

/** The nearest towns beyond the edge, with their direction and distance. */
function atEdge(ground: GroundParts, placing: Placing): Name[] {
  const { view, seen } = placing;
  const world = worldSize(view.zoom);
  const middle = {
    x: (view.corner.x + (seen.left + seen.right) / 2) / world,
    y: (view.corner.y + (seen.top + seen.bottom) / 2) / world,
  };
  const half = { x: (seen.right - seen.left) / 2, y: (seen.bottom - seen.top) / 2 };
  const beyond = [...ground.cities, ...ground.towns]
    .filter(({ at }) => !contains(seen, pixelAt(at, view)))
    .map((town) => ({ town, far: Math.hypot(town.at.x - middle.x, town.at.y - middle.y) }))
    .sort((one, other) => one.far - other.far)
    .slice(0, 3 * NAMED_AT_EDGE);
  const names: Name[] = [];
  for (const { town } of beyond) {
    if (names.length === NAMED_AT_EDGE) break;
    const [dx, dy] = [(town.at.x - middle.x) * world, (town.at.y - middle.y) * world];
    const arrow = ARROWS[(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + ARROWS.length) % ARROWS.length];
    const miles = milesBetween(positionAt(middle), positionAt(town.at));
    const text = `${arrow ?? ''} ${town.name} ${miles.toFixed(1)} mi`;
    const width = placing.measure(text, SIZE_PX, false);
    const room = { x: half.x - width / 2 - EDGE_PX / 4, y: half.y - EDGE_PX };
    if (room.x < 0 || room.y < 0) continue;
    const scale = Math.min(room.x / (Math.abs(dx) || 1), room.y / (Math.abs(dy) || 1));
    const look = { text, sizePx: SIZE_PX, quiet: false, spaced: false, dot: null };
    const [x, y] = [(seen.left + seen.right) / 2 + dx * scale, (seen.top + seen.bottom) / 2 + dy * scale];
    const name = placed(placing, look, x, y);
    if (name !== null) names.push(name);
  }
  return names;
}

function shieldsIn({ roads }: GroundParts, placing: Placing): Shield[] {
  if (roads === null) return [];
  const shields = roads.interstates.all.flatMap((road) => shieldsOf(road, true, placing));
  if (placing.view.zoom >= 9) {
    shields.push(...roads.highways.all.flatMap((road) => shieldsOf(road, false, placing)));
  }
  return shields;
}

/** A shield every 240 pixels of a road. */
function shieldsOf({ name, lines }: Road, interstate: boolean, placing: Placing): Shield[] {
  const { view, seen, covered, taken, measure } = placing;
  const shown = shownBy(view);
  const text = interstate ? name.replace(' ', '-') : name;
  const width = measure(text, SHIELD_SIZE_PX, false) + 8;
  const found: Shield[] = [];
  let since = BETWEEN_SHIELDS_PX / 2;
  for (const line of lines) {
    if (!overlap(boxOnce(line), shown)) continue;
    eachStep(line, view, ({ x, y }, length) => {
      since += length;
      if (since < BETWEEN_SHIELDS_PX) return;
      const rect = {
        left: x - width / 2,
        top: y - SHIELD_HEIGHT_PX / 2,
        right: x + width / 2,
        bottom: y + SHIELD_HEIGHT_PX / 2,
      };
      const isFar = found.every(
        (other) =>
          Math.hypot(other.rect.left - rect.left, other.rect.top - rect.top) >= BETWEEN_SHIELDS_PX / 2,
      );
      const around = grown(rect, APART_PX);
      if (!isFar || !isWithin(rect, seen) || !taken.isFree(around) || !covered.isFree(around)) return;
      taken.take(rect);
      found.push({ text, interstate, rect });
      since = 0;
    });
  }
  return found;
}

const boxes = new WeakMap<Ring, WorldBox>();

function boxOnce(line: Ring): WorldBox {
  let box = boxes.get(line);
  if (box === undefined) {
    box = boxOf([line]);
    boxes.set(line, box);
  }
  return box;
}

/** How far apart the places are at which a shield is tried. */
const STEP_PX = 40;

/** Walks a line in short steps. */
function eachStep(
  line: Ring,
  view: View,
  visit: (at: { x: number; y: number }, length: number) => void,
): void {
  const corner = (at: number) => pixelAt({ x: line[at] ?? 0, y: line[at + 1] ?? 0 }, view);
  for (let at = 2; at < line.length; at += 2) {
    const [from, to] = [corner(at - 2), corner(at)];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const steps = Math.min(50, Math.max(1, Math.round(length / STEP_PX)));
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      visit({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, length / steps);
    }
  }
}
