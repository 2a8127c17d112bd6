/** What a run of a schedule found changed of a saved company, in words. */
import type { ChangedSinceSaved, ListedCompany, TimelineEntry } from '@/shared/api/generated';
import { WATCHED_FIELDS, watchedText } from './watched-fields';

export const CHANGED_WORDS = 'Changed since you saved it';

const FIELDS: Record<string, string> = WATCHED_FIELDS;

/** Since it was saved; most companies have none. */
export function changesOf({
  changed_since_saved: changes = [],
}: ListedCompany): readonly ChangedSinceSaved[] {
  return changes;
}

/** 'Phone: 555-0101 → 555-0199'. */
export function changeText({ field, before, after }: Omit<ChangedSinceSaved, 'at'>): string {
  const said = (value: string | null | undefined) => watchedText(field, value) ?? 'empty';
  return `${FIELDS[field] ?? field}: ${said(before)} → ${said(after)}`;
}

/** A timeline's entry about the listing, not about what the user wrote. */
export function isOfListing(entry: TimelineEntry): boolean {
  return entry.what === 'listing';
}
