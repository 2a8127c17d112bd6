/** The user's customers: uploaded as CSV, never delivered and never charged. */
import { Button, FileButton, Group, Progress, Skeleton, Text } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import type { KnownBusinessesBody } from '@/shared/api/generated';
import { formatCounted, formatDate, formatNumber, formatPercent } from '@/shared/lib/format';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { Notice } from '@/shared/ui/Notice';
import { Panel } from '@/shared/ui/Panel';
import { RefusedLines } from './RefusedLines';
import { useKnownList } from './use-known-list';
import classes from './KnownList.module.css';

export function KnownList() {
  const list = useKnownList();
  const { query, sending, outcome } = list;
  return (
    <Panel title="Known list">
      {query.data !== undefined ? (
        <Loaded known={query.data} list={list} />
      ) : query.isError ? (
        <LoadFailure text="Your list could not be loaded." query={query} />
      ) : (
        <Skeleton h={36} radius="md" />
      )}
      {sending === null ? null : <Sending {...sending} />}
      {outcome.failure === undefined ? null : (
        <div className={classes.below}>
          <Notice tone="bad">{outcome.failure}</Notice>
        </div>
      )}
      {outcome.uploaded === undefined ? null : <RefusedLines {...outcome.uploaded} />}
    </Panel>
  );
}

interface LoadedProps {
  known: KnownBusinessesBody;
  list: ReturnType<typeof useKnownList>;
}

function Loaded({ known, list }: LoadedProps) {
  const { businesses, found, uploaded_at: at } = known;
  const { sending, removing, upload, remove } = list;
  const button = useRef<HTMLButtonElement>(null);
  const busy = sending !== null || removing;
  const hasList = businesses !== null;
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text size="sm" role="status">
          {hasList
            ? `${formatCounted(businesses, 'business', 'businesses')}, ${foundText(found)}`
            : 'Upload your customers as CSV: never delivered, never charged.'}
        </Text>
        {hasList && at != null ? (
          <Text size="xs" c="dimmed">
            Uploaded {formatDate(at)}
          </Text>
        ) : null}
      </div>
      <Group gap="xs">
        <ChooseFile button={button} busy={busy} onChoose={(file) => void upload(file)}>
          {hasList ? 'Replace' : 'Upload'}
        </ChooseFile>
        {hasList ? (
          <RemoveList
            businesses={businesses}
            busy={busy}
            onConfirm={async () => {
              if (await remove()) button.current?.focus();
            }}
          />
        ) : null}
      </Group>
    </Group>
  );
}

/** They are looked up in the background. */
function foundText(found: number | null): string {
  return found === null
    ? 'looking them up in our listings...'
    : `${formatNumber(found)} found in our listings`;
}

interface ChooseFileProps {
  button: RefObject<HTMLButtonElement | null>;
  busy: boolean;
  children: string;
  onChoose: (file: File) => void;
}

function ChooseFile({ button, busy, children, onChoose }: ChooseFileProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept=".csv,.tsv,.txt,text/csv"
      resetRef={reset}
      inputProps={{ 'aria-label': 'CSV file' }}
      onChange={(file) => {
        // The same file may be chosen again once it is mended.
        reset.current?.();
        if (file !== null) onChoose(file);
      }}
    >
      {({ onClick }) => (
        <Button
          ref={button}
          size="sm"
          variant="default"
          {...ariaDisabled(busy)}
          onClick={() => {
            if (!busy) onClick();
          }}
        >
          {children}
        </Button>
      )}
    </FileButton>
  );
}

interface RemoveListProps {
  businesses: number;
  busy: boolean;
  onConfirm: () => Promise<void>;
}

function RemoveList({ businesses, busy, onConfirm }: RemoveListProps) {
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
  };
  return (
    <>
      <Button
        size="sm"
        variant="default"
        {...ariaDisabled(busy)}
        onClick={() => {
          if (!busy) setAsking(true);
        }}
      >
        Remove
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Remove your list?"
        confirm="Remove the list"
        cancel="Keep it"
        danger
        onConfirm={() => {
          close();
          void onConfirm();
        }}
        onCancel={close}
      >
        {`Searches deliver and charge its ${formatCounted(businesses, 'business', 'businesses')} again.`}
      </ConfirmDialog>
    </>
  );
}

/** All of it may be sent long before the server has read it. */
function Sending({ name, sent }: { name: string; sent: number }) {
  const isSent = sent === 1;
  return (
    <div className={classes.below}>
      <Group justify="space-between" gap="sm" wrap="nowrap" mb={4}>
        <Text size="sm" role="status" className={classes.file}>
          {isSent ? `Reading ${name}...` : `Uploading ${name}...`}
        </Text>
        <Text size="sm" c="dimmed" aria-hidden>
          {isSent ? null : formatPercent(100 * sent, 0)}
        </Text>
      </Group>
      <Progress value={100 * sent} size={6} aria-label="Upload progress" transitionDuration={300} />
    </div>
  );
}
