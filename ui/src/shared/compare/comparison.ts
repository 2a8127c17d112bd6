/**
 * A place against the nation, in words: "33% above the national average of $69,300"; of what has no average, as a
 * median, "higher than in 7 of 10 counties".
 */
import { formatNumber, formatPercent } from '@/shared/lib/format';

/** Amounts in percent, shares in points, ages, minutes and persons in their own unit. */
export type ComparedAs = 'amount' | 'share' | 'unit';

export type Direction = 'above' | 'below' | 'about';

export interface Comparison {
  direction: Direction;
  text: string;
}

/** Closer than this is "about the average": in percent of it, and in points of a share. */
const ABOUT_PERCENT = 2;
const ABOUT_POINTS = 0.5;
const PERCENT = 100;
/** Of nine deciles the fifth is the middle. */
const MIDDLE = 4;

interface Measured {
  value: number;
  as: ComparedAs;
  /** How a figure of this measure reads. */
  format: (value: number) => string;
}

interface ComparedWithAverage extends Measured {
  average: number;
  /** What stands behind a difference in the measure's own unit: 'years', 'minutes'. */
  unit?: string;
}

/** The difference in percent of the other figure. */
function percentOf(value: number, other: number): number {
  return other === 0 ? 0 : ((value - other) / Math.abs(other)) * PERCENT;
}

function isClose(value: number, other: number, as: ComparedAs): boolean {
  return as === 'share'
    ? Math.abs(value - other) <= ABOUT_POINTS
    : Math.abs(percentOf(value, other)) <= ABOUT_PERCENT;
}

export function compareWithAverage({
  value,
  average,
  as,
  format,
  unit = '',
}: ComparedWithAverage): Comparison {
  const difference = Math.abs(value - average);
  if (isClose(value, average, as)) {
    return { direction: 'about', text: `about the national average of ${format(average)}` };
  }
  const direction = value > average ? 'above' : 'below';
  const size =
    as === 'amount'
      ? formatPercent(Math.abs(percentOf(value, average)), 0)
      : as === 'share'
        ? `${formatNumber(difference, 1)} points`
        : `${formatNumber(difference, 1)} ${unit}`.trim();
  return { direction, text: `${size} ${direction} the national average of ${format(average)}` };
}

interface ComparedWithAreas extends Measured {
  /** What parts all areas into ten groups, the lowest first. */
  deciles: readonly number[];
  area: { one: string; many: string };
}

export function compareWithAreas({ value, deciles, area, as, format }: ComparedWithAreas): Comparison | null {
  const middle = deciles[MIDDLE];
  if (middle === undefined) return null;
  if (isClose(value, middle, as)) {
    return { direction: 'about', text: `about as in the middle ${area.one} (${format(middle)})` };
  }
  const lower = deciles.filter((decile) => decile < value).length;
  const higher = deciles.filter((decile) => decile > value).length;
  return value > middle
    ? { direction: 'above', text: `higher than in ${lower} of 10 ${area.many}` }
    : { direction: 'below', text: `lower than in ${higher} of 10 ${area.many}` };
}

/** Above is not good and below not bad, so these stand in ink. */
export const DIRECTION_SIGNS: Record<Direction, string> = { above: '▲', below: '▼', about: '≈' };

/** Bars go up to this many times the largest value. */
export const SCALE_ROOM = 1.1;

/** Where a value lies on a bar from 0 to 1.1 times the larger of both, in percent. */
export function barPosition(value: number, other: number): { value: number; other: number } {
  const end = Math.max(value, other, 0) * SCALE_ROOM;
  const at = (figure: number) => (end === 0 ? 0 : Math.max(0, (figure / end) * PERCENT));
  return { value: at(value), other: at(other) };
}
