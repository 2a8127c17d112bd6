/** The record of the business while its form is filled: shared by the sections that show a part of it. */
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import type { ApiError } from '@/shared/api/api-error';
import type { CrmBody, SyncCrm } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import type { Saving } from '@/shared/ui/SaveState';
import { nameOf, useAccount, type Account } from './account';
import { useGetCrmDataQuery, useSaveCrmDataMutation, useSyncCompanyCrmMutation } from './account-api';
import { changedFields, changesOf, emailProblem, EMPTY_CRM, type Crm, type CrmField } from './crm';

const CONFLICT = 409;

export interface CrmRecord {
  /** Not here yet, or not to be had. */
  state: 'loading' | 'failed' | 'ready';
  retry: () => void;
  draft: Crm;
  edit: (field: CrmField, value: string) => void;
  saving: Saving;
  canSave: boolean;
  save: () => void;
  /** What the server says of a save that it refused. */
  refusal: string | null;
  /** What somebody else saved meanwhile; null where nobody did. */
  elsewhere: Elsewhere | null;
  /** Drops what was typed for what is stored. */
  takeTheirs: () => void;
}

export interface Elsewhere {
  crm: Crm;
  /** When (UTC). */
  at: string | null;
  /** Where it differs from what stands on the page. */
  fields: CrmField[];
}

const CrmContext = createContext<CrmRecord | null>(null);

export function useCrm(): CrmRecord {
  const record = useContext(CrmContext);
  if (record === null) throw new Error('There is no record around this.');
  return record;
}

export function CrmProvider({ children }: { children: ReactNode }) {
  const record = useRecord();
  return (
    <CrmContext value={record}>
      {children}
      <LeaveDialog unsaved={record.state === 'ready' && record.canSave} />
    </CrmContext>
  );
}

function useRecord(): CrmRecord {
  const account = useAccount();
  const { sessionKey, rowIdx } = account;
  const { currentData, isFetching, refetch } = useGetCrmDataQuery({ sessionKey, rowIdx });
  const [send] = useSaveCrmDataMutation();
  const sync = useSync(account);
  /** What the form is filled from: the answer of the newest save, else what was loaded. */
  const [saved, setSaved] = useState<CrmBody | undefined>(undefined);
  const [edits, setEdits] = useState<Partial<Crm>>({});
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<CrmBody | null>(null);
  const base = saved ?? currentData;
  const stored = base?.crmData ?? EMPTY_CRM;
  const draft = { ...stored, ...edits };

  const failed = async (failure: Partial<ApiError>) => {
    setSaving({ state: 'failed' });
    setRefusal(failure.message ?? null);
    if (failure.status !== CONFLICT) return;
    const newest = (await refetch()).data;
    if (newest === undefined) return;
    // What was meant stays; the next save is over theirs, and knows of it.
    setEdits(draft);
    setSaved(newest);
    setTheirs(newest);
  };
  const save = async () => {
    setSaving({ state: 'saving' });
    setRefusal(null);
    const writeCrm = {
      sessionKey,
      rowIdx,
      businessName: nameOf(account),
      crmData: changesOf(draft, stored),
      lastSaved: base?.lastSaved ?? null,
    };
    const { data: answer, error } = await send({ writeCrm });
    if (answer === undefined) {
      await failed(error);
      return;
    }
    setSaved(answer);
    setTheirs(null);
    // What was typed while the save was under way stays typed.
    setEdits((now) => changesOf({ ...draft, ...now }, draft) as Partial<Crm>);
    setSaving({ state: 'saved', at: Date.parse(answer.lastSaved ?? '') });
    await sync({ ...writeCrm.crmData, business_name: writeCrm.businessName });
  };

  return {
    state: base !== undefined ? 'ready' : isFetching ? 'loading' : 'failed',
    retry: () => void refetch(),
    draft,
    edit: (field, value) => {
      setEdits((now) => ({ ...now, [field]: value }));
      if (saving.state === 'saved') setSaving({ state: 'idle' });
    },
    saving,
    canSave:
      changedFields(draft, stored).length > 0 &&
      emailProblem(draft.email) === null &&
      saving.state !== 'saving',
    save: () => void save(),
    refusal,
    elsewhere: theirs === null ? null : elsewhereOf(theirs, draft),
    takeTheirs: () => {
      setEdits({});
      setTheirs(null);
      setRefusal(null);
      setSaving({ state: 'idle' });
    },
  };
}

/** Tells My Companies what was saved. */
function useSync({ sessionKey, rowIdx }: Account) {
  const { sub: userId } = useUser();
  const [send] = useSyncCompanyCrmMutation();
  return async (crm_data: SyncCrm['crm_data']) => {
    const { error } = await send({
      syncCrm: { user_id: userId, session_id: sessionKey, row_idx: rowIdx, crm_data },
    });
    // The record is saved; My Companies comes to know of it in any case.
    // eslint-disable-next-line no-console -- a failure is logged only, as documented
    if (error !== undefined) console.warn('My Companies was not told of the change:', error);
  };
}

function elsewhereOf({ crmData, lastSaved }: CrmBody, draft: Crm): Elsewhere {
  return { crm: crmData, at: lastSaved ?? null, fields: changedFields(draft, crmData) };
}

/** Asks before what was typed is left behind. */
function LeaveDialog({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [unsaved]);
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay here"
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      What you wrote about this account is not saved yet.
    </ConfirmDialog>
  );
}
