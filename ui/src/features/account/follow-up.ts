/** The follow-up date of a saved company, saved with the form. */
import { useState } from 'react';
import type { CrmBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { useSetFollowUpsMutation } from '@/shared/companies/companies-api';
import { formatDate } from '@/shared/lib/format';
import { today } from '@/shared/lib/day';
import { useAccount } from './account';
import { fetchRecord } from './account-api';

const NOT_SAVED = 'The follow-up date could not be saved. Try again.';
const NOT_A_COMPANY = 'The follow-up date is not saved: save the company to My Companies first.';

/** The time of the save (null if nothing was saved), or the refusal (null if the page asks what to do). */
export type Saved = { at: number | null } | { refusal: string | null };

export interface FollowUp {
  state: 'loading' | 'unsaved' | 'saved';
  /** '2026-05-04'; empty for none. */
  day: string;
  edit: (day: string) => void;
  changed: boolean;
  save: () => Promise<Saved>;
  /** What somebody else set where another date was typed; null if nobody did. */
  theirs: string | null;
  takeTheirs: () => void;
}

/** What was typed, and what was in the field when typing began. */
interface Typed {
  day: string;
  over: string;
}

/** `record` is undefined until loaded. */
export function useFollowUp(record: CrmBody | undefined): FollowUp {
  const send = useSend();
  const stored = record?.followUpDate ?? null;
  const companyId = record?.companyId ?? null;
  /** What was saved, until the record is reloaded. */
  const [saved, setSaved] = useState<string | null>(null);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [seen, setSeen] = useState(stored);
  if (seen !== stored) {
    setSeen(stored);
    setSaved(null);
  }
  const before = saved ?? stored ?? '';
  const day = typed?.day ?? before;
  const changed = day !== before;
  return {
    state: record === undefined ? 'loading' : companyId === null ? 'unsaved' : 'saved',
    day,
    edit: (next) => {
      const over = typed?.over ?? before;
      // Back at the old date is no change, whatever happens to it elsewhere; a date in question stays so.
      setTyped(next === over && over === before ? null : { day: next, over });
    },
    // Even if the company was removed since: what was typed is not silently dropped.
    changed,
    save: async () => {
      const done = await send(day, before);
      if ('at' in done) {
        setSaved(day);
        // What was typed or undone while the save ran stays so.
        setTyped((now) => {
          const since = now?.day ?? before;
          return since === day ? null : { day: since, over: day };
        });
      } else if (done.refusal === null) {
        // Saving decides what was in question: only a new clash is asked.
        setTyped((now) => now && { ...now, over: before });
      }
      return done;
    },
    theirs: companyId !== null && changed && typed !== null && typed.over !== before ? before : null,
    takeTheirs: () => {
      setTyped(null);
    },
  };
}

/** Sends a date if the stored one is still the one it was typed over; else returns why not. */
function useSend() {
  const { sessionKey, rowIdx } = useAccount();
  const dispatch = useAppDispatch();
  const [write] = useSetFollowUpsMutation();
  return async (day: string, over: string): Promise<Saved> => {
    const record = await fetchRecord(dispatch, { sessionKey, rowIdx });
    if (record === undefined) return { refusal: NOT_SAVED };
    const { companyId, followUpDate } = record;
    if (companyId == null) return { refusal: NOT_A_COMPANY };
    const there = followUpDate ?? '';
    // The record is shown as it is now, with the question.
    if (there !== over && there !== day) return { refusal: null };
    const { data } = await write({
      followUpChanges: { changes: [{ company_id: companyId, date: day === '' ? null : day }] },
    });
    return data?.success === true ? { at: Date.now() } : { refusal: NOT_SAVED };
  };
}

/** What the date means today; null for future dates and none. */
export function dueText(day: string, present = today()): string | null {
  if (day === '' || day > present) return null;
  return day === present ? 'Due today.' : `Due since ${formatDate(day)}.`;
}
