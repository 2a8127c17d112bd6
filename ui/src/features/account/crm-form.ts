/** The form of the record: what is stored, what was typed over it, and what somebody else saved meanwhile. */
import { useState } from 'react';
import type { ApiError } from '@/shared/api/api-error';
import type { CrmBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { nameOf, useAccount, type Account } from './account';
import {
  askForRecord,
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
/** How often a save is sent where others save beside it all the time. */
const MOST_TRIES = 3;
/** My Companies may have changed it meanwhile. */
const FRESH = { refetchOnMountOrArgChange: true };
/** As long as nothing is known. */
const NOTHING: Crm = {};

export function useForm() {
  const account = useAccount();
  const { sessionKey, rowIdx } = account;
  const query = useGetCrmDataQuery({ sessionKey, rowIdx }, FRESH);
  const described = useListCrmFieldsQuery();
  const { data: { fields } = {} } = described;
  // Both or neither: without its description a record has no form.
  const base = fields === undefined ? undefined : query.currentData;
  const send = useSend(account);
  const [typed, setTyped] = useState<Typed>({});
  const stored = base?.crmData ?? NOTHING;
  const contested = clashes(typed, stored);

  const save = async (): Promise<Saved> => {
    // What was in question is decided by whoever saves.
    const { answer, asked, refusal } = await send(rebased(typed, typed, stored), base);
    if (answer !== undefined) {
      setTyped((now) => typedSince(now, { typed, stored }, answer.crmData));
      // Where the server found nothing to record there is no time.
      return { at: answer.lastSaved == null ? null : Date.parse(answer.lastSaved) };
    }
    // Only what is new is in question.
    if (asked) setTyped((now) => rebased(now, typed, stored));
    return { refusal };
  };
  return {
    base,
    fields: fields ?? [],
    // Of a failed call it stays while it is asked again.
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
    /** What somebody else has saved where something else was typed; null where nobody has. */
    theirs: base === undefined || contested.length === 0 ? null : { ...base, contested },
    takeTheirs: () => {
      setTyped((now) => without(now, contested));
    },
  };
}

interface Sent {
  /** The record after it; undefined where it was refused. */
  answer?: CrmBody;
  /** Somebody else has saved something else in the same field: that is a question. */
  asked: boolean;
  refusal: string | null;
}

/** Sends what was typed; over what somebody else has saved meanwhile, where that does not touch it. */
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
      record = status === CONFLICT ? await askForRecord(dispatch, { sessionKey, rowIdx }) : undefined;
      if (record !== undefined && clashes(typed, record.crmData).length > 0) {
        return { asked: true, refusal: null };
      }
      if (record === undefined || tries === MOST_TRIES) return { asked: false, refusal: message };
    }
  };
}
