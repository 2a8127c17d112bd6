/** Account Details and Notes: the record of what was done about a business, and its timeline. */
import { Button, Group, NativeSelect, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { formatDateTime, formatTime } from '@/shared/lib/format';
import { Notice } from '@/shared/ui/Notice';
import { SaveState } from '@/shared/ui/SaveState';
import { useAccount } from './account';
import { useGetTimelineQuery } from './account-api';
import { ACCOUNT_TYPES, CRM_LABELS, emailProblem, statusChoices, type CrmField } from './crm';
import { useCrm } from './crm-record';
import classes from './Account.module.css';

export function AccountDetails() {
  const { state, draft, edit, elsewhere } = useCrm();
  if (state !== 'ready') return <NotReady />;
  const text = (field: CrmField) => ({
    label: CRM_LABELS[field],
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      edit(field, event.currentTarget.value);
    },
  });
  return (
    <div className={classes.details}>
      <SaveForm>
        {elsewhere === null ? null : (
          <div className={classes.elsewhere}>
            <ChangedElsewhere />
          </div>
        )}
        <div className={classes.form}>
          <NativeSelect {...text('status')} data={statusChoices(draft.status)} />
          <NativeSelect {...text('accountType')} data={[...ACCOUNT_TYPES]} />
          <TextInput {...text('lastContactDate')} type="date" />
          <TextInput {...text('mainPOC')} maxLength={200} autoComplete="off" />
          <TextInput
            {...text('email')}
            type="email"
            maxLength={254}
            autoComplete="off"
            error={emailProblem(draft.email)}
          />
        </div>
      </SaveForm>
      <Timeline />
    </div>
  );
}

export function Notes() {
  const { state, draft, edit } = useCrm();
  if (state !== 'ready') return <NotReady />;
  return (
    <SaveForm>
      <Textarea
        label={CRM_LABELS.notes}
        rows={5}
        resize="vertical"
        maxLength={10_000}
        value={draft.notes}
        onChange={(event) => {
          edit('notes', event.currentTarget.value);
        }}
      />
    </SaveForm>
  );
}

/** Saves the whole record, whichever part of it was filled. */
function SaveForm({ children }: { children: React.ReactNode }) {
  const { canSave, save, saving, refusal } = useCrm();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) save();
      }}
    >
      {children}
      <Group mt="md" gap="sm">
        <Button type="submit" disabled={!canSave}>
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
  const { state, retry } = useCrm();
  if (state === 'loading') return <Skeleton h={180} />;
  return (
    <Notice tone="bad" title="The account details could not be loaded">
      <Button size="xs" variant="default" onClick={retry}>
        Try Again
      </Button>
    </Notice>
  );
}

/** Both texts, where somebody else saved while this form was filled. */
function ChangedElsewhere() {
  const { elsewhere, draft, takeTheirs, save } = useCrm();
  if (elsewhere === null) return null;
  const { crm, at, fields } = elsewhere;
  return (
    <Notice
      tone="warning"
      title={at === null ? 'Changed elsewhere' : `Changed elsewhere at ${formatTime(at)}`}
    >
      <dl className={classes.versions}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{CRM_LABELS[field]}</dt>
            <dd>There: {crm[field] === '' ? 'empty' : crm[field]}</dd>
            <dd>Here: {draft[field] === '' ? 'empty' : draft[field]}</dd>
          </div>
        ))}
      </dl>
      <Group gap="sm">
        <Button size="xs" onClick={save}>
          Save mine
        </Button>
        <Button size="xs" variant="default" onClick={takeTheirs}>
          Take theirs
        </Button>
      </Group>
    </Notice>
  );
}

/** A field that a newer server has is said as it is. */
function fieldLabel(field: string): string {
  return Object.hasOwn(CRM_LABELS, field) ? CRM_LABELS[field as CrmField] : field;
}

const WHO: Record<string, string> = { you: 'You', operator: 'The operator', system: 'DemandAtlas' };

function Timeline() {
  const { sessionKey, rowIdx } = useAccount();
  const { currentData } = useGetTimelineQuery({ sessionKey, rowIdx });
  if (currentData === undefined || currentData.timeline.length === 0) return null;
  return (
    <div>
      <h3 className={classes.timelineHead}>Timeline</h3>
      <ol className={classes.timeline} aria-label="Timeline">
        {currentData.timeline.map(({ at, by, field, from, to }, index) => (
          <li key={`${at} ${field} ${index}`}>
            <Text size="xs" c="dimmed">
              {formatDateTime(at)} · {WHO[by] ?? by}
            </Text>
            <Text size="sm" className={classes.change}>
              {fieldLabel(field)}: {from == null || from === '' ? 'empty' : from} →{' '}
              {to == null || to === '' ? 'empty' : to}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  );
}
