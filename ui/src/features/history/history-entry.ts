/** What the history page derives from the entries: filters, summary, status and badge. */
import type { CreditHistoryApiResponse, ScrapeType } from '@/shared/api/generated';
import { PHASES } from '@/shared/job/job-view';
import type { TagTone } from '@/shared/ui/Tag';

type AnsweredEntry = CreditHistoryApiResponse['data'][number];

/** An entry; the status is absent from servers that do not know a job's true end. */
export type HistoryEntry = Omit<AnsweredEntry, 'status'> & Partial<Pick<AnsweredEntry, 'status'>>;

export const PERIODS = [
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 3 months' },
  { days: 365, label: 'Last year' },
] as const;
const DEFAULT_DAYS = 30;

const TYPE_LABELS: Record<ScrapeType, string> = {
  standard: 'Standard',
  enriched: 'Enriched',
  google_maps: 'Google Maps',
  website: 'Website',
  monitor: 'Scheduled',
};
const ALL_TYPES = 'all';
export const SCRAPE_TYPES = [
  { type: ALL_TYPES, label: 'All types' },
  ...Object.entries(TYPE_LABELS).map(([type, label]) => ({ type, label })),
];

/** The period in the URL; the default unless it is one of the four. */
export function periodDays(param: string | null): number {
  return PERIODS.find(({ days }) => String(days) === param)?.days ?? DEFAULT_DAYS;
}

export function scrapeType(param: string | null): string {
  return SCRAPE_TYPES.find(({ type }) => type === param)?.type ?? ALL_TYPES;
}

export function ofType(entries: readonly HistoryEntry[], type: string): HistoryEntry[] {
  return entries.filter((entry) => type === ALL_TYPES || entry.scrape_type === type);
}

export function summary(entries: readonly HistoryEntry[]) {
  return {
    sessions: entries.length,
    results: entries.reduce((sum, entry) => sum + entry.results_count, 0),
    credits: entries.reduce((sum, entry) => sum + entry.credits_consumed, 0),
  };
}

export function typeLabel(type: string): string {
  return SCRAPE_TYPES.find((known) => known.type === type)?.label ?? type;
}

export type BadgeClass = 'pending' | 'completed' | 'failed';

interface EntryStatus {
  label: string;
  badge: BadgeClass;
}

function badgeOf(tone: TagTone): BadgeClass {
  if (tone === 'good') return 'completed';
  return tone === 'brand' ? 'pending' : 'failed';
}

/** The job's status if the server sends it, otherwise one derived from the figures. */
export function entryStatus(entry: HistoryEntry): EntryStatus {
  const known = entry.status && PHASES[entry.status];
  return known
    ? { label: known.label, badge: badgeOf(known.tone) }
    : { label: derivedLabel(entry), badge: derivedBadge(entry.credits_consumed) };
}

function derivedLabel({ credits_consumed: credits, results_count: results }: HistoryEntry): string {
  if (credits === 0) return 'Pending';
  if (credits > 0 && results > 0) return 'Completed';
  if (credits > 0 && results === 0) return 'No Results';
  return 'Failed';
}

function derivedBadge(credits: number): BadgeClass {
  if (credits === 0) return 'pending';
  return credits > 0 ? 'completed' : 'failed';
}
