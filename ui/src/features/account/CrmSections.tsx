/** Account Details and Notes: the record of what was done about a business, and its timeline. */
import { Anchor, Button, Group, NativeSelect, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { CrmField } from '@/shared/api/generated';
import { formatTime } from '@/shared/lib/format';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { Notice } from '@/shared/ui/Notice';
import { SaveState } from '@/shared/ui/SaveState';
import { Timeline } from './Timeline';
import { choicesFor, FOLLOW_UP_LABEL, isNotes, problemOf, textOf } from './crm';
import type { Elsewhere } from './crm-conflict';
import { useCrm } from './crm-record';
import { dueText } from './follow-up';
import { goTo } from './section-address';
import classes from './Account.module.css';

/** Which fields each section's form has. */
interface Part {
  id: string;
  title: string;
  has: (field: string, fields: readonly CrmField[]) => boolean;
}
const NOTES: Part = {
  id: 'notes',
  title: 'Notes',
  has: (key, fields) => fields.some((field) => field.key === key && isNotes(field)),
};
const DETAILS: Part = {
  id: 'details',
  title: 'Account Details',
  has: (key, fields) => !NOTES.has(key, fields),
};

export function AccountDetails() {
  const { state, fields } = useCrm();
  if (state !== 'ready') return <NotReady />;
  return (
    <div className={classes.details}>
      <SaveForm part={DETAILS} other={NOTES}>
        <div className={classes.form}>
          {fields.map((field) => (isNotes(field) ? null : <FieldInput key={field.key} field={field} />))}
          <FollowUpDate />
        </div>
      </SaveForm>
      <Timeline />
    </div>
  );
}

/** A field of the record, with the input for its kind. */
function FieldInput({ field }: { field: CrmField }) {
  const { draft, stored, edit } = useCrm();
  const { key, label, kind, longest } = field;
  const value = textOf(draft, key);
  const text = {
    label,
    value,
    onChange: (event: { currentTarget: { value: string } }) => {
      edit(key, event.currentTarget.value);
    },
  };
  switch (kind) {
    case 'choice':
      return <NativeSelect {...text} data={choicesFor(field, textOf(stored, key), value)} />;
    case 'day':
      return <TextInput {...text} type="date" />;
    case 'text':
      return <Textarea {...text} rows={5} resize="vertical" maxLength={longest} />;
    case 'line':
    case 'email':
      return (
        <TextInput
          {...text}
          type={kind === 'email' ? 'email' : 'text'}
          maxLength={longest}
          autoComplete="off"
          error={problemOf(field, value)}
        />
      );
  }
}

/** Only saved companies have a follow-up date: My Companies shows when it is due. */
function FollowUpDate() {
  const { state, day, edit, changed } = useCrm().followUp;
  const [focused, setFocused] = useState(false);
  return (
    <TextInput
      label={FOLLOW_UP_LABEL}
      type="date"
      // A date typed before the company was removed can still be undone, also while the field has focus.
      disabled={state !== 'saved' && !changed && !focused}
      onFocus={() => {
        setFocused(true);
      }}
      onBlur={() => {
        setFocused(false);
      }}
      value={day}
      description={state === 'unsaved' ? 'Save to My Companies to set a date.' : dueText(day)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => {
        edit(event.currentTarget.value);
      }}
    />
  );
}

export function Notes() {
  const { state, fields } = useCrm();
  if (state !== 'ready') return <NotReady />;
  return (
    <SaveForm part={NOTES} other={DETAILS}>
      {fields.map((field) => (isNotes(field) ? <FieldInput key={field.key} field={field} /> : null))}
    </SaveForm>
  );
}

/** Saves the whole record, from either section. */
function SaveForm({ part, other, children }: { part: Part; other: Part; children: ReactNode }) {
  const { canSave, save, saving, refusal, elsewhere, fields } = useCrm();
  const button = useRef<HTMLButtonElement>(null);
  // Open questions come first.
  const isReady = canSave && elsewhere === null;
  const isHere = elsewhere?.contested.some(({ field }) => part.has(field, fields)) === true;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) save();
      }}
    >
      {children}
      {elsewhere === null ? null : !isHere ? (
        // The question appears once.
        <Text size="sm" mt="md">
          {`Changed elsewhere: ${elsewhere.contested.map(({ label }) => label).join(', ')}. `}
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              goTo(other.id);
            }}
          >
            Decide in {other.title}
          </Anchor>
        </Text>
      ) : (
        <ChangedElsewhere
          elsewhere={elsewhere}
          onDecided={() => {
            // The question disappears, and its focus with it.
            button.current?.focus();
          }}
        />
      )}
      <Group mt="md" gap="sm">
        <Button ref={button} type="submit" {...ariaDisabled(!isReady)}>
          Save
        </Button>
        <SaveState saving={saving} />
      </Group>
      {saving.state === 'failed' && refusal !== null ? (
        <Text size="sm" mt="xs">
          {refusal}
        </Text>
      ) : null}
    </form>
  );
}

function NotReady() {
  const { state, asking, retry } = useCrm();
  if (state === 'loading') return <Skeleton h={180} />;
  return (
    <LoadFailure
      text="The account details could not be loaded"
      query={{ isFetching: asking, refetch: retry }}
    />
  );
}

/** Both texts, if somebody else saved while this form was edited. */
function ChangedElsewhere({ elsewhere, onDecided }: { elsewhere: Elsewhere; onDecided: () => void }) {
  const { takeTheirs, save, canSave, saving } = useCrm();
  const isSaving = saving.state === 'saving';
  const { at, contested } = elsewhere;
  return (
    <div className={classes.elsewhere}>
      <Notice
        tone="warning"
        title={at === null ? 'Changed elsewhere' : `Changed elsewhere at ${formatTime(at)}`}
      >
        <dl className={classes.versions}>
          {contested.map(({ field, label, there, here }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>There: {there === '' ? 'empty' : there}</dd>
              <dd>Here: {here === '' ? 'empty' : here}</dd>
            </div>
          ))}
        </dl>
        <Group gap="sm">
          <Button
            size="xs"
            {...ariaDisabled(!canSave)}
            onClick={() => {
              if (!canSave) return;
              save();
              onDecided();
            }}
          >
            Save mine
          </Button>
          <Button
            size="xs"
            variant="default"
            {...ariaDisabled(isSaving)}
            onClick={() => {
              if (isSaving) return;
              takeTheirs();
              onDecided();
            }}
          >
            Take theirs
          </Button>
        </Group>
      </Notice>
    </div>
  );
}
