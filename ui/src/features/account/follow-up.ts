/** The day on which to ask the business again: of saved companies, and saved with the form. */
import { useState } from 'react';
import type { CrmBody } from '@/shared/api/generated';
import { useSetFollowUpsMutation } from '@/shared/companies/companies-api';
import { formatDate } from '@/shared/lib/format';
import { today } from '@/shared/lib/day';

const NOT_SAVED = 'The follow-up date could not be saved. Try again.';

/** When something was saved (null: nothing was), or the server's words for why it was not. */
export type Saved = { at: number | null } | { refusal: string | null };

export interface FollowUp {
  state: 'loading' | 'unsaved' | 'saved';
  /** '2026-05-04'; empty for none. */
  day: string;
  edit: (day: string) => void;
  changed: boolean;
  save: () => Promise<Saved>;
}

/** `record` is undefined while it is not here. */
export function useFollowUp(record: CrmBody | undefined): FollowUp {
  const [send] = useSetFollowUpsMutation();
  const stored = record?.followUpDate ?? null;
  const companyId = record?.companyId ?? null;
  /** What was saved, until the record is here anew. */
  const [saved, setSaved] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(stored);
  if (seen !== stored) {
    setSeen(stored);
    setSaved(null);
  }
  const before = saved ?? stored ?? '';
  const day = typed ?? before;
  return {
    state: record === undefined ? 'loading' : companyId === null ? 'unsaved' : 'saved',
    day,
    // What is as it was before is no change, whatever becomes of it elsewhere.
    edit: (next) => {
      setTyped(next === before ? null : next);
    },
    changed: companyId !== null && day !== before,
    save: async () => {
      if (companyId === null) return { refusal: NOT_SAVED };
      const { data } = await send({
        followUpChanges: { changes: [{ company_id: companyId, date: day === '' ? null : day }] },
      });
      if (data?.success !== true) return { refusal: NOT_SAVED };
      setSaved(day);
      // What was typed while the save was under way stays typed.
      setTyped((now) => (now === day ? null : now));
      return { at: Date.now() };
    },
  };
}

/** What a day means for whoever is to ask again; null for days to come, and for none. */
export function dueText(day: string, present = today()): string | null {
  if (day === '' || day > present) return null;
  return day === present ? 'Due today.' : `Due since ${formatDate(day)}.`;
}
