/** A place against an average, in words: "33% above the national average of $69,300". */
import { formatNumber, formatPercent } from '@/shared/lib/format';
import type { ComparedAs } from './national-averages';

export type Direction = 'above' | 'below' | 'about';

export interface Comparison {
  direction: Direction;
  text: string;
}

/** Closer than this is "about the average": in percent of it, and in points of a share. */
const ABOUT_PERCENT = 2;
const ABOUT_POINTS = 0.5;
const PERCENT = 100;

interface Compared {
  value: number;
  average: number;
  as: ComparedAs;
  /** How a figure of this measure reads. */
  format: (value: number) => string;
  /** What stands behind a difference in the measure's own unit: 'years', 'minutes'. */
  unit?: string;
}

export function compareWithAverage({ value, average, as, format, unit = '' }: Compared): Comparison {
  const difference = value - average;
  const percent = average === 0 ? 0 : (difference / Math.abs(average)) * PERCENT;
  const close = as === 'share' ? Math.abs(difference) <= ABOUT_POINTS : Math.abs(percent) <= ABOUT_PERCENT;
  if (close) return { direction: 'about', text: `about the national average of ${format(average)}` };
  const direction = difference > 0 ? 'above' : 'below';
  const size =
    as === 'amount'
      ? formatPercent(Math.abs(percent), 0)
      : as === 'share'
        ? `${formatNumber(Math.abs(difference), 1)} points`
        : `${formatNumber(Math.abs(difference), 1)} ${unit}`.trim();
  return { direction, text: `${size} ${direction} the national average of ${format(average)}` };
}

/** Above is not good and below not bad, so these stand in ink. */
export const DIRECTION_SIGNS: Record<Direction, string> = { above: '▲', below: '▼', about: '≈' };

/** Bars go up to this many times the largest value. */
export const SCALE_ROOM = 1.1;

/** Where a value lies on a bar from 0 to 1.1 times the larger of both, in percent. */
export function barPosition(value: number, average: number): { value: number; average: number } {
  const end = Math.max(value, average, 0) * SCALE_ROOM;
  const at = (figure: number) => (end === 0 ? 0 : Math.max(0, (figure / end) * PERCENT));
  return { value: at(value), average: at(average) };
}
