/**
 * A place compared with the nation, in words: "33% above the national average of $69,300"; a figure without an
 * average, such as a median, is "higher than in 7 of 10 counties".
 */
import { formatNumber, formatPercent } from '@/shared/lib/format';

/** Amounts compare in percent, shares in points, ages, minutes and persons in their own unit. */
export type ComparedAs = 'amount' | 'share' | 'unit';

type Direction = 'above' | 'below' | 'about';

export interface Comparison {
  direction: Direction;
  text: string;
}

/** Closer than this is "about the average": percent of an amount, points of a share. */
const ABOUT_PERCENT = 2;
const ABOUT_POINTS = 0.5;
const PERCENT = 100;
/** The fifth of nine deciles is the middle. */
const MIDDLE = 4;

interface Measured {
  value: number;
  as: ComparedAs;
  format: (value: number) => string;
}

interface ComparedWithAverage extends Measured {
  average: number;
  /** Follows a difference in the measure's own unit: 'years', 'minutes'. */
  unit?: string;
}

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
  /** The values that split all areas into ten groups, lowest first. */
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

/** Above is not good and below is not bad, so neither is colored. */
export const DIRECTION_SIGNS: Record<Direction, string> = { above: '▲', below: '▼', about: '≈' };

/** The scale's maximum, as a multiple of the largest value. */
const SCALE_ROOM = 1.1;

/** The position on a bar from 0 to 1.1 times the larger value, in percent. */
export function barPosition(value: number, other: number): { value: number; other: number } {
  const end = Math.max(value, other, 0) * SCALE_ROOM;
  const at = (figure: number) => (end === 0 ? 0 : Math.max(0, (figure / end) * PERCENT));
  return { value: at(value), other: at(other) };
}
