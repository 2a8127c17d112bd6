/**
 * What happens to a record that two people, or two tabs, write at once. Changes of different fields are joined; where
 * both changed a field, the page asks which text stays.
 */
import type { ApiError } from '@/shared/api/api-error';
import type { CrmBody, CrmField } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { formatDate } from '@/shared/lib/format';
import { nameOf, type Account } from './account';
import { fetchRecord, useSaveCrmDataMutation } from './account-api';
import {
  changesOf,
  crmLabel,
  differ,
  FOLLOW_UP,
  FOLLOW_UP_LABEL,
  textOf,
  typedFields,
  type Crm,
  type Typed,
} from './crm';
import type { FollowUp } from './follow-up';

const CONFLICT = 409;
/** How often a save is sent while others keep saving too. */
const MOST_TRIES = 3;

/** Fields that were typed over and changed by somebody else to another value. */
export function clashes(typed: Typed, stored: Crm): string[] {
  return typedFields(typed)
    .filter(
      ({ field, text, over }) => differ(over, textOf(stored, field)) && differ(text, textOf(stored, field)),
    )
    .map(({ field }) => field);
}

/** `typed` as typed over `stored` instead of what it was before, where unchanged since `was`. */
export function rebased(typed: Typed, was: Typed, stored: Crm): Typed {
  const moved = typedFields(typed).filter(({ field }) => was[field] !== undefined);
  return {
    ...typed,
    ...Object.fromEntries(moved.map(({ field, text }) => [field, { text, over: textOf(stored, field) }])),
  };
}

export function without(typed: Typed, fields: readonly string[]): Typed {
  return { ...typed, ...Object.fromEntries(fields.map((field) => [field, undefined])) };
}

export interface Elsewhere {
  /** When (UTC); null if unknown. */
  at: string | null;
  contested: Contested[];
}

interface Contested {
  field: string;
  label: string;
  there: string;
  here: string;
}

interface Form {
  theirs: (CrmBody & { contested: string[] }) | null;
  draft: Crm;
  fields: readonly CrmField[];
}

/** The form's fields and the follow-up date. */
export function elsewhereOf({ theirs, draft, fields }: Form, day: FollowUp): Elsewhere | null {
  const contested: Contested[] = (theirs?.contested ?? []).map((field) => ({
    field,
    label: crmLabel(fields, field),
    there: textOf(theirs?.crmData ?? {}, field),
    here: textOf(draft, field),
  }));
  if (day.theirs !== null) {
    const shown = (date: string) => (date === '' ? '' : formatDate(date));
    contested.push({
      field: FOLLOW_UP,
      label: FOLLOW_UP_LABEL,
      there: shown(day.theirs),
      here: shown(day.day),
    });
  }
  return contested.length === 0 ? null : { at: theirs?.lastSaved ?? null, contested };
}

interface Sent {
  /** The record afterwards; undefined if refused. */
  answer?: CrmBody;
  /** Somebody else saved another value in the same field: the page asks. */
  asked: boolean;
  refusal: string | null;
}

/** Sends what was typed, on top of what somebody else saved since if the fields differ. */
export function useSend(account: Account) {
  const { sessionKey, rowIdx } = account;
  const dispatch = useAppDispatch();
  const [write] = useSaveCrmDataMutation();
  return async (typed: Typed, base: CrmBody | undefined): Promise<Sent> => {
    let record = base;
    for (let tries = 1; ; tries += 1) {
      const crmData = changesOf(typed, record?.crmData ?? {});
      const lastSaved = record?.lastSaved ?? null;
      const businessName = nameOf(account);
      const { data: answer, error } = await write({
        writeCrm: { sessionKey, rowIdx, businessName, crmData, lastSaved },
      });
      if (answer !== undefined) {
        return { answer, asked: false, refusal: null };
      }
      const { status, message = null } = error as Partial<ApiError>;
      record = status === CONFLICT ? await fetchRecord(dispatch, { sessionKey, rowIdx }) : undefined;
      if (record !== undefined && clashes(typed, record.crmData).length > 0) {
        return { asked: true, refusal: null };
      }
      if (record === undefined || tries === MOST_TRIES) return { asked: false, refusal: message };
    }
  };
}
