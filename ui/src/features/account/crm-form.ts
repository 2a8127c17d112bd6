/** The form of the record: what is stored, what was typed over it, and what somebody else saved meanwhile. */
import { useState } from 'react';
import type { ApiError } from '@/shared/api/api-error';
import type { CrmBody, SyncCrm } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';
import { nameOf, useAccount, type Account } from './account';
import { useGetCrmDataQuery, useSaveCrmDataMutation, useSyncCompanyCrmMutation } from './account-api';
import {
  changedFields,
  changesOf,
  EMPTY_CRM,
  FIELDS,
  typedOver,
  type Crm,
  type CrmField,
  type Typed,
} from './crm';
import type { Saved } from './follow-up';

const CONFLICT = 409;
/** My Companies may have changed it meanwhile. */
const FRESH = { refetchOnMountOrArgChange: true };

export function useForm() {
  const account = useAccount();
  const { sessionKey, rowIdx } = account;
  const { currentData: base, isFetching, refetch } = useGetCrmDataQuery({ sessionKey, rowIdx }, FRESH);
  const [send] = useSaveCrmDataMutation();
  const sync = useSync(account);
  const [typed, setTyped] = useState<Typed>({});
  /** A save was refused, since somebody else had saved. */
  const [late, setLate] = useState(false);
  const stored = base?.crmData ?? EMPTY_CRM;
  const draft: Crm = { ...stored };
  for (const { field, text } of typedFields(typed)) draft[field] = text;
  const changed = changedFields(draft, stored).length > 0;

  const save = async (): Promise<Saved> => {
    const writeCrm = {
      sessionKey,
      rowIdx,
      businessName: nameOf(account),
      crmData: changesOf(draft, stored),
      lastSaved: base?.lastSaved ?? null,
    };
    const { data: answer, error } = await send({ writeCrm });
    if (answer === undefined) {
      const { status, message } = error as Partial<ApiError>;
      // What was typed stays, over what is stored now; the next save knows of it.
      if (status === CONFLICT && (await refetch()).data !== undefined) setLate(true);
      return { refusal: message ?? null };
    }
    setLate(false);
    // What was typed while the save was under way stays typed.
    setTyped((now) => {
      const since = typedFields(now).filter(({ field, text }) => text !== draft[field]);
      const over = answer.crmData;
      return Object.fromEntries(since.map(({ field, text }) => [field, { text, over: over[field] }]));
    });
    void sync({ ...writeCrm.crmData, business_name: writeCrm.businessName }, answer);
    return { at: Date.parse(answer.lastSaved ?? '') };
  };
  return {
    base,
    isFetching,
    retry: () => void refetch(),
    draft,
    changed,
    edit: (field: CrmField, text: string) => {
      setTyped((now) => typedOver(now, field, text, stored));
    },
    save,
    /** Null where nobody saved something else. */
    theirs: changed && (late || hasClash(typed, stored)) ? (base ?? null) : null,
    takeTheirs: () => {
      setTyped({});
      setLate(false);
    },
  };
}

/** Whether somebody else has changed what was typed over, to something else. */
function hasClash(typed: Typed, stored: Crm): boolean {
  return typedFields(typed).some(
    ({ field, text, over }) => differ(over, stored[field]) && differ(text, stored[field]),
  );
}

/** The server takes spaces around a text away. */
function differ(one: string, other: string): boolean {
  return one.trim() !== other.trim();
}

function typedFields(typed: Typed) {
  return FIELDS.flatMap((field) => {
    const one = typed[field];
    return one === undefined ? [] : [{ field, ...one }];
  });
}

/** Tells My Companies what was saved. */
function useSync({ sessionKey, rowIdx }: Account) {
  const { sub: userId } = useUser();
  const [send] = useSyncCompanyCrmMutation();
  return async (crm_data: SyncCrm['crm_data'], { lastSaved }: CrmBody) => {
    const { error } = await send({
      syncCrm: {
        user_id: userId,
        session_id: sessionKey,
        row_idx: rowIdx,
        crm_data,
        // What is saved while this call is on its way stays.
        lastSaved: lastSaved ?? null,
      },
    });
    // The record is saved; My Companies comes to know of it in any case.
    // eslint-disable-next-line no-console -- a failure is logged only, as documented
    if (error !== undefined) console.warn('My Companies was not told of the change:', error);
  };
}
