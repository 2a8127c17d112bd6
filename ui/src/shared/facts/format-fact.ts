/** How a fact is formatted: by its field's format, decimals and unit. */
import type { Field, FieldFormat, FieldUnit } from '@/shared/api/generated';
import { formatDate, formatDollars, formatMiles, formatNumber, formatPercent } from '@/shared/lib/format';
import { isAbsent } from './read-fact';

export type Shown = Pick<Field, 'format' | 'decimals'>;

interface Options {
  /** The column's head already says miles, years or minutes. */
  unitInHead?: boolean;
}

const ONE_YEAR = '1';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Null if there is no value. */
export function formatFact(field: Shown, value: unknown, options: Options = {}): string | null {
  if (isAbsent(value)) return null;
  const number = NUMBER_FORMATS[field.format];
  if (number !== undefined) {
    if (typeof value !== 'number') return textOf(value);
    return number(value, field.decimals, options.unitInHead === true);
  }
  if (field.format === 'date' && typeof value === 'string' && DAY.test(value)) {
    // A bare date is parsed as UTC and would show the day before west of it.
    return formatDate(`${value}T00:00:00`);
  }
  return textOf(value);
}

type NumberFormat = (value: number, decimals: number | null | undefined, bare: boolean) => string;

const NUMBER_FORMATS: Partial<Record<FieldFormat, NumberFormat>> = {
  percent: (value, decimals) => formatPercent(value, decimals ?? 1),
  dollars: (value, decimals) => formatDollars(value, decimals ?? 0),
  count: (value, decimals) => formatNumber(value, decimals ?? 0),
  score: (value, decimals) => formatNumber(value, decimals ?? 0),
  index: (value, decimals) => formatNumber(value, decimals ?? 0),
  ratio: (value, decimals) => formatNumber(value, decimals ?? 2),
  rate: (value, decimals) => formatNumber(value, Math.max(decimals ?? 2, smallRateDecimals(Math.abs(value)))),
  degrees: (value, decimals) => formatNumber(value, decimals ?? 5),
  miles: (value, decimals, bare) => (bare ? formatNumber(value, decimals ?? 1) : formatMiles(value)),
  minutes: (value, decimals, bare) => withUnit(formatNumber(value, decimals ?? 1), 'min', bare),
  years: (value, decimals, bare) => {
    const figure = formatNumber(value, decimals ?? 1);
    return withUnit(figure, figure === ONE_YEAR ? 'year' : 'years', bare);
  },
};

/** Three significant digits where two decimals would hide a rate: 0.0123, not 0.01. */
function smallRateDecimals(size: number): number {
  return size < 1e-6 || size >= 0.1 ? 0 : 2 + Math.ceil(-Math.log10(size));
}

function withUnit(figure: string, unit: string, bare: boolean): string {
  return bare ? figure : `${figure} ${unit}`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null) return textOfObject(value as Record<string, unknown>);
  return '';
}

/** A business nearby, the factor of a score, or links by network. */
function textOfObject(value: Record<string, unknown>): string {
  const { name, distance_mi: distance, field, points } = value;
  if (typeof name === 'string') {
    return typeof distance === 'number' ? `${name} (${formatMiles(distance)})` : name;
  }
  if (typeof field === 'string' && typeof points === 'number') {
    return `${field.replaceAll('_', ' ')} ${formatNumber(points)}`;
  }
  return Object.entries(value)
    .filter(([, inner]) => !isAbsent(inner))
    .map(([key, inner]) => `${key}: ${textOf(inner)}`)
    .join(', ');
}

/** Units that add something to the values; people and things are named by the label. */
const HEAD_UNITS: Partial<Record<FieldUnit, string>> = {
  percent: '%',
  usd: '$',
  mi: 'mi',
  min: 'min',
  years: 'years',
  score_0_100: '0–100',
  per_1000_residents: 'per 1,000 residents',
  per_sq_mi: 'per sq mi',
};

/** How labels name the unit themselves. */
const SAID_BY_LABEL: Partial<Record<FieldUnit, RegExp>> = {
  percent: /%|percent/i,
  mi: /\(mi\)/i,
  min: /\(min\)/i,
  years: /years/i,
  per_1000_residents: /per 1,?000/i,
  per_sq_mi: /per sq/i,
};

/** The unit for a column's head; undefined if there is none or the label has it. */
export function headUnit({ label, unit }: Pick<Field, 'label' | 'unit'>): string | undefined {
  if (unit == null || SAID_BY_LABEL[unit]?.test(label) === true) return undefined;
  return HEAD_UNITS[unit];
}
