/**
 * A fact as the account page shows it, cleaned by the specification's rules. Tables and files show the row's own
 * value.
 */
import type { FieldBook } from './field-book';
import { isAbsent, readFact, type FactRow } from './read-fact';

/** A few words at most: an address or a longer text came from another column. */
const WORDS = new Set([
  'main_category',
  'price_range',
  'founding_date',
  'content_freshness',
  'county',
  'flood_zone',
  'population_type',
  'housing_market_trend',
  'housing_market_activity_level',
  'vehicle_dependency_level',
  'tourism_intensity',
  'market_opportunity_assessment',
  'competitive_intensity',
  'market_sentiment',
  'market_recommendation',
  'risk_level',
  'top_risk_1',
  'top_risk_2',
  'top_risk_3',
]);
/** Likewise, for each of several. */
const LISTS = new Set(['owner_names_csv', 'service_areas', 'technology_stack']);

const LONGEST_TEXT = 50;
const STREET =
  /^\d+\s+.*\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|way|court|ct|highway|hwy|parkway|pkwy|place|pl|suite|ste)\b/i;

/** Undefined if there is nothing to show. */
export function shownFact(row: FactRow, key: string, book: FieldBook | null): unknown {
  const value = readFact(row, key);
  if (value === undefined) return undefined;
  const field = book?.find(key);
  // An amount of zero or less counts as missing.
  if (field?.format === 'dollars' && Number(value) <= 0) return undefined;
  if (LISTS.has(key)) return withoutOthers(value);
  return WORDS.has(key) && isOther(plainText(value)) ? undefined : value;
}

function withoutOthers(value: unknown): unknown {
  const isText = typeof value === 'string';
  if (!isText && !Array.isArray(value)) return isOther(plainText(value)) ? undefined : value;
  const parts = isText ? value.split(',') : (value as unknown[]);
  const kept = parts.filter((part) => !isOther(plainText(part)));
  if (kept.length === 0) return undefined;
  return isText ? kept.join(',').trim() : kept;
}

function isOther(text: string | null): boolean {
  return text !== null && (text.length > LONGEST_TEXT || STREET.test(text));
}

/** Lists and objects are joined. */
export function plainText(value: unknown): string | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const parts = Array.isArray(value) ? value : Object.values(value as object);
  const texts = parts.map(plainText).filter((part) => part !== null);
  return texts.length === 0 ? null : texts.join(', ');
}
