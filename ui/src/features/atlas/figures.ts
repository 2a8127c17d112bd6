/** The figures of an area in words. */
import { formatNumber } from '@/shared/lib/format';
import type { Area, Figures, Sureness } from './area';

const NONE = '–';
const MINUS = '−';

/** "112", "0–2" where the table leaves it out, "14–18" for a sum that is published in part. */
export function businessesText({ low, high }: Pick<Figures, 'low' | 'high'>): string {
  if (low === null || high === null) return NONE;
  return rangeText(low, high, countText);
}

/** The user's own here, saved or known. */
export function yoursOf({ saved, known }: Area): number {
  return saved + known;
}

/** "9", "14: 9 saved, 5 on your list". */
export function yoursText(area: Area): string {
  const { saved, known } = area;
  const all = formatNumber(yoursOf(area));
  return known === 0 ? all : `${all}: ${formatNumber(saved)} saved, ${formatNumber(known)} on your list`;
}

/** "103 not saved"; "98 not yours" for a user who knows others than the saved ones. */
export function notYoursText(area: Area): string {
  const { low, high, knowsOthers } = area;
  const others = (count: number) => Math.max(0, count - yoursOf(area));
  const text = low === null || high === null ? NONE : rangeText(others(low), others(high), countText);
  return `${text} not ${knowsOthers ? 'yours' : 'saved'}`;
}

function rangeText(low: number, high: number, text: (value: number) => string): string {
  return low === high ? text(high) : `${text(low)}–${text(high)}`;
}

/** A count is whole; what a neighborhood can reach is not. */
function countText(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : amountText(value);
}

/** One decimal below 10, else whole. */
export function amountText(value: number | null): string {
  return value === null ? NONE : formatNumber(value, Math.abs(value) < 9.95 ? 1 : 0);
}

/** Businesses per 10,000 residents, from and to. */
export function ratesOf({ low, high, population }: Area): [number, number] | null {
  if (low === null || high === null || population === null || population <= 0) return null;
  return [(10_000 * low) / population, (10_000 * high) / population];
}

/** Two decimals below one, else one. */
export function rateText(area: Area): string {
  const rates = ratesOf(area);
  return rates === null ? NONE : rangeText(...rates, perText);
}

export function perText(rate: number): string {
  return formatNumber(rate, rate > 0 && rate < 1 ? 2 : 1);
}

/** Not where it rounds to none. */
export function isTooMany(gap: number): boolean {
  return gap <= -0.05;
}

/** "2.4 missing", "3.1 too many". */
export function gapText(gap: number | null): string {
  if (gap === null) return NONE;
  return `${amountText(Math.abs(gap))} ${isTooMany(gap) ? 'too many' : 'missing'}`;
}

/** "53 (80%: 24 to 88)". */
export function indexText({ index, indexLow, indexHigh }: Figures): string {
  if (index === null) return NONE;
  const interval =
    indexLow === null || indexHigh === null
      ? ''
      : ` (80%: ${formatNumber(indexLow)} to ${formatNumber(indexHigh)})`;
  return `${formatNumber(index)}${interval}`;
}

/** Above zero demand exceeds supply. */
export function leakageOf({ index }: Pick<Figures, 'index'>): number | null {
  if (index === null) return null;
  const ratio = index / 100;
  return (100 * (1 - ratio)) / (1 + ratio);
}

/** "+31", "−12", "0". */
export function leakageText(figures: Pick<Figures, 'index'>): string {
  const leakage = leakageOf(figures);
  if (leakage === null) return NONE;
  const text = formatNumber(Math.abs(leakage));
  if (text === '0') return text;
  return `${leakage < 0 ? MINUS : '+'}${text}`;
}

const PRACTICALLY_SURE = 0.99;

/** "93% sure", ">99%": of the class that is shown. */
export function sureText({ under, sureness }: Pick<Figures, 'under' | 'sureness'>): string {
  const sure = sureOf(under, sureness);
  if (sure === null) return NONE;
  return sure > PRACTICALLY_SURE ? '>99%' : `${formatNumber(sure * 100)}%`;
}

function sureOf(under: number | null, sureness: Sureness): number | null {
  if (under === null) return null;
  if (sureness === 'under') return under;
  return sureness === 'over' ? 1 - under : null;
}

/** How many of those that are said to have room probably do not. */
export function wrongText(areas: readonly Area[]): string {
  const wrong = areas.reduce((sum, { under }) => sum + (under === null ? 0 : 1 - under), 0);
  const about = formatNumber(wrong);
  return `Of these ${formatNumber(areas.length)} about ${about} ${about === '1' ? 'is' : 'are'} wrong.`;
}
