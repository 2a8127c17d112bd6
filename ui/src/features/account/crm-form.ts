/** The form of the record: what is stored, what was typed over it, and what somebody else saved since. */
import { useState } from 'react';
import type { ApiError } from '@/shared/api/api-error';
import type { CrmBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { nameOf, useAccount, type Account } from './account';
import {
  fetchRecord,
  useGetCrmDataQuery,
  useListCrmFieldsQuery,
  useSaveCrmDataMutation,
} from './account-api';
import {
  changesOf,
  clashes,
  draftOf,
  rebased,
  typedOver,
  typedSince,
  without,
  type Crm,
  type Typed,
} from './crm';
import type { Saved } from './follow-up';

const CONFLICT = 409;
/** How often a save is sent while others keep saving too. */
const MOST_TRIES = 3;
/** It may have been changed in My Companies. */
const FRESH = { refetchOnMountOrArgChange: true };
/** Until the record is loaded. */
const NOTHING: Crm = {};

export function useForm() {
  const account = useAccount();
  const { sessionKey, rowIdx } = account;
  const query = useGetCrmDataQuery({ sessionKey, rowIdx }, FRESH);
  const described = useListCrmFieldsQuery();
  const { data: { fields } = {} } = described;
  // Both or neither: without the field descriptions there is no form.
  const base = fields === undefined ? undefined : query.currentData;
  const send = useSend(account);
  const [typed, setTyped] = useState<Typed>({});
  const stored = base?.crmData ?? NOTHING;
  const contested = clashes(typed, stored);

  const save = async (): Promise<Saved> => {
    // Saving decides what was in question.
    const { answer, asked, refusal } = await send(rebased(typed, typed, stored), base);
    if (answer !== undefined) {
      setTyped((now) => typedSince(now, { typed, stored }, answer.crmData));
      // No time if the server found nothing to record.
      return { at: answer.lastSaved == null ? null : Date.parse(answer.lastSaved) };
    }
    // Only new clashes are in question.
    if (asked) setTyped((now) => rebased(now, typed, stored));
    return { refusal };
  };
  return {
    base,
    fields: fields ?? [],
    // After a failed call it stays during the retry.
    failed: base === undefined && (query.error ?? described.error) !== undefined,
    asking: query.isFetching || described.isFetching,
    retry: () => {
      for (const { error, refetch } of [query, described]) if (error !== undefined) void refetch();
    },
    draft: draftOf(typed, stored),
    changed: Object.keys(changesOf(typed, stored)).length > 0,
    edit: (field: string, text: string) => {
      setTyped((now) => typedOver(now, field, text, stored));
    },
    save,
    /** What somebody else saved where something else was typed; null if nobody did. */
    theirs: base === undefined || contested.length === 0 ? null : { ...base, contested },
    takeTheirs: () => {
      setTyped((now) => without(now, contested));
    },
  };
}

interface Sent {
  /** The record afterwards; undefined if refused. */
  answer?: CrmBody;
  /** Somebody else saved another value in the same field: the page asks. */
  asked: boolean;
  refusal: string | null;
}

/** Sends what was typed, on top of what somebody else saved since if the fields differ. */
function useSend(account: Account) {
  const { sessionKey, rowIdx } = account;
  const dispatch = useAppDispatch();
  const [write] = useSaveCrmDataMutation();
  return async (typed: Typed, base: CrmBody | undefined): Promise<Sent> => {
    let record = base;
    for (let tries = 1; ; tries += 1) {
      const crmData = changesOf(typed, record?.crmData ?? NOTHING);
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
