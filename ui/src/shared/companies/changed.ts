/** What a run of a schedule found changed of a saved company, in words. */
import type { ChangedSinceSaved, ListedCompany, TimelineEntry } from '@/shared/api/generated';
import { formatPhone } from '@/shared/lib/format-phone';

export const CHANGED_WORDS = 'Changed since you saved it';

const FIELDS: Record<string, string> = {
  name: 'Name',
  street: 'Street',
  phone: 'Phone',
  website: 'Website',
  hours: 'Opening hours',
};

/** Since it was saved; most companies have none. */
export function changesOf({
  changed_since_saved: changes = [],
}: ListedCompany): readonly ChangedSinceSaved[] {
  return changes;
}

/** 'Phone: 555-0101 → 555-0199'. */
export function changeText({ field, before, after }: Omit<ChangedSinceSaved, 'at'>): string {
  const said = (value: string | null | undefined) => {
    if (value == null || value === '') return 'empty';
    return field === 'phone' ? formatPhone(value) : value;
  };
  return `${FIELDS[field] ?? field}: ${said(before)} → ${said(after)}`;
}

/** A timeline's entry about the listing, not about what the user wrote. */
export function isOfListing(entry: TimelineEntry): boolean {
  return entry.what === 'listing';
}
