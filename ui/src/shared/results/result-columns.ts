/** The columns of a set of result rows, their order, and how cells read and sort. */
import type { Field } from '@/shared/api/generated';
import type { FieldBook } from '@/shared/facts/field-book';
import { formatFact, headUnit } from '@/shared/facts/format-fact';
import { readFact } from '@/shared/facts/read-fact';
import { cellText } from '@/shared/table/cell-text';
import { headText } from '@/shared/table/column';
import { isYours } from './Yours';

export type ResultRow = Record<string, unknown>;

export interface ResultColumn {
  /** The field's canonical name, whatever the rows call it. */
  key: string;
  label: string;
  /** For the head, if the label does not include it. */
  unit?: string;
  /** Its heading in the column chooser. */
  group?: string;
  /** The value is a web address. */
  link: boolean;
  /** A fact about the surroundings, with its own source. */
  fact: boolean;
  value: (row: ResultRow) => unknown;
  text: (row: ResultRow) => string;
  /** Pixels. */
  width: number;
  numeric: boolean;
}

/** Preferred columns come first; the others follow in the order of the rows. */
export const PREFERRED = [
  'name',
  'main_category',
  'phone',
  'website',
  'address',
  'city',
  'state',
  'zip',
  'rating',
  'reviews',
  'price_range',
  'emails_csv',
  'email_count',
  'county',
];

/** Never shown: ids, stand-ins for other figures, sources and outlines; marks stand beside the name. */
const HIDDEN = new Set([
  'row_idx',
  'Market_Share_%',
  'Locations_For_Parent',
  'sample',
  'yours',
  'notice',
  'source_set',
  'fact_sources',
  'polygon_coords',
  // Shown on the pin, in the popup and on the account page.
  'name_as_listed',
  'position_doubtful',
]);

/** One element of an array that was flattened into columns: `emails/0`, `phones_1`, `opening_hours[2]`… */
const INDEXED_ARRAY =
  /^(?:additional_)?(?:emails?|phones?|categor(?:y|ies)|social(?:_media)?_links?|social(?:s|_media)?|opening_hours?|business_hours?)[\s._/[]+\d+/i;

const LABELS: Record<string, string> = {
  main_category: 'Category',
  zip: 'ZIP',
  url: 'URL',
  emails_csv: 'Emails',
  owner_names_csv: 'Owner Names',
  county_fips: 'County FIPS',
};

const WIDTHS: Record<string, number> = {
  name: 240,
  address: 330,
  street_address: 220,
  website: 230,
  url: 230,
  emails_csv: 220,
  state: 84,
  zip: 124,
  rating: 96,
  reviews: 104,
  main_category: 170,
};
const DEFAULT_WIDTH = 150;
const SAMPLE_MARK_WIDTH = 90;
const YOURS_MARK_WIDTH = 60;

const LINK_COLUMNS = new Set(['website', 'url']);

/** Fields too large for a cell: they have their own pages. */
const NO_CELL: ReadonlySet<Field['type']> = new Set(['businesses', 'factors', 'outline']);

/** Fields of the business itself that a table can show. */
export function ownKeys(book: FieldBook): string[] {
  return book.fields.filter((field) => !field.fact && hasCell(field)).map(({ key }) => key);
}

/** Facts that a table can show and the installation has data for. */
export function factKeys(book: FieldBook): string[] {
  return book.fields.filter((field) => field.fact && field.available && hasCell(field)).map(({ key }) => key);
}

function hasCell({ key, type }: Field): boolean {
  return !HIDDEN.has(key) && !NO_CELL.has(type);
}

/** Shown by default; further facts are fetched once shown. */
const FACTS_AT_FIRST = new Set([
  'county',
  'median_income_tract',
  'population_tract',
  'unemployment_rate',
  'competitors_within_5mi',
  'market_intelligence_score',
  'market_sentiment',
]);

export function factsHiddenAtFirst(book: FieldBook): string[] {
  return factKeys(book).filter((key) => !FACTS_AT_FIRST.has(key));
}

/** Whether any of the rows was enriched. */
export function hasFacts(rows: readonly ResultRow[]): boolean {
  return rows.some(({ source_set: set }) => typeof set === 'number');
}

/**
 * Labeled, grouped and formatted by the field book, or without one by the rows' keys. `offered` are columns that no
 * row may have yet: they are fetched once shown.
 */
export function resultColumns(
  rows: readonly ResultRow[],
  book: FieldBook | null,
  offered: readonly string[] = [],
): ResultColumn[] {
  const keys = shownKeys(rows, book);
  for (const key of offered) keys.add(key);
  const preferred = PREFERRED.filter((key) => keys.has(key));
  const others = [...keys].filter((key) => !PREFERRED.includes(key));
  const marks = marksWidth(rows);
  return [...preferred, ...others].map((key) => {
    const field = book?.find(key);
    const column = book === null || field === undefined ? columnByKey(rows, key) : columnByField(field, book);
    return { ...column, width: columnWidth(key, column, marks) };
  });
}

function shownKeys(rows: readonly ResultRow[], book: FieldBook | null): Set<string> {
  const keys = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (HIDDEN.has(name) || INDEXED_ARRAY.test(name) || isListOfObjects(value)) continue;
      const field = book?.find(name);
      const key = field?.key ?? name;
      if (!HIDDEN.has(key) && (field === undefined || !NO_CELL.has(field.type))) keys.add(key);
    }
  }
  return keys;
}

type Described = Omit<ResultColumn, 'width'>;

function columnByField(field: Field, book: FieldBook): Described {
  const unit = headUnit(field);
  const value = (row: ResultRow) => readFact(row, field.key);
  return {
    key: field.key,
    label: field.label,
    ...(unit === undefined ? {} : { unit }),
    group: book.groupLabel(field),
    link: field.format === 'link',
    fact: field.fact,
    numeric: field.type === 'number',
    value,
    text: (row) => formatFact(field, value(row), { unitInHead: true }) ?? '',
  };
}

function columnByKey(rows: readonly ResultRow[], key: string): Described {
  return {
    key,
    label: columnLabel(key),
    link: LINK_COLUMNS.has(key),
    fact: false,
    numeric: rows.some((row) => typeof row[key] === 'number') && key !== 'zip',
    value: (row) => row[key],
    text: (row) => cellText(row[key]),
  };
}

/** Competitors or the factors of a score: too large for a cell. */
function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some((element) => typeof element === 'object' && element !== null);
}

/** Wide enough for a typical cell, the label, and the tags beside the name. */
function columnWidth(key: string, column: Described, marks: number): number {
  const width = WIDTHS[key] ?? Math.max(DEFAULT_WIDTH, headText(column).length * 8 + 48);
  return key === 'name' ? width + marks : width;
}

/** Of the tags beside the name. */
function marksWidth(rows: readonly ResultRow[]): number {
  return (hasSampleRows(rows) ? SAMPLE_MARK_WIDTH : 0) + (rows.some(isYours) ? YOURS_MARK_WIDTH : 0);
}

/** 'main_category' → 'Main Category'; labels with spaces or capitals are kept. */
export function columnLabel(key: string): string {
  const known = LABELS[key];
  if (known !== undefined) return known;
  if (/[A-Z\s]/.test(key)) return key.replaceAll('_', ' ');
  return key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Whether any of the rows is sample data. */
export function hasSampleRows(rows: readonly ResultRow[]): boolean {
  return rows.some((row) => row.sample === true);
}
