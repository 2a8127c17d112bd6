/**
 * Which columns a set of result rows has, in which order, and how their cells read and sort.
 */
export type ResultRow = Record<string, unknown>;

export interface ResultColumn {
  key: string;
  label: string;
  /** Pixels. */
  width: number;
  numeric: boolean;
}

/** Preferred columns, which come first; the others follow in the order of the rows. */
const PREFERRED = [
  'name',
  'main_category',
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'website',
  'rating',
  'reviews',
  'price_range',
  'emails_csv',
  'email_count',
  'county',
];

/**
 * Never shown: ids, figures that only stand in for others, where facts come from, and outlines; sample data
 * has its mark by the name.
 */
const HIDDEN = new Set([
  'row_idx',
  'Market_Share_%',
  'Locations_For_Parent',
  'sample',
  'notice',
  'source_set',
  'fact_sources',
  'polygon_coords',
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

export function resultColumns(rows: readonly ResultRow[]): ResultColumn[] {
  const keys = new Set<string>();
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      if (!isListOfObjects(value)) keys.add(key);
    }
  }
  const shown = [...keys].filter((key) => !HIDDEN.has(key) && !INDEXED_ARRAY.test(key));
  const preferred = PREFERRED.filter((key) => shown.includes(key));
  const others = shown.filter((key) => !PREFERRED.includes(key));
  const sample = hasSampleRows(rows);
  return [...preferred, ...others].map((key) => ({
    key,
    label: columnLabel(key),
    width: columnWidth(key, sample),
    numeric: rows.some((row) => typeof row[key] === 'number') && key !== 'zip',
  }));
}

/** Competitors, or the factors of a score: they have pages of their own, no cell. */
function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some((element) => typeof element === 'object' && element !== null);
}

/** Room for the usual cell, for the label, and for the mark of sample data beside the name. */
function columnWidth(key: string, sample: boolean): number {
  const width = WIDTHS[key] ?? Math.max(DEFAULT_WIDTH, columnLabel(key).length * 8 + 48);
  return key === 'name' && sample ? width + SAMPLE_MARK_WIDTH : width;
}

/** 'main_category' → 'Main Category'; labels that already have spaces or capitals stay. */
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
