/** The areas of the list: which, in which order, with which words. */
import type { MapPoint } from '@/shared/map/map-point';
import { positionAt } from '@/shared/map/world';
import { SIGNS, type Area } from './area';
import type { Settings } from './atlas-address';
import { businessesText, gapText, indexText, notYoursText, yoursOf } from './figures';
import type { Paint } from './measures';
import type { AreaShape } from '@/shared/map/shapes';

export interface Listed {
  /** Those surely with room. */
  room: readonly Area[];
  all: readonly Area[];
  /** The one of both that is shown. */
  shown: readonly Area[];
}

export function listedOf(
  areas: readonly Area[],
  settings: Pick<Settings, 'question' | 'all'>,
  sure: boolean,
): Listed {
  const all = areas.toSorted(settings.question === 'sell' ? byNotSaved : byMissing);
  const room = all.filter(({ sureness }) => sureness === 'under');
  const onlyRoom = settings.question === 'open' && sure && !settings.all;
  return { room, all, shown: onlyRoom ? room : all };
}

/** No data comes last. */
function byNotSaved(one: Area, other: Area): number {
  const rest = (area: Area) => (area.high === null ? -1 : Math.max(0, area.high - yoursOf(area)));
  return rest(other) - rest(one) || byName(one, other);
}

function byMissing(one: Area, other: Area): number {
  const missing = ({ gap, index }: Area) => gap ?? (index === null ? -Infinity : -index);
  // Infinities cancel to no number, which is false.
  return missing(other) - missing(one) || byName(one, other);
}

/** Made once: three thousand names are compared at each change of the question. */
const names = new Intl.Collator('en');

function byName(one: Area, other: Area): number {
  return names.compare(one.name, other.name);
}

/** The areas as the list beside a map takes them. */
export function pointsOf(
  areas: readonly Area[],
  { question, state }: Pick<Settings, 'question' | 'state'>,
  shapes: ReadonlyMap<string, AreaShape>,
  paints: ReadonlyMap<string, Paint>,
): MapPoint[] {
  return areas.map((area) => {
    const shape = shapes.get(area.id);
    const sign = SIGNS[area.missing === null ? area.sureness : 'none'].sign;
    const color = `var(--da-map-${paints.get(area.id)?.color ?? 'none'})`;
    return {
      id: area.id,
      name: fullName(area, state),
      detail: question === 'sell' ? toSell(area) : toOpen(area),
      position: shape === undefined ? null : positionAt(shape.middle),
      look:
        question === 'sell'
          ? { fill: color, letter: '' }
          : { fill: 'transparent', letter: sign, ink: 'inherit' },
    };
  });
}

/** Codes of neighborhoods are longer. */
const COUNTY_DIGITS = 5;

/** With the state, unless all are of one. */
export function fullName({ name, state }: Area, only: string | null = null): string {
  return state === '' || only !== null || name.endsWith(state) ? name : `${name}, ${state}`;
}

function toSell(area: Area): string {
  if (area.missing !== null) return area.missing;
  if (area.low === null) return `Index ${indexText(area)}`;
  if (area.id.length > COUNTY_DIGITS) return `${businessesText(area)} in reach`;
  return `${notYoursText(area)} · ${businessesText(area)}`;
}

function toOpen(area: Area): string {
  if (area.missing !== null) return area.missing;
  if (area.gap === null) return `Index ${indexText(area)}`;
  return `${gapText(area.gap)} · ${businessesText(area)}`;
}
