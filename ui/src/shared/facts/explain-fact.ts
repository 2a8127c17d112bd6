/** Where a fact comes from, by the sources of its row's answer, or why it is absent. */
import type { Field, FieldLevel, MissingReason, Sources } from '@/shared/api/generated';
import type { FieldBook } from './field-book';
import type { FactRow } from './read-fact';

export interface FactExplanation {
  label: string;
  /** What it is, or how it is computed. */
  description: string | null;
  /** The area it describes, in words. */
  level: string | null;
  publisher: string | null;
  title: string | null;
  vintage: string | null;
  licence: string | null;
}

const LEVELS: Record<FieldLevel, string> = {
  place: 'The business itself',
  point: 'This location',
  tract: 'Census tract',
  county: 'County',
  state: 'State',
};

/** `answer` is null for rows of a stored session, which are kept without sources. */
export function explainFact(
  row: FactRow,
  key: string,
  book: FieldBook | null,
  answer: Sources | null,
): FactExplanation {
  const field = book?.find(key);
  const about = { label: field?.label ?? key, description: field?.description ?? null };
  if (field?.fact === false) {
    return {
      ...about,
      level: LEVELS.place,
      publisher: null,
      title: textOrNull(row.source),
      vintage: null,
      licence: textOrNull(row.licence),
    };
  }
  const source = answer === null ? undefined : sourceOf(row, field?.key ?? key, answer);
  return {
    ...about,
    level: levelText(source?.level ?? field?.level),
    publisher: source?.publisher ?? null,
    title: source?.title ?? null,
    vintage: source?.vintage ?? null,
    licence: source?.licence ?? null,
  };
}

/** The source of a fact by its canonical name; undefined if the answer does not name it. */
export function sourceOf(row: FactRow, key: string, { sources, source_sets }: Sources) {
  if (typeof row.source_set !== 'number') return undefined;
  const id = source_sets[row.source_set]?.[key];
  return id === undefined ? undefined : sources.find((source) => source.id === id);
}

/** A level only a newer server knows is shown as it is. */
function levelText(level: string | undefined): string | null {
  if (level === undefined) return null;
  return Object.hasOwn(LEVELS, level) ? LEVELS[level as FieldLevel] : level;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

const REASONS: Record<MissingReason, string> = {
  no_coordinates: 'This business has no coordinates.',
  position_doubtful: 'Its coordinates do not fit its city and ZIP code.',
  no_category: 'The listing does not say what kind of business this is.',
  other_source: 'Competitors are counted for imported listings only.',
  kind_not_covered: 'No data loaded here lists every business of this kind.',
  area_not_covered: 'The data loaded here do not cover everything within 5 miles.',
  no_industry: 'No industry code is known for this kind of business.',
  state_not_covered: 'The table of industries has no counties of this state.',
  out_of_scope: 'The table of industries does not cover this kind of business.',
  not_published: 'Not published where there are fewer than 3 establishments.',
  no_totals: 'The table of industries has no totals to compare with.',
  by_state_only: "No data loaded here has it by county; the state's figure is shown as such.",
  no_demand: "The county's people or incomes are not in the tables loaded here.",
  too_rare: 'Too rare in this table to compare counties.',
  cannot_tell: 'Fewer than 3, and so few are usual in such a place that this says nothing.',
};

/** Why a row lacks it. */
export function whyAbsent(row: FactRow, field: Field | undefined, answer: Sources | null): string {
  if (field === undefined) return 'No value was delivered.';
  if (!field.fact) return 'The listing does not say.';
  const enriched = typeof row.source_set === 'number';
  const reason = enriched ? answer?.missing_sets?.[row.source_set as number]?.[field.key] : undefined;
  // A newer server may have other reasons.
  if (reason !== undefined && Object.hasOwn(REASONS, reason)) return REASONS[reason];
  if (!field.available) return 'No data for it is installed on this server.';
  if (!enriched) return 'This business has not been enriched.';
  return 'The sources have no value for this place.';
}
