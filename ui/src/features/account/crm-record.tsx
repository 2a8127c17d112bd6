/** The record of the business while its form is edited, shared by the sections that show parts of it. */
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import type { ContactStatus, CrmField } from '@/shared/api/generated';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import type { Saving } from '@/shared/ui/SaveState';
import { problemOf, textOf, type Crm } from './crm';
import { elsewhereOf, type Elsewhere } from './crm-conflict';
import { useForm } from './crm-form';
import { useFollowUp, type FollowUp, type Saved } from './follow-up';

interface CrmRecord {
  state: 'loading' | 'failed' | 'ready';
  asking: boolean;
  retry: () => void;
  /** In order; empty until the record is loaded. */
  fields: readonly CrmField[];
  draft: Crm;
  stored: Crm;
  /** Its stored status; null until the record is loaded. */
  contactStatus: ContactStatus | null;
  edit: (field: string, value: string) => void;
  followUp: FollowUp;
  saving: Saving;
  canSave: boolean;
  /** Saves what was typed, even over what somebody else saved. */
  save: () => void;
  /** The server's reason for refusing a save. */
  refusal: string | null;
  /** What somebody else saved where something else was typed; null if nobody did. */
  elsewhere: Elsewhere | null;
  /** Replaces what was typed in those fields by what is stored. */
  takeTheirs: () => void;
  /** The saved company of this record; null if not saved, or not known yet. */
  companyId: string | null;
  /** The id of the business, saved or not, in any session; null if unknown. */
  businessId: string | null;
  /** The next step being typed, which is kept apart from the record. */
  nextStep: string;
  writeNextStep: (text: string) => void;
  /** Leaving would lose something. */
  unsaved: boolean;
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
      <LeaveDialog unsaved={record.unsaved} />
    </CrmContext>
  );
}

function useRecord(): CrmRecord {
  const form = useForm();
  const { base, draft } = form;
  const followUp = useFollowUp(base);
  const [nextStep, writeNextStep] = useState('');
  const changed = form.changed || followUp.changed;
  const isSound = form.fields.every((field) => problemOf(field, textOf(draft, field.key)) === null);
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = async () => {
    setSaving({ state: 'saving' });
    setRefusal(null);
    let done: Saved = { at: null };
    if (form.changed) done = await form.save();
    if ('at' in done && followUp.changed) done = await followUp.save();
    if ('at' in done) {
      setSaving(done.at === null ? { state: 'idle' } : { state: 'saved', at: done.at });
    } else {
      setSaving({ state: 'failed' });
      setRefusal(done.refusal);
    }
  };
  return {
    state: base !== undefined ? 'ready' : form.failed ? 'failed' : 'loading',
    asking: form.asking,
    retry: form.retry,
    fields: form.fields,
    draft,
    stored: base?.crmData ?? {},
    contactStatus: base?.contactStatus ?? null,
    edit: form.edit,
    followUp,
    saving: isStill(saving, changed) ? saving : { state: 'idle' },
    canSave: changed && isSound && saving.state !== 'saving',
    save: () => void save(),
    refusal,
    elsewhere: elsewhereOf(form, followUp),
    takeTheirs: () => {
      form.takeTheirs();
      followUp.takeTheirs();
      setRefusal(null);
      setSaving({ state: 'idle' });
    },
    companyId: base?.companyId ?? null,
    businessId: base?.businessId ?? null,
    nextStep,
    writeNextStep,
    unsaved: changed || nextStep.trim() !== '',
  };
}

/** After a further change 'saved' no longer holds; a failed change that was undone has nothing left to save. */
function isStill({ state }: Saving, changed: boolean): boolean {
  return state === 'saved' ? !changed : state !== 'failed' || changed;
}

/** Asks before typed changes are abandoned. */
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
