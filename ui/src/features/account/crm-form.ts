/** The form of the record: what is stored, what was typed over it, and what somebody else saved since. */
import { useState } from 'react';
import { useAccount } from './account';
import { useGetCrmDataQuery, useListCrmFieldsQuery } from './account-api';
import { changesOf, draftOf, typedOver, typedSince, type Crm, type Typed } from './crm';
import { clashes, rebased, useSend, without } from './crm-conflict';
import type { Saved } from './follow-up';

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
